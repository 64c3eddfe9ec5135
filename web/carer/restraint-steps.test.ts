import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { dueOf } from '#contract/care/restraint-commands.rules.ts';
import { MINUTE, instantOf, textOf } from '#contract/time.ts';
import { dueRestraints, restraintOfStep, restraintsNow, type Restraint, type Restraints } from './restraint-steps.ts';
import type { Step } from './steps.ts';

const now = instantOf('2026-11-26 10:00:00');
const row = (id: number, begunMinutesAgo: number | null): Restraint => {
  const time = begunMinutesAgo === null ? null : textOf(now - begunMinutesAgo * MINUTE);
  return {
    id,
    state: time === null ? 1 : 2,
    hours: 8,
    lookMinutes: 30,
    loosenMinutes: 120,
    orderedTime: textOf(now - 900 * MINUTE),
    beginTime: time,
    lookTime: time,
    loosenTime: time,
    limitTime: null,
  } as Restraint;
};
const step = (kind: Step['kind'], id: number, minutesAgo: number, more: object = {}, problem: Step['problem'] = null) =>
  ({ kind, body: { id, time: textOf(now - minutesAgo * MINUTE), ...more }, problem }) as unknown as Step;
const kept: Restraints = { rows: [row(1, 20), row(2, 45), row(3, null)], more: false };
const dues = (steps: Step[]) =>
  restraintsNow(kept, steps, now).map((one) => {
    const due = dueOf(one, now);
    return [one.id, due && due.what, due && (due.at - now) / MINUTE];
  });

describe('restraints on the phone', () => {
  it('stand by what is due first', () => {
    assert.deepEqual(dues([]), [
      [2, 'look', -15],
      [1, 'look', 10],
      [3, null, null],
    ]);
    assert.equal(dueRestraints(kept.rows, now), 1);
    assert.equal(restraintOfStep(step('note', 1, 0)), null);
  });

  it('are as the steps make them that wait and were not refused', () => {
    const look = step('restraintLook', 2, 0);
    assert.deepEqual(dues([look])[1], [2, 'look', 30]);
    assert.deepEqual(dues([{ ...look, problem: { status: 409, text: '', fresh: null } }])[0], [2, 'look', -15]);
    assert.deepEqual(dues([step('restraintEnd', 2, 0)]).length, 2);
    const begun = restraintsNow(kept, [step('restraintBegin', 3, 5)], now).find(({ id }) => id === 3)!;
    assert.deepEqual([begun.state, begun.limitTime, dueOf(begun, now)!.at], [2, textOf(now + 475 * MINUTE), now + 25 * MINUTE]);
    const loosened = restraintsNow(kept, [step('restraintLook', 1, 1, { loosened: true })], now).find(({ id }) => id === 1)!;
    assert.equal(loosened.loosenTime, textOf(now - MINUTE));
  });
});
