import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { BEATS, dailyOf, DEGREES, heightOf, mondayOf, pointsOf, slotOf, type SheetValue } from './temperature-sheets.rules.ts';

const at = (text: string) => Date.parse(`${text}+08:00`);
const value = (time: string, one: number, manual = true, metric = 'temperature'): SheetValue => ({
  metric,
  at: at(time),
  value: one,
  manner: 1,
  manual,
});

describe('a temperature sheet', () => {
  it('begins on Mondays', () => {
    assert.deepEqual(['2026-11-16', '2026-11-21', '2026-11-22', '2026-11-23'].map(mondayOf), [
      '2026-11-16',
      '2026-11-16',
      '2026-11-16',
      '2026-11-23',
    ]);
  });
  it('has six columns a day, of four hours each', () => {
    const slot = (time: string) => slotOf(at(time), '2026-11-16');
    assert.deepEqual(['2026-11-16T00:00:00', '2026-11-16T03:59:59', '2026-11-16T04:00:00', '2026-11-22T23:59:59'].map(slot), [0, 0, 1, 41]);
    assert.deepEqual(['2026-11-15T23:59:59', '2026-11-23T00:00:00'].map(slot), [null, null]);
  });
  it('has what staff measured before what a device sent, nearest to the hour', () => {
    const points = pointsOf(
      [
        value('2026-11-16T06:00:00', 36.9, false),
        value('2026-11-16T04:30:00', 36.4),
        value('2026-11-16T06:10:00', 36.6),
        value('2026-11-17T06:00:00', 36.2, false),
      ],
      'temperature',
      '2026-11-16',
    );
    assert.deepEqual(
      points.map(({ slot, value: one, manual }) => [slot, one, manual]),
      [
        [1, 36.6, true],
        [7, 36.2, false],
      ],
    );
  });
  it('lists a day in the order of time', () => {
    const days = dailyOf(
      [value('2026-11-16T15:00:00', 130, true, 'systolic'), value('2026-11-16T07:00:00', 120, true, 'systolic')],
      'systolic',
      '2026-11-16',
    );
    assert.deepEqual(
      days.map((day) => day.map((one) => one.value)),
      [[120, 130], [], [], [], [], [], []],
    );
  });
  it('a degree is as high as twenty beats; what is off the scale is at its edge', () => {
    assert.equal(heightOf(37, DEGREES), heightOf(80, BEATS));
    assert.deepEqual([heightOf(33, DEGREES), heightOf(43, DEGREES)], [0, 1]);
  });
});
