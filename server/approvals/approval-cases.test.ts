import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { approvalCases as cases } from '#contract/approvals/approval-cases.ts';
import { caseStates } from '#contract/approvals/approval-cases.rules.ts';
import { amountFrom, applyFor, approvalHouse, decideOf, publishFlow, taskOf, usersAs, type ApprovalHouse } from '#test/approvals.ts';
import { refusal } from '#test/harness.ts';

let { t, admin, asker, head, finance, boss, person, flow, stateOf, waitingOf, leave } = {} as ApprovalHouse;
before(async () => {
  ({ t, admin, asker, head, finance, boss, person, flow, stateOf, waitingOf, leave } = await approvalHouse());
});
after(() => t.close());

describe('an application', () => {
  it('goes from step to step, by its amount, until it is approved', async () => {
    const id = await flow([
      { id: 's1', name: '负责人', deciders: [usersAs(head)] },
      { id: 's2', name: '财务', deciders: [usersAs(finance)], condition: amountFrom(1000) },
      { id: 's3', name: '院长', deciders: [usersAs(boss)], copyTo: [usersAs(finance)] },
    ]);
    const small = await applyFor(t, asker, id, { reason: '买纸', amount: 10 });
    const large = await applyFor(t, asker, id, { reason: '买床', amount: 5000 });
    for (const one of [small, large]) assert.equal((await decideOf(t, head, one, 'approve', { comment: '同意' })).status, 200);
    assert.deepEqual([await waitingOf(small), await waitingOf(large)], ['s3', 's2']);
    assert.equal((await decideOf(t, finance, large, 'approve')).status, 200);
    for (const one of [small, large]) assert.equal((await decideOf(t, boss, one, 'approve')).status, 200);
    assert.deepEqual([await stateOf(small), await stateOf(large)], [caseStates.approved, caseStates.approved]);
    const copied = await t.route(cases.page, finance, { box: 'copied' });
    assert.ok(copied.data.records.some((row: { id: number; unread: boolean }) => row.id === large && row.unread));
    const seen = (await t.route(cases.get, finance, { id: large })).data as { facts: { label: string; value: string }[]; taken: string[] };
    assert.deepEqual(seen.facts.slice(0, 2), [
      { label: '事由', value: '买床' },
      { label: '金额', value: '¥5,000.00' },
    ]);
    assert.ok(seen.taken.includes('s2') && seen.taken.includes('end'));
  });

  it('is seen by those who take part, and by no one else', async () => {
    const id = await applyFor(t, asker, await flow([{ id: 's1', name: '负责人', deciders: [usersAs(head)] }]));
    assert.equal((await t.route(cases.get, finance, { id })).status, 404);
    const stranger = await t.user(await t.tenant('别家'), { permissions: ['approval_case_all', 'approval_case_manage'] });
    assert.equal((await t.route(cases.get, stranger, { id })).status, 404);
    assert.equal((await t.route(cases.page, asker, { box: 'all' })).status, 403);
    const taskId = await taskOf(t, head, id);
    assert.equal((await t.route(cases.decide, asker, { taskId: taskId!, action: 'approve' })).status, 404);
  });

  it('is asked of all, or in turn', async () => {
    const all = await applyFor(t, asker, await flow([{ id: 's1', name: '会签', mode: 'all', deciders: [usersAs(head, boss)] }]));
    await decideOf(t, head, all, 'approve');
    assert.equal(await stateOf(all), caseStates.running);
    await decideOf(t, boss, all, 'approve');
    assert.equal(await stateOf(all), caseStates.approved);
    const turn = await applyFor(t, asker, await flow([{ id: 's1', name: '依次', mode: 'turn', deciders: [usersAs(boss), usersAs(head)] }]));
    assert.equal(await taskOf(t, head, turn), null);
    await decideOf(t, boss, turn, 'approve');
    await decideOf(t, head, turn, 'approve');
    assert.equal(await stateOf(turn), caseStates.approved);
  });

  it('is rejected with a reason, returned to a step, or to its applicant, who submits it again', async () => {
    const definition = await flow([
      { id: 's1', name: '负责人', deciders: [usersAs(head)] },
      { id: 's2', name: '院长', deciders: [usersAs(boss)] },
    ]);
    const id = await applyFor(t, asker, definition);
    assert.equal((await decideOf(t, head, id, 'return', { to: 's2' })).msg, '不能退回到这一步');
    await decideOf(t, head, id, 'approve');
    assert.equal((await decideOf(t, boss, id, 'return', { to: 's1', comment: '请补充' })).status, 200);
    assert.equal(await waitingOf(id), 's1');
    await decideOf(t, head, id, 'approve');
    assert.equal((await decideOf(t, boss, id, 'return', { to: '' })).status, 200);
    assert.equal(await stateOf(id), caseStates.returned);
    assert.equal((await t.route(cases.resubmit, head, { id })).msg, '只有申请人可以操作');
    assert.equal((await t.route(cases.resubmit, asker, { id, values: { reason: '' } })).msg, '请填写事由');
    assert.equal((await t.route(cases.resubmit, asker, { id, values: { reason: '改过' } })).status, 200);
    assert.match((await t.route(cases.resubmit, asker, { id })).msg ?? '', /申请审批中，不能重新提交/);
    assert.equal((await decideOf(t, head, id, 'reject', { comment: '' })).msg, '请填写拒绝的原因');
    assert.equal((await decideOf(t, head, id, 'reject')).status, 200);
    assert.equal(await stateOf(id), caseStates.rejected);
    assert.match((await t.route(cases.withdraw, asker, { id })).msg ?? '', /申请已拒绝，不能撤回/);
  });

  it('is withdrawn by who applied, urged, commented on and copied', async () => {
    const id = await applyFor(t, asker, await flow([{ id: 's1', name: '负责人', deciders: [usersAs(head)] }]));
    assert.equal((await t.route(cases.remind, asker, { id })).status, 200);
    assert.equal((await t.route(cases.remind, asker, { id })).msg, '刚刚提醒过，请10分钟后再催办');
    assert.equal((await t.route(cases.comment, finance, { id, comment: '看看' })).status, 404);
    assert.equal((await t.route(cases.comment, head, { id, comment: '' })).msg, '请填写评论');
    assert.equal((await t.route(cases.comment, head, { id, comment: '请附发票' })).status, 200);
    assert.equal((await t.route(cases.copy, asker, { id, userIds: [finance.userId, boss.userId] })).status, 200);
    assert.equal((await t.route(cases.copy, asker, { id, userIds: [finance.userId] })).msg, '这些人员都已收到抄送');
    const waits = (await taskOf(t, head, id))!;
    for (const other of [head, admin]) assert.deepEqual(refusal(await t.route(cases.withdraw, other, { id })), [403, '只有申请人可以操作']);
    assert.equal((await t.route(cases.withdraw, asker, { id, comment: '不需要了' })).status, 200);
    assert.equal((await t.route(cases.decide, head, { taskId: waits, action: 'approve' })).msg, '申请人已撤回申请');
    assert.equal(await stateOf(id), caseStates.withdrawn);
  });

  it('whose applicant has left goes on, and is taken back by those who watch over approvals', async () => {
    const leaver = await person('孙离');
    const definition = await flow([{ id: 's1', name: '负责人', deciders: [usersAs(head)] }]);
    const [approved, returned] = [await applyFor(t, leaver, definition), await applyFor(t, leaver, definition)];
    await leave(leaver);
    assert.equal((await decideOf(t, head, approved, 'approve')).status, 200);
    assert.equal((await decideOf(t, head, returned, 'return', { to: '' })).status, 200);
    assert.deepEqual([await stateOf(approved), await stateOf(returned)], [caseStates.approved, caseStates.returned]);
    const mayTake = async (as: typeof head) => (await t.route(cases.get, as, { id: returned })).data.can.withdraw;
    assert.deepEqual([await mayTake(head), await mayTake(admin)], [false, true]);
    assert.equal((await t.route(cases.withdraw, head, { id: returned })).status, 403);
    assert.equal((await t.route(cases.withdraw, admin, { id: returned })).status, 200);
    assert.equal(await stateOf(returned), caseStates.withdrawn);
  });

  it('is checked field by field, and asked for by flows that are in use', async () => {
    const definition = await flow([{ id: 's1', name: '负责人', deciders: [usersAs(head)] }]);
    const ask = (values: object) => t.route(cases.apply, asker, { definitionId: definition, values });
    assert.equal((await ask({})).msg, '请填写事由');
    assert.equal((await ask({ reason: 'x', amount: 1.234 })).msg, '金额应为不超过两位小数的金额');
    assert.deepEqual(refusal(await t.route(cases.get, asker, { id: 99_999_999 })), [404, '申请不存在']);
    assert.equal((await ask({ reason: 'x', with: 999_999 })).msg, '人员不存在或已停用');
    assert.equal((await t.route(cases.apply, asker, { definitionId: 999_999, values: {} })).msg, '审批流程不存在');
    const offered = (await t.route(cases.offered, asker)).data as { definitionId: number; kind: string; name: string }[];
    const leave = offered.find(({ kind }) => kind === 'staff_leave')!;
    assert.equal((await t.route(cases.apply, asker, { definitionId: leave.definitionId, values: {} })).msg, '员工请假请在业务页面提交');
  });

  it('goes to those who watch over approvals when none of its deciders is there, and is refused without any', async () => {
    const gone = await person('已离职');
    const definition = await flow([{ id: 's1', name: '负责人', deciders: [usersAs(gone)] }]);
    await leave(gone);
    const id = await applyFor(t, asker, definition);
    assert.ok((await taskOf(t, admin, id)) !== null);
    const own = await applyFor(t, head, await flow([{ id: 's1', name: '自己', deciders: [usersAs(head)] }]));
    assert.equal(await taskOf(t, head, own), null, 'no one decides on their own request');
    const allowed = await applyFor(t, head, await flow([{ id: 's1', name: '自己', deciders: [usersAs(head)], self: true }]));
    assert.ok((await taskOf(t, head, allowed)) !== null);
    const bare = await t.tenant('没有管理员');
    const editor = await t.user(bare, { name: '编辑', permissions: ['approval_definition_view', 'approval_definition_edit'] });
    const lone = await publishFlow(t, editor, '无人', [{ id: 's1', name: '当班', deciders: [{ by: 'duty' }] }]);
    const refusedOne = await t.route(cases.apply, editor, { definitionId: lone, values: { reason: 'x' } });
    assert.equal(refusedOne.msg, '没有可用的审批人，请联系管理员设置审批流程');
  });
});
