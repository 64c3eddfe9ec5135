import { HOUR } from '../time.ts';
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { bedSpells, bedSums, nightChoice, nightsAt } from './nights.rules.ts';

const NIGHT = { from: 20 * HOUR, to: 32 * HOUR };
const at = (hour: number, out: boolean) => ({ at: hour * HOUR, out });
const read = (...turns: { at: number; out: boolean }[]) =>
  bedSpells(turns, NIGHT).map(({ out, from, to, minutes }) => [out, from / HOUR, to === null ? null : to / HOUR, minutes]);

describe('a night in bed', () => {
  it('says nothing where nothing was said', () => {
    assert.deepEqual(read(), []);
    assert.deepEqual(read(at(33, false)), []);
    assert.deepEqual(bedSums([]), { inBed: 0, leaves: 0, away: 0 });
  });

  it('begins with what was known before it, and goes on where no end is known', () => {
    assert.deepEqual(read(at(19, true)), [[true, 20, null, 720]]);
    assert.deepEqual(read(at(10, false), at(14, true), at(21.5, false)), [
      [true, 20, 21.5, 90],
      [false, 21.5, null, 630],
    ]);
  });

  it('counts a state that is said again once, and leaves only between lying down and getting up', () => {
    const night = [at(12, true), at(21, false), at(22, false), at(26, true), at(26.25, false), at(30, true), at(33, false)];
    const spells = bedSpells(night, NIGHT);
    assert.deepEqual(
      spells.map(({ out, minutes }) => [out, minutes]),
      [
        [true, 60],
        [false, 300],
        [true, 15],
        [false, 225],
        [true, 120],
      ],
    );
    assert.deepEqual(bedSums(spells), { inBed: 525, leaves: 1, away: 15 });
    assert.deepEqual(bedSums([{ out: true, minutes: 720 }]), { inBed: 0, leaves: 0, away: 0 });
  });
});

describe('the nights that a page offers', () => {
  it('are the last one that ended, and in the evening and the small hours the one that goes on', () => {
    assert.deepEqual(nightsAt('2026-11-23 01:10:00'), { ended: '2026-11-22', running: '2026-11-23' });
    assert.deepEqual(nightsAt('2026-11-23 07:59:59'), { ended: '2026-11-22', running: '2026-11-23' });
    assert.deepEqual(nightsAt('2026-11-23 08:00:00'), { ended: '2026-11-23', running: null });
    assert.deepEqual(nightsAt('2026-11-23 19:59:59'), { ended: '2026-11-23', running: null });
    assert.deepEqual(nightsAt('2026-11-23 23:50:00'), { ended: '2026-11-23', running: '2026-11-24' });
  });

  it('go over the end of months, leap days and years', () => {
    assert.deepEqual(nightsAt('2028-02-29 23:50:00'), { ended: '2028-02-29', running: '2028-03-01' });
    assert.deepEqual(nightsAt('2027-01-01 00:05:00'), { ended: '2026-12-31', running: '2027-01-01' });
  });
});

describe('the page of nights', () => {
  const offered = [
    { value: '2026-11-23', label: '上一晚' },
    { value: '2026-11-24', label: '今晚（进行中）' },
  ];

  it('opens with the night that ended, and offers the one that goes on', () => {
    const evening = '2026-11-23 23:50:00';
    assert.deepEqual(nightChoice(evening, null), { day: '2026-11-23', goesOn: false, last: '2026-11-24', offered });
    assert.deepEqual(nightChoice(evening, '2026-11-24'), { day: '2026-11-24', goesOn: true, last: '2026-11-24', offered });
    assert.deepEqual(nightChoice(evening, '2026-11-23'), { day: '2026-11-23', goesOn: false, last: '2026-11-24', offered });
  });

  it('stays with the night that was chosen over midnight, and says in the morning that it has ended', () => {
    assert.deepEqual(nightChoice('2026-11-24 00:05:00', '2026-11-24'), { day: '2026-11-24', goesOn: true, last: '2026-11-24', offered });
    assert.deepEqual(nightChoice('2026-11-24 08:00:00', '2026-11-24'), {
      day: '2026-11-24',
      goesOn: false,
      last: '2026-11-24',
      offered: [],
    });
  });

  it('offers no choice by day', () => {
    assert.deepEqual(nightChoice('2026-11-23 14:00:00', null), { day: '2026-11-23', goesOn: false, last: '2026-11-23', offered: [] });
    assert.deepEqual(nightChoice('2026-11-23 14:00:00', '2026-10-02'), {
      day: '2026-10-02',
      goesOn: false,
      last: '2026-11-23',
      offered: [],
    });
  });
});
