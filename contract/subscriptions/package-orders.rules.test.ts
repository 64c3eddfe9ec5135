import { instantOf } from '../time.ts';
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { after, canDo, deadlineAfterRefusal, deadlineOf, dialogStep, dueOf, numberOf, type OrderAction } from './package-orders.rules.ts';

describe('what is open in which state', () => {
  const actions: OrderAction[] = ['pay', 'bill', 'cancel', 'expire', 'verify', 'refuse', 'fail', 'settle'];
  const table: [payStatus: number, bill: boolean, open: OrderAction[]][] = [
    [1, false, ['pay', 'bill', 'cancel', 'expire', 'settle']],
    [6, false, ['pay', 'bill', 'cancel', 'expire', 'fail', 'settle']],
    [6, true, ['pay', 'bill', 'cancel', 'verify', 'refuse', 'fail', 'settle']],
    [2, false, []],
    [3, false, []],
    [4, false, []],
    [5, false, []],
  ];
  for (const [payStatus, bill, open] of table)
    it(`${payStatus}${bill ? ' with a receipt' : ''}`, () => {
      assert.deepEqual(
        actions.filter((action) => canDo(action, { payStatus, bill })),
        open,
      );
    });
  it('what has ended is never left', () => {
    for (const payStatus of [2, 3, 4, 5]) for (const action of actions) assert.equal(canDo(action, { payStatus, bill: false }), false);
  });
  it('leads where the specification says', () => {
    const from = { payStatus: 6, bill: true };
    assert.deepEqual(
      actions.map((action) => after(action, from)),
      [6, 6, 5, 4, 2, 6, 3, 2],
    );
  });
});

describe('the dialog', () => {
  it('opens with the step of the order under way', () => assert.deepEqual([null, 1, 6, 2, 3, 4, 5].map(dialogStep), [1, 2, 3, 1, 1, 1, 1]));
});

describe('deadlines', () => {
  const cases: [string, string][] = [
    ['2026-06-15 00:00:00', '2026-06-15 23:59:00'],
    ['2026-06-15 09:00:00', '2026-06-15 23:59:00'],
    ['2026-06-15 23:58:59', '2026-06-15 23:59:00'],
    ['2026-06-15 23:59:00', '2026-06-16 23:59:00'],
    ['2026-06-15 23:59:59', '2026-06-16 23:59:00'],
    ['2026-12-31 23:59:30', '2027-01-01 23:59:00'],
  ];
  for (const [now, end] of cases) it(`${now} → ${end}`, () => assert.equal(deadlineOf(instantOf(now)), instantOf(end)));
  it('a receipt that was sent back may come again until the next day ends', () =>
    assert.equal(deadlineAfterRefusal(instantOf('2026-06-15 10:00:00')), instantOf('2026-06-16 23:59:00')));
  it('a receipt is judged within 24 hours', () => assert.equal(dueOf(instantOf('2026-06-15 10:00:00')), instantOf('2026-06-16 10:00:00')));
  it('numbers name the day', () =>
    assert.deepEqual([numberOf('2026-06-15', 7), numberOf('2026-06-15', 12345)], ['TC202606150007', 'TC2026061512345']));
});
