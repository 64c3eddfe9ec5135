/** /warning/policy 通知策略: who is told of a warning that nobody has confirmed. */
import { Alert, Form, Input, InputNumber, Select, Switch, Tag } from 'antd';
import { Link } from 'react-router';
import { recipientLabels } from '#contract/warnings/policies.rules.ts';
import { warningPolicies } from '#contract/warnings/policies.ts';
import { rules } from '#contract/warnings/warnings.rules.ts';
import { titled } from '#contract/labels.ts';
import { warningPolicyLabels } from '#contract/warnings/policies.labels.ts';
import { useCall } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { labelledField, FormSection } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { severityLabels } from '#web/ui/severities.ts';
import { Severity } from '#web/ui/severity.tsx';
import { settingText } from './durations.ts';
import { newStep, PolicySteps, stepsProblem, type Step } from './policy-steps.tsx';
import { ClockField } from '#web/ui/time-windows.tsx';

const Field = labelledField(warningPolicyLabels);
const Filter = labelledFilter(warningPolicyLabels);

type PolicyRow = RowOf<typeof warningPolicies.page>;
const RULES = Object.entries(rules).map(([value, { label }]) => ({ value, label }));
const SEVERITIES = Object.entries(severityLabels).map(([value, label]) => ({ value: Number(value), label }));

const stepText = ({ delay, to, repeatMinutes }: PolicyRow['steps'][number]) =>
  `${delay === 0 ? '立即' : settingText(delay)} ${to.map(({ kind, name, address }) => name ?? address ?? recipientLabels[kind as keyof typeof recipientLabels] ?? kind).join('、')}${
    repeatMinutes === null ? '' : `（每${repeatMinutes}分钟）`
  }`;

const columns: Column<PolicyRow>[] = titled(warningPolicyLabels, [
  { key: 'sort', width: 76, align: 'right', sort: 'sort' },
  { key: 'name', width: 150, pin: 'left', sort: 'name' },
  {
    key: 'severities',
    width: 150,
    render: ({ severities }) => (severities.length === 0 ? '全部' : severities.map((one) => <Severity key={one} severity={one} closed />)),
  },
  {
    key: 'rules',
    width: 220,
    render: ({ rules: names }) =>
      names.length === 0 ? '全部' : names.map((one) => rules[one as keyof typeof rules]?.label ?? one).join('、'),
  },
  { key: 'steps', width: 320, render: ({ steps }) => steps.map(stepText).join(' → ') },
  {
    key: 'quietFrom',
    width: 130,
    minor: 1,
    render: ({ quietFrom, quietTo }) => (quietFrom === null ? '无' : `${quietFrom}–${quietTo}`),
  },
  {
    key: 'enabled',
    width: 76,
    render: ({ enabled }) => <Tag color={enabled ? 'success' : 'default'}>{enabled ? '启用' : '停用'}</Tag>,
  },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入策略名称" allowClear maxLength={30} />
    </Filter>
    <Filter name="enabled">
      <Select allowClear placeholder="请选择" options={choices({ true: '启用', false: '停用' })} />
    </Filter>
  </>
);

interface Quiet {
  from: string;
  to: string;
}

/** Hours in which only critical warnings are told. */
function QuietField({ value = null, onChange }: { value?: Quiet | null; onChange?: (quiet: Quiet | null) => void }) {
  return (
    <span className="w-quiet">
      <Switch checked={value !== null} onChange={(on) => onChange?.(on ? { from: '22:00', to: '06:00' } : null)} aria-label="免打扰" />
      {value && (
        <>
          <ClockField label="免打扰开始" value={value.from} onChange={(from) => onChange?.({ ...value, from })} />至
          {value.to <= value.from && '次日'}
          <ClockField label="免打扰结束" value={value.to} onChange={(to) => onChange?.({ ...value, to })} />
        </>
      )}
    </span>
  );
}

const stepsRule = {
  validator: (_rule: unknown, steps: Step[]) => {
    const problem = stepsProblem(steps);
    return problem ? Promise.reject(new Error(problem)) : Promise.resolve();
  },
};

const form = (
  <>
    <FormSection title="适用范围">
      <Field name="name">
        <Input placeholder="如 紧急预警升级" maxLength={30} />
      </Field>
      <Field name="sort" extra="按顺序取第一条适用的策略">
        <InputNumber<number> min={0} max={9999} precision={0} />
      </Field>
      <Field name="severities" extra="不选为全部级别">
        <Select mode="multiple" options={SEVERITIES} placeholder="全部" />
      </Field>
      <Field name="enabled" label="启用" valuePropName="checked">
        <Switch checkedChildren="启用" unCheckedChildren="停用" />
      </Field>
      <Field name="rules" wide extra="不选为全部类型">
        <Select mode="multiple" options={RULES} placeholder="全部" showSearch={{ optionFilterProp: 'label' }} />
      </Field>
      <Form.Item name="quiet" label="免打扰" className="y-form-wide" extra="此时段内非紧急预警推迟到结束时通知；紧急预警始终立即通知">
        <QuietField />
      </Form.Item>
    </FormSection>
    <FormSection title="通知过程">
      <Form.Item
        name="steps"
        label="逐级通知"
        className="y-form-wide"
        rules={[stepsRule]}
        validateTrigger="onSubmit"
        extra="有人确认收到、预警解除或关闭后停止。无人当班时通知所有可处理预警的人员"
      >
        <PolicySteps />
      </Form.Item>
    </FormSection>
  </>
);

const toForm = ({ name, rules: names, severities, steps, quietFrom, quietTo, enabled, sort }: PolicyRow) => ({
  name,
  rules: names,
  severities,
  enabled,
  sort,
  quiet: quietFrom && quietTo ? { from: quietFrom, to: quietTo } : null,
  steps: steps.map(({ to, ...step }) => ({ ...step, to: to.map(({ kind, id, address }) => ({ kind, id, address })) })),
});
const toInput = ({ quiet, ...values }: Record<string, unknown>) => {
  const { from = null, to = null } = (quiet as Quiet | null | undefined) ?? {};
  return { ...values, quietFrom: from, quietTo: to };
};

const PLACES = { type: '设备类型', device: '设备', integration: '数据接入' } as const;
const WHERE = { type: '/device/type', device: '/device/index', integration: '/device/integration' } as const;

/** What raises no warning reaches no member of staff: that is said here, as long as it holds. */
function Unraised() {
  const { data = [] } = useCall(warningPolicies.unraised, {}, { quiet: true });
  if (data.length === 0) return null;
  return (
    <Alert
      className="w-unraised"
      type="error"
      showIcon
      title="以下求助发生时不会报警，也不会通知任何人"
      description={
        <ul>
          {data.map(({ at, id, name, devices, lost }) => (
            <li key={`${at}${id}`}>
              <Link className="w-unraised-link" to={at === 'device' ? `/device/detail?id=${id}` : WHERE[at]}>
                {PLACES[at]}“{name}”
              </Link>
              （{devices}台设备）：{lost.join('；')}
            </li>
          ))}
        </ul>
      }
    />
  );
}

export default function Policies() {
  return (
    <>
      <Unraised />
      <CrudPage
        name="warning-policies"
        noun="通知策略"
        routes={warningPolicies}
        columns={columns}
        filters={filters}
        form={form}
        size="large"
        initial={{ rules: [], severities: [1, 2], steps: [newStep], quiet: null, enabled: true, sort: 0 }}
        toForm={toForm}
        toInput={toInput}
      />
    </>
  );
}
