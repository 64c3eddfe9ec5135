import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { clockOf, minuteOf, uncovered, uncoveredBetween } from './duties.rules.ts';

const shift = (startTime: string, endTime: string) => ({ startTime: `2026-11-${startTime}:00`, endTime: `2026-11-${endTime}:00` });

describe('hours without anybody on duty', () => {
  it('are the gaps between shifts, over midnight', () => {
    const night = shift('15 23:00', '16 07:00');
    const day = shift('16 07:00', '16 15:00');
    const late = shift('16 20:00', '17 08:00');
    for (const [shifts, expected] of [
      [[], [['00:00', '24:00']]],
      [[night], [['07:00', '24:00']]],
      [[day, night], [['15:00', '24:00']]],
      [[late, day, night], [['15:00', '20:00']]],
      [[night, day, shift('16 14:00', '16 23:30'), shift('16 23:00', '17 07:00')], []],
      [[shift('14 07:00', '14 15:00'), shift('18 07:00', '18 15:00')], [['00:00', '24:00']]],
      [[shift('15 20:00', '17 08:00')], []],
    ] as const)
      assert.deepEqual(uncovered(shifts, '2026-11-16'), expected);
  });
});

describe('uncoveredBetween', () => {
  const day = (clock: string) => `2026-03-05 ${clock}:00`;
  const shift = (from: string, to: string) => ({ startTime: day(from), endTime: day(to) });
  const of = (...shifts: { startTime: string; endTime: string }[]) =>
    uncoveredBetween(shifts, day('08:00'), day('20:00')).map(
      ({ startTime, endTime }) => `${startTime.slice(11, 16)}-${endTime.slice(11, 16)}`,
    );
  it('is the whole span without a shift, and nothing when one runs all the time', () => {
    assert.deepEqual(of(), ['08:00-20:00']);
    assert.deepEqual(of(shift('07:00', '21:00')), []);
  });
  it('is what lies before, between and after the shifts, whatever their order', () => {
    assert.deepEqual(of(shift('15:00', '19:00'), shift('09:00', '12:00'), shift('10:00', '11:00')), [
      '08:00-09:00',
      '12:00-15:00',
      '19:00-20:00',
    ]);
  });
  it('leaves out shifts beside the span', () => {
    assert.deepEqual(of(shift('05:00', '07:00'), shift('20:00', '23:00')), ['08:00-20:00']);
  });
});

describe('minuteOf, clockOf', () => {
  it('count minutes of a day, and stop at its ends for times of other days', () => {
    assert.deepEqual(
      ['2026-11-15 23:00:00', '2026-11-16 00:00:00', '2026-11-16 07:30:00', '2026-11-17 07:30:00'].map((time) =>
        minuteOf(time, '2026-11-16'),
      ),
      [0, 0, 450, 1440],
    );
    assert.deepEqual([0, 450, 1440].map(clockOf), ['00:00', '07:30', '24:00']);
  });
});
