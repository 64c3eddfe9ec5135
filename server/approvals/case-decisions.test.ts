import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { approvalCases as cases } from '#contract/approvals/approval-cases.ts';
import { caseStates } from '#contract/approvals/approval-cases.rules.ts';
import { applyFor, approvalHouse, decideOf, taskOf, usersAs, type ApprovalHouse } from '#test/approvals.ts';

let { t, admin, asker, head, finance, boss, flow, stateOf } = {} as ApprovalHouse;
before(async () => {
  ({ t, admin, asker, head, finance, boss, flow, stateOf } = await approvalHouse());
});
after(() => t.close());

describe('a step', () => {
  it('is decided once, however many press at once, and the others read by whom', async () => {
    const id = await applyFor(t, asker, await flow([{ id: 's1', name: '负责人', deciders: [usersAs(head, boss)] }]));
    const tasks = [await taskOf(t, head, id), await taskOf(t, boss, id)] as number[];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        t.route(cases.decide, at % 2 ? head : boss, { taskId: tasks[at % 2 ? 0 : 1]!, action: 'approve' }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const { status, msg } of answers.filter(({ status: its }) => its !== 200)) {
      assert.equal(status, 409);
      assert.match(msg ?? '', /已于.*(同意|处理过)/);
    }
    assert.equal(await stateOf(id), caseStates.approved);
  });

  it('is handed on, asked of another person first, and signed by more or fewer', async () => {
    const id = await applyFor(t, asker, await flow([{ id: 's1', name: '负责人', mode: 'all', deciders: [usersAs(head)] }]));
    const own = (await taskOf(t, head, id))!;
    const hand = (action: string, userId: number) => t.route(cases.hand, head, { taskId: own, action, userId });
    assert.equal((await hand('transfer', asker.userId)).msg, '张敏是申请人，不能审批自己的申请');
    assert.equal((await hand('transfer', head.userId)).msg, '不能转交给自己');
    assert.equal((await hand('delegate', head.userId)).msg, '不能委派给自己');
    assert.equal((await hand('delegate', 999_999)).msg, '人员不存在或已停用');
    assert.equal((await hand('delegate', boss.userId)).status, 200);
    assert.equal((await t.route(cases.decide, head, { taskId: own, action: 'approve' })).msg, '已委派他人，等待回复意见');
    assert.equal((await decideOf(t, boss, id, 'reject')).msg, '被委派人只能回复意见');
    assert.equal((await decideOf(t, boss, id, 'approve', { comment: '可以' })).status, 200);
    const sign = (action: string, ids: number[]) => t.route(cases.sign, head, { taskId: own, action, ids });
    assert.equal((await sign('add', [finance.userId])).status, 200);
    assert.equal((await sign('add', [finance.userId])).msg, '钱进已在这一步的审批人中');
    const added = (
      (await t.route(cases.get, head, { id })).data as { steps: { tasks: { id: number; userId: number }[] }[] }
    ).steps[0]!.tasks.find(({ userId }) => userId === finance.userId)!;
    assert.equal((await sign('drop', [own])).msg, '李娜不是您加签的，不能减签');
    assert.equal((await sign('drop', [added.id, 12_345])).msg, '请选择减签的人员');
    assert.equal((await sign('drop', [added.id])).status, 200);
    assert.equal((await sign('drop', [added.id])).msg, '钱进已处理，不能减签');
    assert.equal((await hand('transfer', boss.userId)).status, 200);
    assert.match((await t.route(cases.decide, head, { taskId: own, action: 'approve' })).msg ?? '', /您已于.*处理过（已转交）/);
    assert.equal((await decideOf(t, boss, id, 'approve')).status, 200);
    assert.equal(await stateOf(id), caseStates.approved);
  });

  it('is given to another person by those who watch over approvals, who does not sign already', async () => {
    const id = await applyFor(t, asker, await flow([{ id: 's1', name: '负责人', deciders: [usersAs(head, finance)] }]));
    const taskId = (await taskOf(t, head, id))!;
    const reassign = (userId: number, as = admin) => t.route(cases.reassign, as, { taskId, userId });
    assert.equal((await reassign(boss.userId, head)).status, 403);
    assert.equal((await reassign(asker.userId)).msg, '张敏是申请人，不能审批自己的申请');
    assert.equal((await reassign(finance.userId)).msg, '钱进已在这一步的审批人中');
    const advised = { taskId: await taskOf(t, finance, id), action: 'delegate', userId: boss.userId };
    assert.equal((await t.route(cases.hand, finance, advised)).status, 200);
    assert.equal((await reassign(finance.userId)).msg, '钱进已在这一步的审批人中');
    assert.equal((await reassign(admin.userId)).status, 200);
    assert.equal((await reassign(admin.userId)).msg, '审批任务已处理，请刷新');
    assert.equal((await decideOf(t, admin, id, 'approve')).status, 200);
    assert.equal(await stateOf(id), caseStates.approved);
    assert.equal((await t.route(cases.decide, boss, { taskId: 99_999_999, action: 'approve' })).msg, '审批任务不存在');
  });

  it('is decided with many others, each for itself', async () => {
    const definition = await flow([{ id: 's1', name: '负责人', deciders: [usersAs(head)] }]);
    const ids = [await applyFor(t, asker, definition), await applyFor(t, asker, definition)];
    const taskIds = (await Promise.all(ids.map((id) => taskOf(t, head, id)))) as number[];
    await t.route(cases.withdraw, asker, { id: ids[0]! });
    const { data } = await t.route(cases.batch, head, { taskIds, action: 'approve' });
    assert.equal(data.done, 1);
    assert.deepEqual(
      data.failed.map(({ reason }: { reason: string }) => reason),
      ['申请人已撤回申请'],
    );
    assert.equal(await stateOf(ids[1]!), caseStates.approved);
    const count = await t.route(cases.count, head);
    assert.equal(typeof count.data.todo, 'number');
  });
});
