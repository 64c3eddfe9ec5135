import { DAY } from '../time.ts';
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { baselineOf, LEAST_DAYS, median, type Sample } from './baselines.rules.ts';

const now = Date.parse('2026-11-21T20:00:00+08:00');
/** One value a day, `from` days ago to `to` days ago. */
const days = (from: number, to: number, of: (day: number) => number): Sample[] =>
  Array.from({ length: from - to + 1 }, (_, index) => ({ at: now - (from - index) * DAY, value: of(from - index) }));

describe('a personal baseline', () => {
  it('median', () => {
    assert.equal(median([3, 1, 2]), 2);
    assert.equal(median([4, 1, 2, 3]), 2.5);
  });
  it('finds what single limits miss: a temperature of 37.2 in somebody who is usually at 36.2', () => {
    const usual = days(28, 4, (day) => (day % 2 ? 36.2 : 36.3));
    const calm = baselineOf('temperature', [...usual, ...days(2, 0, () => 36.3)], now);
    assert.deepEqual([calm.enough, calm.drift, calm.days], [true, 0, 25]);
    const apart = baselineOf('temperature', [...usual, ...days(2, 0, () => 37.2)], now);
    assert.deepEqual([apart.median, apart.recent, apart.drift, (apart.deviation as number) >= 2], [36.3, 37.2, 1, true]);
    assert.equal(baselineOf('heartRate', [...days(28, 4, () => 80), ...days(2, 0, () => 60)], now).drift, -1);
  });
  it('is not moved by one odd day, nor by the last three', () => {
    const usual = days(28, 4, (day) => (day === 10 ? 150 : 72));
    assert.equal(baselineOf('heartRate', usual, now).median, 72);
    assert.equal(baselineOf('heartRate', [...usual, ...days(2, 0, () => 130)], now).median, 72);
  });
  it('says nothing before there are enough days, or enough of the last 72 hours', () => {
    const few = baselineOf('heartRate', [...days(LEAST_DAYS + 2, 4, () => 70), ...days(2, 0, () => 110)], now);
    assert.deepEqual([few.days, few.enough, few.drift], [LEAST_DAYS - 1, false, 0]);
    assert.equal(baselineOf('heartRate', [...days(28, 4, () => 70), ...days(1, 0, () => 110)], now).drift, 0);
    assert.deepEqual(baselineOf('heartRate', [], now), {
      days: 0,
      enough: false,
      median: null,
      spread: null,
      recent: null,
      recentCount: 0,
      deviation: null,
      drift: 0,
    });
  });
  it('a day counts once however often was measured', () => {
    const watch = Array.from({ length: 500 }, (_, index) => ({ at: now - 5 * DAY + index * 1000, value: 120 }));
    assert.equal(baselineOf('heartRate', [...days(28, 6, () => 70), ...watch], now).median, 70);
  });
});
