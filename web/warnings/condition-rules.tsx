/** /warning/condition 条件规则: rules that the institution makes itself, tried on last week's values before they wake anybody. */
import { Form, Input, InputNumber, Select, Switch, Tag } from 'antd';
import { conditionRules } from '#contract/warnings/condition-rules.ts';
import { expressionText, placeholders, ruleProblem } from '#contract/warnings/condition-texts.rules.ts';
import { titled } from '#contract/labels.ts';
import { conditionRuleLabels } from '#contract/warnings/condition-rules.labels.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import { labelledField, FormSection } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { severityLabels } from '#web/ui/severities.ts';
import { Severity } from '#web/ui/severity.tsx';
import { ConditionFields, newExpression, type Expression } from './condition-fields.tsx';
import { ruleInput, toForm, type ConditionRow } from './condition-input.ts';
import { everybody, ScopeField, type Scope } from './condition-scope.tsx';
import { ConditionTrial } from './condition-trial.tsx';
import { TimeWindows, windowText } from '#web/ui/time-windows.tsx';

const Field = labelledField(conditionRuleLabels);
const Filter = labelledFilter(conditionRuleLabels);

const SEVERITIES = Object.entries(severityLabels).map(([value, label]) => ({ value: Number(value), label }));
const HINT = Object.entries(placeholders)
  .map(([name, meaning]) => `{${name}} ${meaning}`)
  .join('；');

const whoText = ({ scope, scopeNames }: ConditionRow) =>
  scope === 1
    ? '全部'
    : scopeNames.length === 0
      ? '已不存在'
      : scopeNames.length > 3
        ? `${scopeNames
            .slice(0, 3)
            .map(({ name }) => name)
            .join('、')}等${scopeNames.length}个`
        : scopeNames.map(({ name }) => name).join('、');

const columns: Column<ConditionRow>[] = titled(conditionRuleLabels, [
  { key: 'name', width: 160, pin: 'left', sort: 'name' },
  {
    key: 'severity',
    width: 84,
    sort: 'severity',
    render: ({ severity }) => <Severity severity={severity} closed />,
  },
  { key: 'groups', width: 380, render: expressionText },
  {
    key: 'windows',
    width: 190,
    render: ({ windows }) => (windows.length === 0 ? '全天' : windows.map(windowText).join('；')),
  },
  { key: 'scope', width: 180, minor: 1, render: whoText },
  {
    key: 'active',
    width: 100,
    align: 'right',
    render: ({ active }) => (active > 0 ? <Tag color="error">{active} 人</Tag> : '0 人'),
  },
  {
    key: 'enabled',
    width: 76,
    render: ({ enabled }) => <Tag color={enabled ? 'success' : 'default'}>{enabled ? '启用' : '停用'}</Tag>,
  },
  { key: 'content', width: 200, hidden: true },
  { key: 'remarks', width: 180, hidden: true },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入规则名称" allowClear maxLength={30} />
    </Filter>
    <Filter name="enabled">
      <Select allowClear placeholder="请选择" options={choices({ true: '启用', false: '停用' })} />
    </Filter>
  </>
);

const expressionRule = {
  validator: (_rule: unknown, { every, groups }: Expression) => {
    const problem = ruleProblem({ every, groups, windows: [], validMinutes: 60, content: '' });
    return problem ? Promise.reject(new Error(problem)) : Promise.resolve();
  },
};
const whoRule = {
  validator: (_rule: unknown, { scope, departments, people }: Scope) =>
    scope === 2 && departments.length === 0
      ? Promise.reject(new Error('请选择部门'))
      : scope === 3 && people.length === 0
        ? Promise.reject(new Error('请选择服务对象'))
        : Promise.resolve(),
};

const form = (
  <>
    <FormSection title="基本信息">
      <Field name="name">
        <Input placeholder="如 夜间离床过久" maxLength={30} />
      </Field>
      <Field name="severity">
        <Select options={SEVERITIES} />
      </Field>
      <Field name="enabled" label="启用" valuePropName="checked">
        <Switch checkedChildren="启用" unCheckedChildren="停用" />
      </Field>
      <Field name="validMinutes" extra="一个数值在测量后这么久内代表当前情况；离床、在床同此">
        <InputNumber<number> min={5} max={1440} precision={0} step={5} suffix="分钟" />
      </Field>
    </FormSection>
    <FormSection title="条件">
      <Form.Item
        name="expression"
        label="触发条件"
        className="y-form-wide"
        rules={[expressionRule]}
        extra="最多5个条件。成立后只预警一次，持续成立每30分钟提醒；数值回到界限以内后解除"
      >
        <ConditionFields />
      </Form.Item>
      <Field name="windows" wide extra="不添加时段则全天有效；早于开始的结束时间算到次日">
        <TimeWindows />
      </Field>
      <Form.Item name="who" label="适用对象" className="y-form-wide" rules={[whoRule]} extra="请假或住院期间不预警">
        <ScopeField />
      </Form.Item>
      <Field name="content" wide extra={`可用：${HINT}`}>
        <Input.TextArea placeholder="如 {姓名}：{条件}" maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Field>
      <Form.Item label="试算" className="y-form-wide">
        <ConditionTrial />
      </Form.Item>
      <Field name="remarks" wide>
        <Input.TextArea placeholder="请输入备注" maxLength={100} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Field>
    </FormSection>
  </>
);

export default function ConditionRules() {
  return (
    <CrudPage
      name="condition-rules"
      noun="条件规则"
      routes={conditionRules}
      columns={columns}
      filters={filters}
      form={form}
      size="large"
      initial={{ severity: 2, enabled: true, validMinutes: 60, expression: newExpression, windows: [], who: everybody, content: '{条件}' }}
      toForm={toForm}
      toInput={ruleInput}
    />
  );
}
