import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { taskPhases } from '#contract/care/care-tasks.rules.ts';
import { instantOf } from '#contract/time.ts';
import { careHappened, careNow, inCareOrder, taskOfStep, withCare, type CareTask } from './care-steps.ts';
import type { Step } from './steps.ts';

const now = instantOf('2026-11-26 10:00:00');
const { later, due, overdue, done, notDone, missed } = taskPhases;
const task = (id: number, clock: string, state: number = later) =>
  ({
    id,
    openTime: `2026-11-26 ${clock}:00`,
    dueTime: `2026-11-26 ${clock}:00`,
    closeTime: `2026-11-26 ${clock.slice(0, 2)}:59:00`,
    state,
    doneId: null,
    doneTime: null,
    reason: null,
  }) as unknown as CareTask;
const step = (id: number, more: Partial<Step> = {}): Step =>
  ({ kind: 'care', body: { id, doneTime: '2026-11-26 09:58:00' }, problem: null, ...more }) as unknown as Step;
const statesOf = (tasks: readonly CareTask[]) => tasks.map(({ id, state }) => [id, state]);

describe('the tasks of a care round', () => {
  it('stand by the clock, then by what waits to be sent and was not refused', () => {
    const care = { tasks: [task(1, '11:00'), task(2, '10:00'), task(3, '09:30'), task(4, '08:00'), task(5, '07:00', done)] };
    assert.deepEqual(
      statesOf(careNow(care, [], now).tasks),
      [
        [1, later],
        [2, due],
        [3, missed],
        [4, missed],
        [5, done],
      ].map((one) => one),
    );
    const problem = { status: 409, text: '王芳已登记', fresh: null };
    const steps = [
      step(2),
      step(3, { kind: 'careNot', body: { id: 3, reason: 1, doneTime: '2026-11-26 09:40:00' } }),
      step(4, { problem }),
    ];
    const next = careNow(care, steps, instantOf('2026-11-26 09:40:00'));
    assert.deepEqual(statesOf(next.tasks).slice(1, 4), [
      [2, done],
      [3, notDone],
      [4, missed],
    ]);
    assert.equal(next.tasks[2]!.reason, 1);
    assert.deepEqual(
      statesOf(
        inCareOrder(
          careNow(
            { tasks: [task(5, '07:00', done), task(1, '11:00'), task(2, '10:00'), task(6, '09:30')] },
            [],
            instantOf('2026-11-26 10:00:00'),
          ).tasks,
        ),
      ),
      [
        [2, due],
        [6, missed],
        [1, later],
        [5, done],
      ],
    );
    assert.equal(careNow({ tasks: [task(2, '10:00')] }, [], now + 60_000).tasks[0]!.state, overdue);
  });

  it('are not changed by other steps, and known again when an answer was lost', () => {
    const care = { tasks: [task(1, '11:00')] };
    const start = step(1, { kind: 'start' });
    assert.deepEqual([taskOfStep(start), withCare(care, start)], [null, care]);
    const mine = { ...task(1, '11:00'), doneId: 7, doneTime: '2026-11-26 09:58:00' };
    assert.ok(careHappened(step(1), [mine], 7));
    assert.ok(!careHappened(step(1), [mine], 8));
    assert.ok(!careHappened(step(2), [mine], 7));
    assert.ok(!careHappened(step(1, { body: { id: 1, doneTime: '2026-11-26 09:59:00' } }), [mine], 7));
  });
});
