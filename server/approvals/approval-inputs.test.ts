import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { Route } from '#contract/http.ts';
import { approvalCases as cases } from '#contract/approvals/approval-cases.ts';
import { approvalDefinitions as definitions } from '#contract/approvals/approval-definitions.ts';
import { approvalPeople as people } from '#contract/approvals/approval-people.ts';
import { amountFrom, approvalHouse, FIELDS, stepOf, usersAs, type ApprovalHouse } from '#test/approvals.ts';
import { refusal } from '#test/harness.ts';

let { t, admin, head } = {} as ApprovalHouse;
before(async () => {
  ({ t, admin, head } = await approvalHouse());
});
after(() => t.close());

const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe('what is refused before it is looked at', () => {
  const refuses = async (route: Route, input: Record<string, unknown>, text: string) =>
    assert.deepEqual(refusal(await t.route(route, admin, input)), [400, text]);

  it('of cases: kinds, boxes, actions, too many at once', async () => {
    await refuses(cases.page, { kind: 'holiday' }, '申请类型不正确');
    await refuses(cases.page, { box: 'trash' }, '列表类型不正确');
    await refuses(cases.decide, { taskId: 1, action: 'ignore' }, '审批操作不正确');
    await refuses(cases.hand, { taskId: 1, action: 'sell', userId: 1 }, '审批操作不正确');
    await refuses(cases.batch, { taskIds: [1], action: 'return' }, '审批操作不正确');
    await refuses(cases.batch, { taskIds: [], action: 'approve' }, '请选择审批');
    await refuses(cases.batch, { taskIds: ids(51), action: 'approve' }, '一次最多审批50条');
    await refuses(cases.copy, { id: 1, userIds: [] }, '请选择人员');
    await refuses(cases.sign, { taskId: 1, action: 'add', ids: ids(21) }, '最多选择20人');
    await refuses(people.find, { ids: ids(101) }, '最多100人');
  });

  it('of flows: names of fields and steps, and how many of all', async () => {
    const step = { id: 's1', name: '负责人', deciders: [usersAs(head)] };
    const preview = (more: object, text: string) =>
      refuses(definitions.preview, { kind: 'general', fields: FIELDS, steps: [stepOf(step)], diagram: null, ...more }, text);
    const [field] = FIELDS;
    const fields = (more: object) => ({ fields: [{ ...field, ...more }] });
    const steps = (more: object) => ({ steps: [{ ...stepOf(step), ...more }] });
    await preview({ kind: 'holiday' }, '申请类型不正确');
    await preview(fields({ key: '1x' }), '字段标识应为字母和数字');
    await preview(fields({ label: '' }), '请填写字段名称');
    await preview(fields({ type: 'choice', options: ids(31).map(String) }), '最多30个选项');
    await preview({ fields: Array(31).fill(field) }, '表单最多30个字段');
    await preview({ steps: Array(31).fill(stepOf(step)) }, '审批步骤最多30个');
    await preview({ diagram: 'x'.repeat(200_001) }, '流程图太大');
    await preview(steps({ id: '1 2' }), '步骤标识不正确');
    await preview(steps({ deciders: [{ by: 'role', ids: [] }] }), '请至少选择一个');
    await preview(steps({ deciders: [{ by: 'post', ids: ids(51) }] }), '最多选择50个');
    await preview(steps({ copyTo: Array(11).fill(usersAs(head)) }), '最多10组人员');
    const [test] = amountFrom(1).tests;
    await preview(steps({ condition: { any: true, tests: Array(11).fill(test) } }), '一个条件最多10项比较');
  });
});
