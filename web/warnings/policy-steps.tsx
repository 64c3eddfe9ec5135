/** The steps of a policy: after how long, whom, by which way, how often again. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Select } from 'antd';
import { channelLabels, channels, recipientLabels, type RecipientKind } from '#contract/warnings/policies.rules.ts';
import { roles } from '#contract/users/roles.ts';
import { useCall } from '#web/api/call.ts';
import { StaffFilter } from '#web/work-orders/staff-filter.tsx';
import './policies.css';
import '#web/ui/warning-tags.css';

interface Recipient {
  kind: RecipientKind;
  id: number | null;
  address: string | null;
}

export interface Step {
  delay: number;
  to: Recipient[];
  channels: string[];
  repeatMinutes: number | null;
  repeats: number;
}

export const newStep: Step = {
  delay: 0,
  to: [{ kind: 'duty', id: null, address: null }],
  channels: ['popup', 'browser'],
  repeatMinutes: null,
  repeats: 0,
};
const KINDS = Object.entries(recipientLabels).map(([value, label]) => ({ value, label }));
const CHANNELS = channels.map((value) => ({ value, label: channelLabels[value] }));

/** What is still missing; null when it can be saved. */
export function stepsProblem(steps: readonly Step[]): string | null {
  if (steps.length === 0) return '请至少设置一级通知';
  for (const [at, { to, channels: ways }] of steps.entries()) {
    if (to.length === 0) return `第${at + 1}级：请添加通知对象`;
    if (to.some(({ kind, id }) => (kind === 'role' || kind === 'user') && id === null)) return `第${at + 1}级：请选择角色或人员`;
    if (to.some(({ kind, address }) => (kind === 'email' || kind === 'webhook') && !address?.trim())) return `第${at + 1}级：请填写地址`;
    if (ways.length === 0 && to.some(({ kind }) => kind !== 'email' && kind !== 'webhook')) return `第${at + 1}级：请选择通知方式`;
  }
  return null;
}

function Whom({
  value,
  disabled,
  label,
  onChange,
}: {
  value: Recipient;
  disabled: boolean;
  label: string;
  onChange: (next: Recipient) => void;
}) {
  const isRole = value.kind === 'role';
  const list = useCall(roles.list, {}, { quiet: true, enabled: isRole, staleTime: 60_000 });
  if (isRole)
    return (
      <Select
        aria-label={`${label}的角色`}
        placeholder="请选择角色"
        value={value.id ?? undefined}
        disabled={disabled}
        loading={list.isFetching}
        options={(list.data ?? []).map(({ roleId, roleName }) => ({ value: roleId, label: roleName }))}
        onChange={(id: number) => onChange({ ...value, id })}
      />
    );
  if (value.kind === 'user')
    return (
      <StaffFilter
        {...(value.id === null ? {} : { value: String(value.id) })}
        onChange={(id) => onChange({ ...value, id: id ? Number(id) : null })}
      />
    );
  if (value.kind === 'email' || value.kind === 'webhook')
    return (
      <Input
        aria-label={`${label}的地址`}
        placeholder={value.kind === 'email' ? 'name@example.com' : 'https://…'}
        maxLength={300}
        value={value.address ?? ''}
        disabled={disabled}
        onChange={(event) => onChange({ ...value, address: event.target.value })}
      />
    );
  return <span className="w-faint">{value.kind === 'duty' ? '触发那一刻排班表上的人员' : '服务对象档案中的护理员'}</span>;
}

function StepCard({
  step,
  at,
  disabled,
  onChange,
  onRemove,
}: {
  step: Step;
  at: number;
  disabled: boolean;
  onChange: (part: Partial<Step>) => void;
  onRemove: () => void;
}) {
  const name = `第${at + 1}级`;
  const change = (index: number, next: Recipient) => onChange({ to: step.to.map((one, other) => (other === index ? next : one)) });
  return (
    <fieldset className="w-step">
      <legend>{name}</legend>
      <div className="w-step-row">
        <InputNumber<number>
          aria-label={`${name}的等待时间`}
          prefix="预警后"
          suffix="秒仍未确认"
          min={0}
          max={86_400}
          step={30}
          precision={0}
          value={step.delay}
          disabled={disabled}
          onChange={(delay) => onChange({ delay: delay ?? 0 })}
        />
        <Select
          aria-label={`${name}的通知方式`}
          mode="multiple"
          placeholder="通知方式"
          options={CHANNELS}
          value={step.channels}
          disabled={disabled}
          onChange={(ways) => onChange({ channels: ways })}
        />
        <Button type="text" danger icon={<DeleteOutlined />} aria-label={`删除${name}`} disabled={disabled} onClick={onRemove} />
      </div>
      {step.to.map((one, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no identity of their own
        <div key={index} className="w-step-row">
          <Select
            aria-label={`${name}的通知对象${index + 1}`}
            options={KINDS}
            value={one.kind}
            disabled={disabled}
            onChange={(kind: RecipientKind) => change(index, { kind, id: null, address: null })}
          />
          <Whom value={one} disabled={disabled} label={`${name}的通知对象${index + 1}`} onChange={(next) => change(index, next)} />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`删除${name}的通知对象${index + 1}`}
            disabled={disabled}
            onClick={() => onChange({ to: step.to.filter((_, other) => other !== index) })}
          />
        </div>
      ))}
      <div className="w-step-row">
        <Button
          type="dashed"
          size="small"
          icon={<PlusOutlined aria-hidden />}
          disabled={disabled || step.to.length >= 10}
          onClick={() => onChange({ to: [...step.to, { kind: 'user', id: null, address: null }] })}
        >
          添加通知对象
        </Button>
        <InputNumber<number>
          aria-label={`${name}的重复间隔`}
          prefix="每"
          suffix="分钟重复"
          placeholder="不重复"
          min={1}
          max={1440}
          precision={0}
          value={step.repeatMinutes}
          disabled={disabled}
          onChange={(repeatMinutes) => onChange({ repeatMinutes, repeats: repeatMinutes === null ? 0 : step.repeats || 10 })}
        />
        {step.repeatMinutes !== null && (
          <InputNumber<number>
            aria-label={`${name}的重复次数`}
            prefix="最多"
            suffix="次"
            min={1}
            max={50}
            precision={0}
            value={step.repeats}
            disabled={disabled}
            onChange={(repeats) => onChange({ repeats: repeats ?? 1 })}
          />
        )}
      </div>
    </fieldset>
  );
}

interface Props {
  id?: string;
  value?: Step[];
  onChange?: (steps: Step[]) => void;
  disabled?: boolean;
}

export function PolicySteps({ id, value = [], onChange, disabled = false }: Props) {
  return (
    <div className="w-steps" id={id}>
      {value.map((step, at) => (
        <StepCard
          // oxlint-disable-next-line react/no-array-index-key -- steps have no identity of their own
          key={at}
          step={step}
          at={at}
          disabled={disabled}
          onChange={(part) => onChange?.(value.map((one, index) => (index === at ? { ...one, ...part } : one)))}
          onRemove={() => onChange?.(value.filter((_, index) => index !== at))}
        />
      ))}
      {value.length < 10 && (
        <Button
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          disabled={disabled}
          onClick={() => onChange?.([...value, { ...newStep, delay: (value.at(-1)?.delay ?? -60) + 60 }])}
        >
          添加一级
        </Button>
      )}
    </div>
  );
}
