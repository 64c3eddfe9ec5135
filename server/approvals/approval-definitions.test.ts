import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { approvalCases as cases } from '#contract/approvals/approval-cases.ts';
import { caseStates } from '#contract/approvals/approval-cases.rules.ts';
import { approvalDefinitions as definitions } from '#contract/approvals/approval-definitions.ts';
import {
  amountFrom,
  applyFor,
  approvalHouse,
  decideOf,
  FIELDS,
  publishFlow,
  stepOf,
  taskOf,
  usersAs,
  type ApprovalHouse,
} from '#test/approvals.ts';
import { refusal } from '#test/harness.ts';

let { t, admin, asker, head, finance, boss, flow, stateOf, waitingOf } = {} as ApprovalHouse;
before(async () => {
  ({ t, admin, asker, head, finance, boss, flow, stateOf, waitingOf } = await approvalHouse());
});
after(() => t.close());

describe('a flow', () => {
  const draft = (steps: object[], diagram: string | null = null) => ({ kind: 'general', fields: FIELDS, steps, diagram });
  it('is drawn and judged before it is published; who would decide is tried', async () => {
    const steps = [
      stepOf({ id: 's1', name: '负责人', deciders: [usersAs(head)] }),
      stepOf({ id: 's2', name: '财务', deciders: [{ by: 'post', ids: [1] }], condition: amountFrom(100) }),
    ];
    const shown = (await t.route(definitions.preview, admin, draft(steps))).data as { drawn: string; problem: string | null };
    assert.equal(shown.problem, null);
    assert.match(shown.drawn, /userTask id="s2" name="财务"/);
    const tried = await t.route(definitions.simulate, admin, {
      ...draft(steps),
      applicantId: asker.userId,
      values: { amount: 200 },
      people: {},
    });
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
      ((await t.route(definitions.preview, admin, draft(its, diagram))).data as { problem: string | null }).problem;
    assert.equal(await problem([]), '流程还没有审批步骤');
    assert.equal(await problem([stepOf({ id: 's1', name: '空', deciders: [] })]), '步骤“空”没有审批人');
    assert.equal(await problem([], '不是XML'), '流程图不是有效的BPMN 2.0文件');
    const gone = await t.route(definitions.simulate, admin, { ...draft(steps), applicantId: 999_999, values: {}, people: {} });
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
    assert.equal((await t.route(definitions.update, admin, { id, version, fields: FIELDS, steps, diagram: null })).status, 200);
    const late = await t.route(definitions.update, admin, { id, version, steps });
    assert.deepEqual([...refusal(late), late.data.version], [409, '审批流程已被修改，请刷新后重试', version + 1]);
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
    assert.deepEqual(refusal(await t.route(definitions.remove, admin, { id })), [422, '已有申请使用此流程，不能删除，可以停用']);
  });

  it('keeps what an update leaves out', async () => {
    const id = await flow([{ id: 's1', name: '负责人', deciders: [usersAs(head)] }]);
    const read = async () => (await t.route(definitions.get, admin, { id })).data;
    const before = await read();
    const named = await t.route(definitions.update, admin, { id, version: before.version, name: '只改名' });
    assert.equal(named.status, 200);
    const { name, steps, fields, diagram, description, changed, problem } = await read();
    assert.deepEqual([name, changed, problem], ['只改名', false, null]);
    assert.deepEqual([steps, fields, diagram, description], [before.steps, before.fields, before.diagram, before.description]);
    const fewer = FIELDS.slice(0, 1);
    assert.equal((await t.route(definitions.update, admin, { id, version: before.version + 1, fields: fewer })).status, 200);
    const after = await read();
    assert.deepEqual([after.fields, after.steps, after.name, after.changed], [fewer, before.steps, '只改名', true]);
    assert.equal((await t.route(definitions.update, admin, { id, version: after.version, diagram: after.drawn })).status, 200);
    assert.equal((await t.route(definitions.update, admin, { id, version: after.version + 1, name: '又改名' })).status, 200);
    assert.equal((await read()).diagram, after.drawn);
    assert.equal((await t.route(definitions.update, admin, { id, version: after.version + 2, diagram: null })).data.diagram, null);
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

  it('that is turned off is not offered; what runs by it goes on, and is submitted again', async () => {
    const id = await flow([{ id: 's1', name: '负责人', deciders: [usersAs(head)] }]);
    const running = await applyFor(t, asker, id);
    const { version } = (await t.route(definitions.get, admin, { id })).data;
    assert.equal((await t.route(definitions.enable, admin, { id, version, enabled: false })).status, 200);
    assert.equal((await t.route(cases.apply, asker, { definitionId: id, values: { reason: 'x' } })).msg, '审批流程不存在');
    assert.equal((await decideOf(t, head, running, 'return', { to: '' })).status, 200);
    assert.equal((await t.route(cases.resubmit, asker, { id: running })).status, 200);
    assert.equal((await decideOf(t, head, running, 'approve')).status, 200);
    assert.equal(await stateOf(running), caseStates.approved);
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
