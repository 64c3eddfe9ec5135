import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { MINUTE } from '../time.ts';
import { targetsOf, targetState } from './work-order-targets.rules.ts';

const TARGETS = { responseMinutes: [30, 10, 5], completionMinutes: [60, 30, 15] };
const job = (serviceAt: number, minutes: number) => ({ serviceAt: serviceAt * MINUTE, minutes });
const of = (urgency: number, jobs: ReturnType<typeof job>[], pausedMs = 0) => {
  const { respondBy, completeBy } = targetsOf({ orderedAt: 0, urgency, jobs, pausedMs }, TARGETS);
  return [respondBy / MINUTE, completeBy / MINUTE];
};

describe('the targets of an order', () => {
  it('count from the order when it is needed at once, and from its first job when that is later', () => {
    assert.deepEqual(of(1, [job(0, 20)]), [30, 80]);
    assert.deepEqual(of(1, [job(300, 20), job(240, 90)]), [210, 390], 'the first job begins, the one that ends last ends');
    assert.deepEqual(of(1, []), [30, 60]);
  });

  it('are shorter the more urgent it is; an urgency that is not known has the nearest', () => {
    assert.deepEqual(
      [1, 2, 3, 0, 9].map((urgency) => of(urgency, [job(0, 0)])),
      [
        [30, 60],
        [10, 30],
        [5, 15],
        [30, 60],
        [5, 15],
      ],
    );
  });

  it('leave the time out in which the order was paused', () => assert.deepEqual(of(1, [job(0, 0)], 7 * MINUTE), [30, 67]));

  it('are reached or missed once it is done, and else run, draw near, are over or stand still', () => {
    const by = 100 * MINUTE;
    assert.equal(targetState(by, by, 0), 'met');
    assert.equal(targetState(by, by + 1, 0), 'missed');
    assert.equal(targetState(by, null, by + 1), 'late');
    assert.equal(targetState(by, null, by), 'soon');
    assert.equal(targetState(by, null, by - 15 * MINUTE), 'soon');
    assert.equal(targetState(by, null, by - 15 * MINUTE - 1), 'running');
    assert.equal(targetState(by, null, by - MINUTE, true), 'paused');
    assert.equal(targetState(by, null, by + 1, true), 'late');
  });
});
