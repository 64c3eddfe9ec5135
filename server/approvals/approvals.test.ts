import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { approvalCases as cases } from '#contract/approvals/approval-cases.ts';
import { caseStates } from '#contract/approvals/approval-cases.rules.ts';
import { approvalDefinitions as definitions } from '#contract/approvals/approval-definitions.ts';
import { amountFrom, applyFor, decideOf, FIELDS, publishFlow, stepOf, taskOf, usersAs } from '#test/approvals.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { HOUR } from '#contract/time.ts';
import { sweepApprovals } from './case-sweeps.ts';

let t: Harness;
let tenant: number;
let [admin, asker, head, finance, boss] = [] as unknown as [TestUser, TestUser, TestUser, TestUser, TestUser];
before(async () => {
  t = await harness();
  tenant = await t.tenant('平安颐养院');
  admin = await t.user(tenant, {
    name: '管理员',
    permissions: ['approval_definition_view', 'approval_definition_edit', 'approval_case_all', 'approval_case_manage'],
  });
  asker = await t.user(tenant, { name: '张敏', permissions: [] });
  head = await t.user(tenant, { name: '李娜', permissions: [] });
  finance = await t.user(tenant, { name: '钱进', permissions: [] });
  boss = await t.user(tenant, { name: '王院长', permissions: [] });
});
after(() => t.close());

const stateOf = async (id: number) => ((await t.route(cases.get, admin, { id })).data as { state: number }).state;
const waitingOf = async (id: number) => ((await t.route(cases.get, admin, { id })).data as { current: string[] }).current.join();
let number = 0;
const flow = (steps: Parameters<typeof publishFlow>[3]) => publishFlow(t, admin, `流程${++number}`, steps);

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
      { label: '金额', value: '5000.00元' },
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

  it('is handed on, asked of another person first, and signed by more or fewer', async () => {
    const id = await applyFor(t, asker, await flow([{ id: 's1', name: '负责人', mode: 'all', deciders: [usersAs(head)] }]));
    const own = (await taskOf(t, head, id))!;
    const hand = (action: string, userId: number) => t.route(cases.hand, head, { taskId: own, action, userId } as never);
    assert.equal((await hand('transfer', asker.userId)).msg, '张敏是申请人，不能审批自己的申请');
    assert.equal((await hand('transfer', head.userId)).msg, '不能转交给自己');
    assert.equal((await hand('delegate', head.userId)).msg, '不能委派给自己');
    assert.equal((await hand('delegate', 999_999)).msg, '人员不存在或已停用');
    assert.equal((await hand('delegate', boss.userId)).status, 200);
    assert.equal((await t.route(cases.decide, head, { taskId: own, action: 'approve' })).msg, '已委派他人，等待回复意见');
    assert.equal((await decideOf(t, boss, id, 'reject')).msg, '被委派人只能回复意见');
    assert.equal((await decideOf(t, boss, id, 'approve', { comment: '可以' })).status, 200);
    const sign = (action: string, ids: number[]) => t.route(cases.sign, head, { taskId: own, action, ids } as never);
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

  it('is withdrawn, urged, commented on, copied and reassigned', async () => {
    const definition = await flow([{ id: 's1', name: '负责人', deciders: [usersAs(head)] }]);
    const id = await applyFor(t, asker, definition);
    assert.equal((await t.route(cases.remind, asker, { id })).status, 200);
    assert.equal((await t.route(cases.remind, asker, { id })).msg, '刚刚提醒过，请10分钟后再催办');
    assert.equal((await t.route(cases.comment, finance, { id, comment: '看看' })).status, 404);
    assert.equal((await t.route(cases.comment, head, { id, comment: '' })).msg, '请填写评论');
    assert.equal((await t.route(cases.comment, head, { id, comment: '请附发票' })).status, 200);
    assert.equal((await t.route(cases.copy, asker, { id, userIds: [finance.userId] })).status, 200);
    assert.equal((await t.route(cases.copy, asker, { id, userIds: [finance.userId] })).msg, '这些人员都已收到抄送');
    const taskId = (await taskOf(t, head, id))!;
    assert.equal((await t.route(cases.reassign, head, { taskId, userId: boss.userId })).status, 403);
    assert.equal((await t.route(cases.reassign, admin, { taskId, userId: asker.userId })).msg, '张敏是申请人，不能审批自己的申请');
    assert.equal((await t.route(cases.reassign, admin, { taskId, userId: head.userId })).msg, '李娜已在这一步的审批人中');
    assert.equal((await t.route(cases.reassign, admin, { taskId, userId: boss.userId })).status, 200);
    assert.equal((await t.route(cases.reassign, admin, { taskId, userId: boss.userId })).msg, '审批任务已处理，请刷新');
    const waits = (await taskOf(t, boss, id))!;
    assert.equal((await t.route(cases.withdraw, asker, { id, comment: '不需要了' })).status, 200);
    assert.equal((await t.route(cases.decide, boss, { taskId: waits, action: 'approve' })).msg, '申请人已撤回申请');
    assert.equal(await stateOf(id), caseStates.withdrawn);
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

  it('is checked field by field, and asked for by flows that are in use', async () => {
    const definition = await flow([{ id: 's1', name: '负责人', deciders: [usersAs(head)] }]);
    const ask = (values: object) => t.route(cases.apply, asker, { definitionId: definition, values } as never);
    assert.equal((await ask({})).msg, '请填写事由');
    assert.equal((await ask({ reason: 'x', amount: 1.234 })).msg, '金额应为不超过两位小数的金额');
    assert.equal((await ask({ reason: 'x', with: 999_999 })).msg, '人员不存在或已停用');
    assert.equal((await t.route(cases.apply, asker, { definitionId: 999_999, values: {} })).msg, '审批流程不存在');
    const offered = (await t.route(cases.offered, asker)).data as { definitionId: number; kind: string; name: string }[];
    const leave = offered.find(({ kind }) => kind === 'staff_leave')!;
    assert.equal((await t.route(cases.apply, asker, { definitionId: leave.definitionId, values: {} })).msg, '员工请假请在业务页面提交');
  });

  it('goes to those who watch over approvals when none of its deciders is there, and is refused without any', async () => {
    const gone = await t.user(tenant, { name: '已离职' });
    const definition = await flow([{ id: 's1', name: '负责人', deciders: [usersAs(gone)] }]);
    await t.deps.inTenant(tenant, (tx) => tx.run(sql`update users set status = 9 where tenant_id = ${tenant} and id = ${gone.userId}`));
    const id = await applyFor(t, asker, definition);
    assert.ok((await taskOf(t, admin, id)) !== null);
    const own = await applyFor(t, head, await flow([{ id: 's1', name: '自己', deciders: [usersAs(head)] }]));
    assert.equal(await taskOf(t, head, own), null, 'no one decides on their own request');
    const allowed = await applyFor(t, head, await flow([{ id: 's1', name: '自己', deciders: [usersAs(head)], self: true }]));
    assert.ok((await taskOf(t, head, allowed)) !== null);
    const bare = await t.tenant('没有管理员');
    const editor = await t.user(bare, { name: '编辑', permissions: ['approval_definition_view', 'approval_definition_edit'] });
    const lone = await publishFlow(t, editor, '无人', [{ id: 's1', name: '当班', deciders: [{ by: 'duty' }] }]);
    const refusedOne = await t.route(cases.apply, editor, { definitionId: lone, values: { reason: 'x' } } as never);
    assert.equal(refusedOne.msg, '没有可用的审批人，请联系管理员设置审批流程');
  });
});

describe('a limit of time', () => {
  it('reminds before it, hands over at it, and replaces who has left', async () => {
    const steps = [{ id: 's1', name: '负责人', deciders: [usersAs(head)], hours: 10, remindHours: 2, escalateTo: [usersAs(boss)] }];
    const id = await applyFor(t, asker, await flow(steps));
    const messages = async (user: TestUser) =>
      (
        await t.deps.inTenant(tenant, (tx) =>
          tx.rows<{ title: string }>(
            sql`select title from messages where tenant_id = ${tenant} and recipient_id = ${user.userId} and text like '流程%' and link = ${`/activti/detail/${id}`}`,
          ),
        )
      ).map(({ title }) => title);
    const at = Date.now();
    const sweep = (hours: number) => sweepApprovals({ ...t.deps, now: () => at + hours * HOUR }, at + hours * HOUR, 100);
    await sweep(7);
    assert.equal((await messages(head)).length, 1);
    await sweep(9);
    await sweep(9);
    assert.equal((await messages(head)).filter((title) => title.includes('等待您审批')).length, 1);
    await sweep(11);
    await sweep(11);
    assert.equal(await taskOf(t, head, id), null);
    assert.ok((await taskOf(t, boss, id)) !== null);
    await t.deps.inTenant(tenant, (tx) => tx.run(sql`update users set status = 9 where tenant_id = ${tenant} and id = ${boss.userId}`));
    await sweep(12);
    await t.deps.inTenant(tenant, (tx) => tx.run(sql`update users set status = 0 where tenant_id = ${tenant} and id = ${boss.userId}`));
    assert.ok((await taskOf(t, admin, id)) !== null);
  });
});

describe('a flow', () => {
  const draft = (steps: object[], diagram: string | null = null) => ({ kind: 'general', fields: FIELDS, steps, diagram });
  it('is drawn and judged before it is published; who would decide is tried', async () => {
    const steps = [
      stepOf({ id: 's1', name: '负责人', deciders: [usersAs(head)] }),
      stepOf({ id: 's2', name: '财务', deciders: [{ by: 'post', ids: [1] }], condition: amountFrom(100) }),
    ];
    const shown = (await t.route(definitions.preview, admin, draft(steps) as never)).data as { drawn: string; problem: string | null };
    assert.equal(shown.problem, null);
    assert.match(shown.drawn, /userTask id="s2" name="财务"/);
    const tried = await t.route(definitions.simulate, admin, {
      ...draft(steps),
      applicantId: asker.userId,
      values: { amount: 200 },
      people: {},
    } as never);
    assert.deepEqual(
      tried.data.map(({ step, people, warning }: { step: string; people: { name: string }[]; warning: string | null }) => [
        step,
        people[0]!.name,
        warning,
      ]),
      [
        ['s1', '李娜', null],
        ['s2', '管理员', '没有可用的审批人，将转给审批管理员'],
      ],
    );
    const problem = async (its: object[], diagram: string | null = null) =>
      ((await t.route(definitions.preview, admin, draft(its, diagram) as never)).data as { problem: string | null }).problem;
    assert.equal(await problem([]), '流程还没有审批步骤');
    assert.equal(await problem([stepOf({ id: 's1', name: '空', deciders: [] })]), '步骤“空”没有审批人');
    assert.equal(await problem([], '不是XML'), '流程图不是有效的BPMN 2.0文件');
    assert.match((await problem([], shown.drawn.replaceAll('userTask', 'serviceTask'))) ?? '', /流程图含有不支持的元素/);
    assert.match((await problem([], shown.drawn.replace('id="s1"', 'id="yian_x"'))) ?? '', /流程图/);
    assert.equal(
      await problem(steps, shown.drawn.replace(/\{&quot;any.*?\}\]\}/, '{&quot;x&quot;:1}')),
      '流程图中的条件无法识别，请重新设置',
    );
    assert.equal(await problem(steps, shown.drawn.replace(/\{&quot;any.*?\}\]\}/, '{x')), '流程图中的条件无法识别，请重新设置');
    const gone = await t.route(definitions.simulate, admin, { ...draft(steps), applicantId: 999_999, values: {}, people: {} } as never);
    assert.equal(gone.msg, '申请人不存在或已停用');
  });

  it('is kept by running cases when a new version is published', async () => {
    const id = await flow([{ id: 's1', name: '负责人', deciders: [usersAs(head)] }]);
    const old = await applyFor(t, asker, id);
    const read = async () =>
      (await t.route(definitions.get, admin, { id })).data as { version: number; published: number; changed: boolean; running: number };
    const { version, changed } = await read();
    assert.equal(changed, false);
    const steps = [stepOf({ id: 's1', name: '院长', deciders: [usersAs(boss)] })];
    assert.equal((await t.route(definitions.update, admin, { id, version, fields: FIELDS, steps, diagram: null } as never)).status, 200);
    assert.match(
      (await t.route(definitions.update, admin, { id, version, fields: FIELDS, steps, diagram: null } as never)).msg ?? '',
      /审批流程已被修改/,
    );
    assert.equal((await read()).changed, true);
    assert.equal((await t.route(definitions.publish, admin, { id, version: version + 1 })).status, 200);
    const fresh = await applyFor(t, asker, id);
    assert.deepEqual(
      [await taskOf(t, head, fresh), (await taskOf(t, head, old)) !== null, (await taskOf(t, boss, fresh)) !== null],
      [null, true, true],
    );
    const { data } = await t.route(definitions.versions, admin, { id });
    assert.deepEqual(
      data.map(({ number: its, running }: { number: number; running: number }) => [its, running]),
      [
        [2, 1],
        [1, 1],
      ],
    );
    assert.match((await t.route(definitions.remove, admin, { id })).msg ?? '', /已有申请使用此流程/);
  });

  it('is turned off and on, and deleted while nothing was asked by it', async () => {
    const made = (await t.route(definitions.create, admin, { name: '临时', description: '' })).data as number;
    assert.equal((await t.route(definitions.create, admin, { name: '临时', description: '' })).msg, '已有同名的审批流程');
    assert.equal((await t.route(definitions.enable, admin, { id: made, version: 1, enabled: true })).msg, '请先发布审批流程');
    assert.equal((await t.route(definitions.publish, admin, { id: made, version: 1 })).msg, '表单还没有字段');
    assert.equal((await t.route(definitions.remove, admin, { id: made })).status, 200);
    assert.equal((await t.route(definitions.get, admin, { id: made })).status, 404);
    const list = (await t.route(definitions.list, admin)).data as { id: number; kind: string; version: number }[];
    const leave = list.find(({ kind }) => kind === 'staff_leave')!;
    assert.equal((await t.route(definitions.remove, admin, { id: leave.id })).msg, '业务的审批流程不能删除，可以停用');
    assert.equal((await t.route(definitions.enable, admin, { id: leave.id, version: leave.version, enabled: false })).status, 200);
  });

  it('with branches beside each other waits for all of them', async () => {
    const diagram = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" id="d" targetNamespace="urn:t"><process id="p" isExecutable="true">
<startEvent id="start"/><parallelGateway id="split"/><userTask id="s1" name="护理"/><userTask id="s2" name="财务"/><parallelGateway id="join"/><endEvent id="end"/>
<sequenceFlow id="f1" sourceRef="start" targetRef="split"/><sequenceFlow id="f2" sourceRef="split" targetRef="s1"/>
<sequenceFlow id="f3" sourceRef="split" targetRef="s2"/><sequenceFlow id="f4" sourceRef="s1" targetRef="join"/>
<sequenceFlow id="f5" sourceRef="s2" targetRef="join"/><sequenceFlow id="f6" sourceRef="join" targetRef="end"/></process></definitions>`;
    const steps = [
      { id: 's1', name: '护理', deciders: [usersAs(head)] },
      { id: 's2', name: '财务', deciders: [usersAs(finance)] },
    ];
    const id = await applyFor(t, asker, await publishFlow(t, admin, '并行', steps, diagram));
    assert.equal(await waitingOf(id), 's1,s2');
    const { data } = await t.route(cases.get, head, { id });
    assert.deepEqual(data.returnTo, [{ step: '', name: '申请人' }]);
    await decideOf(t, head, id, 'approve');
    assert.equal(await stateOf(id), caseStates.running);
    await decideOf(t, finance, id, 'approve');
    assert.equal(await stateOf(id), caseStates.approved);
  });
});
