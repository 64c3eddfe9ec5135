import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { conditionProblem, conditionText, holds } from './approval-conditions.rules.ts';
import { closedCase } from './approval-cases.rules.ts';
import { diagramOf, processOf, returnedTo } from './approval-diagrams.rules.ts';
import { flowOf, flowProblem, isParallel, type ApprovalStep, type Flow } from './approval-flows.rules.ts';
import { comparedValues, fieldsProblem, formPeople, formProblem, formVariables, type FormField } from './approval-forms.rules.ts';

const VARIABLES = { amount: { label: '金额', unit: '元' }, type: { label: '类型', options: ['事假', '病假'] } };
const large = { any: false, tests: [{ variable: 'amount', comparison: '>=' as const, value: 1000 }] };
const step = (id: string, more: Partial<ApprovalStep> = {}): ApprovalStep => ({
  id,
  name: `步骤${id}`,
  mode: 'one',
  deciders: [{ by: 'duty' }],
  condition: null,
  hours: null,
  remindHours: null,
  escalateTo: [],
  self: false,
  copyTo: [],
  ...more,
});
const problem = (steps: ApprovalStep[], flow: Flow = flowOf(steps, VARIABLES)) => flowProblem(flow, steps, VARIABLES, { handTo: '交接人' });

describe('a condition', () => {
  it('compares numbers and choices; what was not given is not more, not less, and no choice', () => {
    assert.ok(holds(null, {}));
    assert.ok(holds(large, { amount: 1000 }) && !holds(large, { amount: 999 }) && !holds(large, {}));
    const sick = { any: true, tests: [{ variable: 'type', comparison: '=' as const, value: '病假' }, ...large.tests] };
    assert.ok(holds(sick, { type: '病假' }) && holds(sick, { amount: 2000 }) && !holds(sick, { type: '事假', amount: 1 }));
    assert.ok(holds({ any: false, tests: [{ variable: 'type', comparison: '!=', value: '病假' }] }, {}));
  });

  it('is read by staff, and refused when it cannot be asked', () => {
    assert.equal(conditionText(large, VARIABLES), '金额不小于1,000元');
    const said = (variable: string, comparison: '>' | '=', value: string | number) =>
      conditionProblem({ any: false, tests: [{ variable, comparison, value }] }, VARIABLES);
    assert.equal(conditionProblem(large, VARIABLES), null);
    assert.equal(said('days', '>', 1), '条件用到了表单没有的字段：days');
    assert.equal(said('type', '>', '事假'), '类型只能用等于或不等于比较');
    assert.equal(said('type', '=', '年假'), '类型没有选项：年假');
    assert.equal(said('amount', '>', '多'), '金额应与数字比较');
    assert.equal(conditionProblem({ any: false, tests: [] }, VARIABLES), '条件没有内容');
  });
});

describe('a flow', () => {
  it('asks its steps one after the other, and leaves out those whose condition does not hold', () => {
    const { nodes, edges } = flowOf([step('s1'), step('s2', { condition: large }), step('s3')], VARIABLES);
    assert.deepEqual(
      nodes.map(({ id }) => id),
      ['start', 's1', 'c_s2', 's2', 's3', 'end'],
    );
    assert.deepEqual(
      edges.map(({ from, to }) => `${from}>${to}`),
      ['start>s1', 's1>c_s2', 'c_s2>s2', 's2>s3', 'c_s2>s3', 's3>end'],
    );
  });

  it('can be published when each step can be decided and the end is reached', () => {
    assert.equal(problem([step('s1'), step('s2', { condition: large })]), null);
    assert.equal(problem([]), '流程还没有审批步骤');
    assert.equal(problem([step('s1', { deciders: [{ by: 'role', ids: [] }] })]), '步骤“步骤s1”：没有选择人员、角色或岗位');
    assert.equal(problem([step('s1', { deciders: [{ by: 'form', field: 'other' }] })]), '步骤“步骤s1”：表单没有人员字段：other');
    assert.equal(problem([step('s1', { remindHours: 2 })]), '步骤“步骤s1”没有时限，不能设置提醒或转交');
    assert.equal(problem([step('s1', { hours: 2, remindHours: 2 })]), '步骤“步骤s1”的提醒应早于时限');
    assert.equal(problem(Array.from({ length: 31 }, (_, at) => step(`s${at}`))), '审批步骤最多30个');
  });

  it('that was drawn is judged as a graph', () => {
    const { nodes, edges } = flowOf([step('s1'), step('s2', { condition: large })], VARIABLES);
    const drawn = (more: Partial<Flow>) => problem([step('s1'), step('s2')], { nodes, edges, ...more });
    assert.equal(drawn({ nodes: nodes.filter(({ type }) => type !== 'start') }), '流程应有且只有一个开始');
    assert.equal(drawn({ nodes: nodes.filter(({ type }) => type !== 'end') }), '流程没有结束');
    assert.equal(drawn({ edges: [...edges, { id: 'x', from: 's1', to: 'nowhere', condition: null, name: '' }] }), '连线没有连到节点');
    assert.equal(drawn({ edges: edges.filter(({ to }) => to !== 's2') }), '“步骤s2”从开始走不到');
    assert.equal(drawn({ edges: edges.filter(({ from }) => from !== 's2') }), '“步骤s2”之后到不了结束');
    assert.equal(
      drawn({ edges: [...edges, { id: 'x', from: 's1', to: 'end', condition: null, name: '' }] }),
      '“步骤s1”只能有一个下一步，请用网关分支',
    );
    assert.match(drawn({ edges: edges.map((edge) => ({ ...edge, condition: null })) }) ?? '', /应有且只有一条没有条件的连线/);
    // With one way, which has a condition, an application that does not meet it would go nowhere.
    const oneWay = edges.flatMap((edge) => (edge.to === 's2' ? [edge] : edge.from === 'c_s2' ? [] : [edge]));
    assert.equal(drawn({ edges: oneWay }), '分支“c_s2”应有且只有一条没有条件的连线');
    assert.match(
      drawn({ edges: edges.map((edge) => (edge.from === 's1' ? { ...edge, condition: large } : edge)) }) ?? '',
      /连线不能有条件/,
    );
    assert.equal(flowProblem({ nodes, edges }, [step('s1')], VARIABLES, {}), '步骤“步骤s2”还没有设置审批人');
    const round = [
      { id: 'a', from: 'start', to: 'c1', condition: null, name: '' },
      { id: 'b', from: 'c1', to: 'c2', condition: large, name: '' },
      { id: 'c', from: 'c2', to: 'c1', condition: null, name: '' },
      { id: 'd', from: 'c1', to: 's1', condition: null, name: '' },
      { id: 'e', from: 's1', to: 'end', condition: null, name: '' },
    ];
    const choices = ['c1', 'c2'].map((id) => ({ id, type: 'choice' as const, name: '' }));
    const looping = { nodes: [...nodes.filter(({ id }) => ['start', 's1', 'end'].includes(id)), ...choices], edges: round };
    assert.equal(problem([step('s1')], looping), '网关之间形成了没有审批步骤的循环');
  });

  it('is drawn with its conditions, and runs with a way back that is not drawn', () => {
    const flow = flowOf([step('s1', { name: '审<批>' }), step('s2', { condition: large })], VARIABLES);
    assert.match(diagramOf(flow), /name="审&lt;批&gt;"/);
    assert.match(diagramOf(flow), /default="f_c_s2_end"/);
    assert.ok(!diagramOf(flow).includes('yian_back'));
    assert.ok(processOf(flow).includes(`>${returnedTo('s1')}<`));
    const parallel = { ...flow, nodes: [...flow.nodes, { id: 'p', type: 'parallel' as const, name: '' }] };
    assert.ok(isParallel(parallel) && !processOf(parallel).includes('yian_back'));
  });
});

describe('a form', () => {
  const field = (type: FormField['type'], more: Partial<FormField> = {}): FormField => ({
    key: type,
    label: type,
    type,
    required: false,
    options: [],
    ...more,
  });
  it('says what conditions compare and whom it names', () => {
    const fields = [field('money'), field('number'), field('choice', { options: ['甲', '乙'] }), field('person'), field('text')];
    assert.deepEqual(Object.keys(formVariables(fields)), ['money', 'number', 'choice']);
    assert.deepEqual(formPeople(fields), { person: 'person' });
    assert.deepEqual(comparedValues(fields, { money: 1.5, number: null, choice: '甲', text: 'x' }), { money: 1.5, choice: '甲' });
  });

  it('is refused with two fields of one name, or a choice without two options', () => {
    assert.equal(fieldsProblem([]), '表单还没有字段');
    assert.equal(fieldsProblem([field('text'), field('text')]), '表单字段的标识重复');
    assert.equal(fieldsProblem([field('text'), field('long', { label: 'text' })]), '表单字段的名称重复');
    assert.equal(fieldsProblem([field('choice', { options: ['甲', '甲'] })]), '单选字段“choice”至少需要两个不同的选项');
    assert.equal(fieldsProblem([field('date')]), null);
  });

  it('is checked value by value', () => {
    const said = (type: FormField['type'], value: unknown, more: Partial<FormField> = {}) =>
      formProblem([field(type, more)], { [type]: value as never });
    assert.equal(said('text', '', { required: true }), '请填写text');
    assert.equal(said('text', 'x'.repeat(201)), 'text最多200个字');
    assert.equal(said('number', Number.NaN), 'number应为数字');
    assert.equal(said('money', -1), 'money应为不超过两位小数的金额');
    assert.equal(said('date', '2026-02-30'), 'date应为日期');
    assert.equal(said('choice', '丙', { options: ['甲', '乙'] }), '请选择choice');
    assert.equal(said('person', -3), '请选择person');
    assert.equal(said('files', Array(10).fill('x')), 'files最多9个文件');
    assert.equal(said('date', '2026-02-28'), null);
  });
});

it('a case is open to what fits its state', () => {
  assert.equal(closedCase(1, 'withdraw'), null);
  assert.equal(closedCase(2, 'withdraw'), '申请已通过，不能撤回');
  assert.equal(closedCase(5, 'resubmit'), null);
  assert.equal(closedCase(1, 'resubmit'), '申请审批中，不能重新提交');
});
