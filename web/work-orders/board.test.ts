import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { BoardJob } from './board-data.ts';
import { readState, writeState } from './board-state.ts';
import {
  addDays,
  byUrgency,
  clashesOf,
  combCell,
  durationText,
  gapsOf,
  minutesWithin,
  mondayOf,
  isNarrow,
  leastWidth,
  packed,
  snapped,
  timeAt,
  weekdayOf,
} from './board-time.ts';

const DAY = '2026-11-21';
const job = (id: number, time: string, minutes = 60, more: Partial<BoardJob> = {}) =>
  ({ id, serverTime: `${DAY} ${time}:00`, minutes, emergencyType: 1, lng: null, lat: null, ...more }) as BoardJob;
const HOME = { lng: 120.12, lat: 30.27 };
const FAR = { lng: 120.15, lat: 30.27 };

describe('days and minutes', () => {
  it('count in Shanghai, wherever the browser is', () => {
    assert.equal(addDays('2026-12-31', 1), '2027-01-01');
    assert.equal(addDays('2026-03-01', -1), '2026-02-28');
    assert.deepEqual(['2026-11-16', '2026-11-21', '2026-11-22', '2026-11-23'].map(mondayOf), [
      '2026-11-16',
      '2026-11-16',
      '2026-11-16',
      '2026-11-23',
    ]);
    assert.equal(weekdayOf(DAY), '周六');
    assert.equal(timeAt(DAY, 9 * 60 + 15), `${DAY} 09:15:00`);
    assert.deepEqual(
      [-20, 7, 8, 1439].map((minute) => snapped(minute)),
      [0, 0, 15, 1425],
    );
    assert.deepEqual([45, 60, 90, 100].map(durationText), ['45 分钟', '1 小时', '1.5 小时', '1.7 小时']);
    const day = { from: `${DAY} 00:00:00`, to: '2026-11-22 00:00:00' };
    const within = [
      job(1, '09:00'),
      job(2, '23:30'),
      { ...job(3, '23:45'), serverTime: '2026-11-20 23:45:00' },
      { ...job(4, '09:00'), serverTime: '2026-11-22 00:00:00' },
    ];
    assert.deepEqual(
      within.map((one) => minutesWithin(one, day)),
      [60, 30, 45, 0],
    );
  });
});

describe('the boxes of a row', () => {
  const tracks = (...jobs: BoardJob[]) => packed(jobs, DAY, 30).boxes.map(({ job, start, end, track }) => [job.id, start, end, track]);
  it('lie beside each other when they touch and below each other when they overlap', () => {
    assert.deepEqual(tracks(job(2, '10:00'), job(1, '09:00'), job(3, '10:30')), [
      [1, 540, 600, 0],
      [2, 600, 660, 0],
      [3, 630, 690, 1],
    ]);
    assert.equal(packed([job(1, '09:00'), job(2, '09:30')], DAY, 30).tracks, 2);
    assert.equal(packed([], DAY, 30).tracks, 1);
  });
  it('are never too narrow to be pressed, and end with the day', () => {
    assert.deepEqual(tracks(job(1, '09:00', 15), job(2, '09:15', 15)), [
      [1, 540, 570, 0],
      [2, 555, 585, 1],
    ]);
    assert.deepEqual(tracks(job(1, '23:30', 120)), [[1, 1410, 1440, 0]]);
    assert.deepEqual(tracks({ ...job(1, '23:30', 120), serverTime: '2026-11-20 23:30:00' }), [[1, 0, 90, 0]]);
    assert.deepEqual(tracks({ ...job(1, '09:00'), serverTime: '2026-11-22 00:00:00' }), []);
  });
});

describe('the name on a box', () => {
  const NAMES = ['王英', '王秀英', '欧阳晓岚', '阿依古丽·买买提'];
  it('has room on half an hour, alone and in two lines, at both sizes of text', () => {
    for (const scale of [1, 1.15]) {
      const inner = leastWidth(scale) - 8;
      assert.ok(inner >= 2 * 12 * scale, String(scale));
      for (const name of NAMES.slice(1)) assert.ok(isNarrow(leastWidth(scale), name, scale), name);
    }
  });
  it('stands below the service where it fits into one line', () => {
    assert.deepEqual(
      NAMES.map((name) => [33, 48, 66].map((width) => isNarrow(width, name, 1))),
      [
        [true, false, false],
        [true, false, false],
        [true, true, false],
        [true, true, false],
      ],
    );
    assert.deepEqual([isNarrow(66, '欧阳晓岚', 1.15), isNarrow(66, '王秀英', 1.15)], [true, false]);
  });
  it('of jobs that follow each other after half an hour is in one line of boxes', () => {
    assert.equal(packed([job(1, '09:00', 30), job(2, '09:30', 30)], DAY, leastWidth(1) / 1.1).tracks, 1);
  });
});

describe('ways and clashes', () => {
  it('are between jobs in their order; too little time for one is marked', () => {
    const [gap] = gapsOf([job(2, '10:15', 60, FAR), job(1, '09:00', 60, HOME)], DAY);
    assert.deepEqual([gap?.start, gap?.tight], [600, true]);
    const [wide] = gapsOf([job(2, '11:00', 60, FAR), job(1, '09:00', 60, HOME)], DAY);
    assert.equal(wide?.tight, false);
    assert.deepEqual(gapsOf([job(1, '09:00', 60, HOME), job(2, '10:00', 60, HOME), job(3, '11:30')], DAY), []);
    assert.deepEqual(gapsOf([job(1, '09:00', 60, HOME), job(2, '09:30', 60, FAR)], DAY), [], 'a clash is no way');
  });
  it('clash in pairs, also with a long one before', () => {
    assert.deepEqual([...clashesOf([job(1, '09:00', 180), job(2, '09:30', 15), job(3, '11:00', 30), job(4, '12:00')])].sort(), [1, 2, 3]);
    assert.equal(clashesOf([job(1, '09:00'), job(2, '10:00')]).size, 0);
  });
  it('wait by urgency, then by time', () => {
    const ids = byUrgency([job(1, '09:00'), job(2, '12:00', 60, { emergencyType: 2 }), job(3, '08:00')]).map(({ id }) => id);
    assert.deepEqual(ids, [2, 3, 1]);
  });
});

describe('dots of one house', () => {
  it('lie ring by ring, each with room for a finger', () => {
    assert.deepEqual([0, 1, 2].map(combCell), [
      [0, 0],
      [27, 0],
      [14, 23],
    ]);
    const cells = Array.from({ length: 200 }, (_, index) => combCell(index));
    for (const [index, [x, y]] of cells.entries())
      for (const [other, [x2, y2]] of cells.entries())
        if (other < index) assert.ok(Math.hypot(x - x2, y - y2) > 25, `${index} and ${other}`);
    const away = cells.map(([x, y]) => Math.hypot(x, y));
    assert.ok(Math.max(...away.slice(0, 91)) <= 5 * 27 + 1 && Math.min(...away.slice(91)) > 4 * 27, 'five rings hold 91');
  });
});

describe('the address of the board', () => {
  const read = (text: string) => readState(new URLSearchParams(text), DAY);
  it('is the default where it says nothing or nonsense', () => {
    const plain = { view: 'calendar', week: false, day: DAY, department: null, staff: [], type: null, urgency: null, everybody: false };
    assert.deepEqual(read(''), plain);
    assert.deepEqual(read('view=toString&day=2026-13-45&department=-1&staff=a,,0&type=1.5'), plain);
    assert.equal(read('view=map&range=week').week, false);
  });
  it('brings back what was written', () => {
    const state = {
      view: 'load',
      week: true,
      day: '2026-11-30',
      department: 7,
      staff: [3, 9],
      type: 2,
      urgency: 1,
      everybody: true,
    } as const;
    assert.deepEqual(readState(writeState(state, DAY), DAY), state);
    assert.equal(writeState(read(''), DAY).size, 0);
  });
});
