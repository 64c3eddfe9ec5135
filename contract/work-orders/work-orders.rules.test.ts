import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  actionsOf,
  canDo,
  canDoJob,
  canDoOneJob,
  detailStatus,
  dialogStatus,
  jobContinues,
  jobLocked,
  missingOf,
  numberOf,
  orderStatus,
  payTypeOffered,
  statusesOfDetail,
  statusesOfDialog,
  statusOfJobs,
  stepsOf,
  totalOf,
  type Action,
} from './work-orders.rules.ts';

const EVERY: Action[] = ['detail', 'edit', 'send', 'cancel', 'stop', 'comment', 'continue', 'start', 'finish', 'delete', 'return'];
/** The specification's sets (1, section 4) by dialog status, word for word. */
const SPECIFIED: Record<number, Action[]> = {
  1: ['detail', 'edit', 'send', 'cancel'],
  2: ['detail', 'edit', 'send', 'cancel'],
  3: ['detail', 'stop', 'cancel'],
  4: ['detail', 'comment'],
  5: ['detail', 'edit', 'continue', 'send', 'cancel'],
  6: ['detail'],
};
/** What the specification leaves open, decided by us. */
const OURS: Record<number, Action[]> = {
  1: ['delete', 'return'],
  2: ['start', 'return'],
  3: ['start', 'finish', 'return'],
  4: [],
  5: ['return'],
  6: [],
};

describe('actions', () => {
  for (const status of Object.values(orderStatus)) {
    it(`are what is specified, and no more, in status ${status}`, () => {
      const dialog = dialogStatus(status);
      const allowed = new Set([...(SPECIFIED[dialog] ?? []), ...(OURS[dialog] ?? [])]);
      for (const action of EVERY) assert.equal(canDo(action, status), allowed.has(action), `${action} in ${status}`);
      assert.deepEqual([...actionsOf(status)].sort(), [...allowed].sort());
    });
  }

  it('are none in an unknown status', () => {
    for (const status of [0, 8, -1, 1.5]) for (const action of EVERY) assert.equal(canDo(action, status), false);
  });

  it('of a job depend on the job', () => {
    const table: Record<number, string[]> = {
      1: ['send', 'stop', 'cancel'],
      2: ['send', 'start', 'stop', 'cancel', 'return'],
      3: ['finish', 'stop', 'cancel'],
      4: [],
      5: ['send', 'continue', 'cancel', 'return'],
      6: [],
    };
    for (const [status, allowed] of Object.entries(table)) {
      for (const action of ['send', 'start', 'finish', 'stop', 'continue', 'cancel', 'return'] as const)
        assert.equal(canDoJob(action, Number(status)), allowed.includes(action), `${action} ${status}`);
    }
  });
});

describe('readings of the status', () => {
  // canonical → dialog 1–6, detail 0–4: domain/peers.md 5.6
  const table: [number, number, number][] = [
    [orderStatus.unassigned, 1, 4],
    [orderStatus.assigned, 2, 0],
    [orderStatus.inProgress, 3, 1],
    [orderStatus.finished, 4, 2],
    [orderStatus.paused, 5, 4],
    [orderStatus.cancelled, 6, 3],
    [orderStatus.rated, 6, 2],
  ];
  it('go both ways', () => {
    for (const [status, dialog, detail] of table) {
      assert.equal(dialogStatus(status), dialog);
      assert.equal(detailStatus(status), detail);
      assert.ok(statusesOfDialog(dialog).includes(status as never));
      assert.ok(statusesOfDetail(detail).includes(status as never));
    }
    assert.deepEqual([1, 2, 3, 4, 5, 6].flatMap(statusesOfDialog).sort(), Object.values(orderStatus).sort());
    assert.deepEqual([0, 1, 2, 3, 4].flatMap(statusesOfDetail).sort(), Object.values(orderStatus).sort());
    assert.deepEqual(statusesOfDialog(6), [6, 7]);
    assert.deepEqual(statusesOfDetail(4), [1, 5]);
    assert.deepEqual(statusesOfDialog(7), []);
  });
});

describe('the step bar', () => {
  const bar = (status: number, startTime: string | null, endTime: string | null) =>
    stepsOf({ status, createTime: 'c', startTime, endTime }).map(({ title, time, state }) => `${title}|${time ?? ''}|${state}`);
  const cases: [string, number, string | null, string | null, string[]][] = [
    ['unassigned', 1, null, null, ['待派单|c|current', '已派单||wait', '服务中||wait', '已完成||wait']],
    ['assigned', 2, null, null, ['待派单|c|done', '已派单||current', '服务中||wait', '已完成||wait']],
    ['in progress', 3, 's', null, ['待派单|c|done', '已派单||done', '服务中|s|current', '已完成||wait']],
    ['finished', 4, 's', 'e', ['待派单|c|done', '已派单||done', '服务中|s|done', '已完成|e|done']],
    ['paused', 5, 's', null, ['已暂停|c|current', '已派单||wait', '服务中||wait', '已完成||wait']],
    ['cancelled before it was started', 6, null, 'e', ['待派单|c|done', '已取消|e|cancelled']],
    ['cancelled under way', 6, 's', 'e', ['待派单|c|done', '已派单||done', '服务中|s|done', '已取消|e|cancelled']],
    ['rated', 7, 's', 'e', ['待派单|c|done', '已派单||done', '服务中|s|done', '已完成|e|done']],
  ];
  it('says when somebody was sent, once that is reached', () => {
    const times = (status: number) =>
      stepsOf({ status, createTime: 'c', respondedAt: 'r', startTime: null, endTime: null }).map(({ time }) => time);
    assert.deepEqual(times(2), ['c', 'r', null, null]);
    assert.deepEqual(times(5), ['c', null, null, null]);
  });
  for (const [name, status, start, end, expected] of cases)
    it(`of an order ${name}`, () => assert.deepEqual(bar(status, start, end), expected));
});

describe('an order follows its jobs', () => {
  const cases: [number[], number][] = [
    [[1], 1],
    [[2], 2],
    [[1, 2], 1],
    [[2, 2], 2],
    [[2, 3], 3],
    [[4, 2], 3],
    [[4, 1], 3],
    [[4, 4], 4],
    [[4, 6], 4],
    [[6, 6], 6],
    [[], 6],
    [[5, 4], 5],
    [[5, 3], 3],
    [[5, 2], 2],
    [[5, 1], 1],
    [[5, 5, 6], 5],
    [[6, 2], 2],
  ];
  for (const [jobs, status] of cases) it(`${jobs.join(', ') || 'none'} → ${status}`, () => assert.equal(statusOfJobs(jobs), status));

  it('is stopped and continued where it was', () => {
    assert.equal(jobContinues({ userId: null, checkedIn: false }), 1);
    assert.equal(jobContinues({ userId: 7, checkedIn: false }), 2);
    assert.equal(jobContinues({ userId: 7, checkedIn: true }), 3);
  });

  it('locks jobs in progress and finished ones', () => assert.deepEqual([1, 2, 3, 4, 5, 6].filter(jobLocked), [3, 4]));
});

describe('money and numbers', () => {
  it('adds what is priced by the job; packages and cancelled jobs cost nothing', () => {
    assert.equal(totalOf([]), 0);
    assert.equal(
      totalOf([
        { priceFen: 1, packageId: 0 },
        { priceFen: 2_999, packageId: 0, status: 4 },
      ]),
      3_000,
    );
    assert.equal(
      totalOf([
        { priceFen: 100, packageId: 9 },
        { priceFen: 200, packageId: 0, status: 6 },
        { priceFen: 300, packageId: 0, status: 1 },
      ]),
      300,
    );
  });

  it('numbers by day', () => {
    assert.equal(numberOf('2026-11-21', 7), 'GD202611210007');
    assert.equal(numberOf('2026-11-21', 12345), 'GD2026112112345');
  });

  it('does not offer packages for a new order', () => assert.deepEqual([1, 2, 3, 4, 5, 6].filter(payTypeOffered), [1, 2, 4, 6]));
});

describe('a single job', () => {
  it('is stopped, continued and cancelled where its order is, and continued also while the others go on', () => {
    for (const action of ['stop', 'continue', 'cancel'] as const)
      for (const status of Object.values(orderStatus))
        assert.equal(
          canDoOneJob(action, status),
          canDo(action, status) || (action === 'continue' && status === orderStatus.inProgress),
          `${action} in ${status}`,
        );
    assert.ok(!canDo('continue', orderStatus.inProgress), 'the order itself is not continued while it is under way');
  });

  it('is finished with what its service asks for; a reason stands for a signature, nothing for a photograph', () => {
    const proofs = {
      requiresPhoto: true,
      requiresSignature: true,
      image: null,
      signature: null,
      unsignedReason: null,
      unfilled: ['跌倒评估'],
    };
    assert.deepEqual(missingOf(proofs), ['现场照片', '服务对象签名', '问卷《跌倒评估》']);
    assert.deepEqual(missingOf({ ...proofs, unsignedReason: '老人睡着了', unfilled: [] }), ['现场照片']);
    assert.deepEqual(missingOf({ ...proofs, image: '/a.jpg', signature: '/b.png', unfilled: [] }), []);
    assert.deepEqual(missingOf({ ...proofs, requiresPhoto: false, requiresSignature: false, unfilled: [] }), []);
  });
});
