import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf } from '../time.ts';
import { isDayOff, leaveDaysOf, leaveLength, leaveText, spanOf, spanProblem, takenOf, type LeaveDays } from './leave-spans.rules.ts';

const days = (startDay: string, startHalf: 'am' | 'pm', endDay: string, endHalf: 'am' | 'pm'): LeaveDays => ({
  startDay,
  startHalf,
  endDay,
  endHalf,
});
const now = instantOf('2026-11-24 09:00:00');

describe('the span of a leave', () => {
  it('is kept as times, read back as half days, and said in words', () => {
    for (const [given, starts, ends, text, length] of [
      [days('2026-11-25', 'am', '2026-11-25', 'pm'), '2026-11-25 00:00:00', '2026-11-26 00:00:00', '2026-11-25 全天', 1],
      [days('2026-11-25', 'am', '2026-11-25', 'am'), '2026-11-25 00:00:00', '2026-11-25 12:00:00', '2026-11-25 上午', 0.5],
      [days('2026-11-25', 'pm', '2026-11-25', 'pm'), '2026-11-25 12:00:00', '2026-11-26 00:00:00', '2026-11-25 下午', 0.5],
      [days('2026-12-31', 'pm', '2027-01-02', 'am'), '2026-12-31 12:00:00', '2027-01-02 12:00:00', '2026-12-31 下午 至 2027-01-02 上午', 2],
    ] as const) {
      const span = spanOf(given);
      assert.deepEqual(span, { starts_at: starts, ends_at: ends });
      assert.deepEqual(leaveDaysOf(span), given);
      assert.equal(leaveText(span), text);
      assert.equal(leaveLength(span), length);
    }
  });

  it('is refused when it ends before it begins, is endless, or far away', () => {
    for (const [given, problem] of [
      [days('2026-11-25', 'am', '2026-11-25', 'am'), null],
      [days('2026-11-25', 'pm', '2026-11-25', 'am'), '请假的结束应晚于开始'],
      [days('2026-11-26', 'am', '2026-11-25', 'pm'), '请假的结束应晚于开始'],
      [days('2026-11-25', 'am', '2027-11-26', 'pm'), '一次请假最长366天'],
      [days('2026-10-26', 'am', '2026-10-26', 'pm'), null],
      [days('2026-10-24', 'am', '2026-10-24', 'pm'), '请假的开始不能早于30天前'],
      [days('2027-12-24', 'am', '2027-12-24', 'pm'), '请假的开始不能晚于366天后'],
    ] as const)
      assert.equal(spanProblem(spanOf(given), now), problem);
  });

  it('counts working days where the institution wants that', () => {
    // Thursday to the Monday after; the Saturday is worked, the Monday a holiday.
    const kinds = new Map([
      ['2026-11-28', 2],
      ['2026-11-30', 1],
    ]);
    const isOff = (day: string) => isDayOff(day, kinds);
    assert.deepEqual(
      ['2026-11-26', '2026-11-28', '2026-11-29', '2026-11-30'].map((day) => isOff(day)),
      [false, false, true, true],
    );
    assert.equal(leaveLength(spanOf(days('2026-11-26', 'pm', '2026-11-30', 'pm')), isOff), 2.5);
    assert.equal(leaveLength(spanOf(days('2026-11-29', 'am', '2026-11-29', 'pm')), isOff), 0);
  });

  it('that is ended early was taken up to the half day that has begun', () => {
    const span = spanOf(days('2026-11-24', 'am', '2026-11-26', 'pm'));
    assert.deepEqual(takenOf(span, now), { starts_at: '2026-11-24 00:00:00', ends_at: '2026-11-24 12:00:00' });
    assert.deepEqual(takenOf(span, instantOf('2026-11-25 12:00:00'))?.ends_at, '2026-11-26 00:00:00');
    assert.deepEqual(takenOf(span, instantOf('2026-12-25 12:00:00'))?.ends_at, '2026-11-27 00:00:00');
    assert.equal(takenOf(span, instantOf('2026-11-23 23:59:59')), null);
  });
});
