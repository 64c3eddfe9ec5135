import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { endOfWindows, inWindows, minutesOf } from './time-windows.rules.ts';

describe('time windows', () => {
  // 2026-11-16 was a Monday.
  const time = (text: string) => Date.parse(`${text.replace(' ', 'T')}:00+08:00`);
  it('count the minutes of the day', () => {
    assert.deepEqual(['00:00', '07:05', '23:59'].map(minutesOf), [0, 425, 1439]);
  });

  it('are always without any, wrap over midnight, and belong to the day they begin on', () => {
    assert.ok(inWindows([], 0));
    const night = [{ days: [], from: '21:00', to: '06:00' }];
    for (const [text, expected] of [
      ['2026-11-16 20:59', false],
      ['2026-11-16 21:00', true],
      ['2026-11-17 00:00', true],
      ['2026-11-17 05:59', true],
      ['2026-11-17 06:00', false],
    ] as const)
      assert.equal(inWindows(night, time(text)), expected, text);
    const sunday = [{ days: [7], from: '21:00', to: '06:00' }];
    assert.deepEqual(
      [time('2026-11-15 22:00'), time('2026-11-16 03:00'), time('2026-11-16 22:00')].map((one) => inWindows(sunday, one)),
      [true, true, false],
    );
    assert.deepEqual(
      [time('2026-11-16 08:00'), time('2026-11-16 12:00')].map((one) => inWindows([{ days: [1], from: '08:00', to: '12:00' }], one)),
      [true, false],
    );
  });

  it('end where the last of those ends that follow on without a gap', () => {
    const night = { days: [], from: '21:00', to: '06:00' };
    const morning = { days: [6, 7], from: '06:00', to: '09:30' };
    for (const [windows, from, until] of [
      [[], '2026-11-16 22:00', null],
      [[night], '2026-11-16 12:00', null],
      [[night], '2026-11-16 21:00', '2026-11-17 06:00'],
      [[night], '2026-11-17 05:59', '2026-11-17 06:00'],
      [[night], '2026-11-17 06:00', null],
      // Over the end of a year.
      [[night], '2026-12-31 23:30', '2027-01-01 06:00'],
      // Saturday goes on until half past nine, Monday does not.
      [[night, morning], '2026-11-20 23:00', '2026-11-21 09:30'],
      [[night, morning], '2026-11-15 23:00', '2026-11-16 06:00'],
      // Overlapping windows.
      [[night, { days: [], from: '05:00', to: '07:00' }], '2026-11-16 23:00', '2026-11-17 07:00'],
      // All day, every day: a week.
      [
        [
          { days: [], from: '00:00', to: '12:00' },
          { days: [], from: '12:00', to: '00:00' },
        ],
        '2026-11-16 08:00',
        '2026-11-23 08:00',
      ],
    ] as const)
      assert.equal(endOfWindows(windows, time(from)), until === null ? null : time(until), `${JSON.stringify(windows)} ${from}`);
  });
});
