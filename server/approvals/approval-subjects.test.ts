import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { approvalCases as cases } from '#contract/approvals/approval-cases.ts';
import { caseStates } from '#contract/approvals/approval-cases.rules.ts';
import { approvalDefinitions as definitions } from '#contract/approvals/approval-definitions.ts';
import { approvalHouse, decideOf, stepOf, usersAs, type ApprovalHouse } from '#test/approvals.ts';
import { refusal } from '#test/harness.ts';
import type { Work } from '../context.ts';
import { conflict, Refusal } from '../errors.ts';
import { workIn } from '../events.ts';
import { declareApproval } from './approval-subjects.ts';
import { resubmitApproval, startApproval, withdrawApproval } from './case-work.ts';

let { t, tenant, admin, asker, head, stateOf } = {} as ApprovalHouse;
/** What the area was told, and whether it agrees. */
const told: string[] = [];
let agrees = true;
let definition: { id: number; version: number };

before(async () => {
  ({ t, tenant, admin, asker, head, stateOf } = await approvalHouse());
  declareApproval('material_purchase', {
    describe: async (_work, id) => ({ title: `采购${id}`, facts: [], variables: { amount: 10 }, people: {}, personId: null }),
    async ended(_work, id, outcome) {
      if (!agrees) throw conflict('库存已被他人修改');
      told.push(`${id} ${outcome}`);
    },
  });
  const { data } = await t.route(definitions.list, admin);
  const { id } = data.find(({ kind }: { kind: string }) => kind === 'material_purchase');
  const steps = [stepOf({ id: 's1', name: '负责人', deciders: [usersAs(head)] })];
  assert.equal((await t.route(definitions.update, admin, { id, version: 1, steps })).status, 200);
  assert.equal((await t.route(definitions.publish, admin, { id, version: 2 })).status, 200);
  definition = { id, version: 3 };
});
after(() => t.close());

const inWork = <R>(work: (work: Work) => Promise<R>) =>
  t.deps.inTenant(tenant, (tx) => work(workIn(tx, t.deps, { userId: asker.userId, name: '张敏' })));
const rowOf = (businessId: number) => ({ kind: 'material_purchase', businessId }) as const;
const start = (businessId: number) =>
  inWork((work) => startApproval(work, { ...rowOf(businessId), applicant: { id: asker.userId, name: '张敏' } }));
const refused = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error: Refusal) => refusal({ status: error.status, msg: error.message }),
  );

describe('a row of an area', () => {
  it('waits in one case at a time, and is told what became of it', async () => {
    const id = await start(1);
    assert.deepEqual(await refused(start(1)), [409, '该申请已提交，正在审批中']);
    assert.equal((await decideOf(t, head, id, 'return', { to: '' })).status, 200);
    assert.deepEqual(await refused(start(1)), [409, '该申请已提交，正在审批中']);
    await inWork((work) => resubmitApproval(work, rowOf(1)));
    assert.equal((await decideOf(t, head, id, 'approve')).status, 200);
    assert.deepEqual(told.splice(0), ['1 returned', '1 approved']);
    const again = await start(1);
    await inWork((work) => withdrawApproval(work, rowOf(1)));
    assert.equal(await stateOf(again), caseStates.withdrawn);
    assert.deepEqual(told.splice(0), ['1 withdrawn']);
    assert.deepEqual(await refused(inWork((work) => withdrawApproval(work, rowOf(1)))), [409, '申请没有在审批中，请刷新']);
  });

  it('undoes a decision whose outcome its area refuses', async () => {
    const id = await start(2);
    agrees = false;
    assert.deepEqual(refusal(await decideOf(t, head, id, 'approve')), [409, '库存已被他人修改']);
    agrees = true;
    const { data } = await t.route(cases.get, head, { id });
    assert.deepEqual([data.state, data.notes.length, data.steps[0].tasks[0].state], [caseStates.running, 1, 2]);
    assert.equal((await decideOf(t, head, id, 'approve')).status, 200);
    assert.deepEqual(told.splice(0), ['2 approved']);
  });

  it('is not asked for while its flow is turned off', async () => {
    const running = await start(3);
    assert.equal((await t.route(definitions.enable, admin, { ...definition, enabled: false })).status, 200);
    assert.deepEqual(await refused(start(4)), [422, '审批流程“物资采购”已停用，请联系管理员']);
    assert.equal((await decideOf(t, head, running, 'approve')).status, 200);
    assert.deepEqual(told.splice(0), ['3 approved']);
  });
});
