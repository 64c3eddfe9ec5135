/** All of one step: its name, who decides and how, when it is asked, until when, who hears of it. */
import { Checkbox, Form, Input, InputNumber, Segmented } from 'antd';
import { useId } from 'react';
import { stepModes, type StepMode } from '#contract/approvals/approval-flows.rules.ts';
import type { ApprovalVariable } from '#contract/approvals/approval-kinds.ts';
import { ConditionFields } from './condition-fields.tsx';
import { DeciderFields } from './decider-fields.tsx';
import type { Step } from './flow-draft.ts';

interface Props {
  step: Step;
  onChange: (step: Step, what?: string) => void;
  variables: Readonly<Record<string, ApprovalVariable>>;
  people: Readonly<Record<string, string>>;
  /** In a drawn flow the ways say when a step is asked. */
  drawn?: boolean;
}

const HINTS: Record<StepMode, string> = {
  all: '所有审批人都同意才通过',
  one: '任意一人同意即通过',
  turn: '按顺序一个接一个审批',
};
const MOST_HOURS = 24 * 60;

export function StepFields({ step, onChange, variables, people, drawn = false }: Props) {
  const own = useId();
  const set = (part: Partial<Step>, what?: string) => onChange({ ...step, ...part }, what && `${step.id}.${what}`);
  const id = (name: string) => `${own}${name}`;
  return (
    <Form layout="vertical" component={false} size="small">
      <div className="ap-step-fields">
        <Form.Item label="步骤名称" htmlFor={id('name')} required>
          <Input id={id('name')} value={step.name} maxLength={30} onChange={({ target }) => set({ name: target.value }, 'name')} />
        </Form.Item>
        <Form.Item label="审批人" required>
          <DeciderFields noun="审批人" value={step.deciders} people={people} onChange={(deciders, what) => set({ deciders }, what)} />
        </Form.Item>
        <Form.Item label="审批方式" extra={HINTS[step.mode]}>
          <Segmented<StepMode>
            aria-label="审批方式"
            value={step.mode}
            options={Object.entries(stepModes).map(([value, label]) => ({ value: value as StepMode, label }))}
            onChange={(mode) => set({ mode })}
          />
        </Form.Item>
        {!drawn && (
          <Form.Item label="什么时候审批" {...(step.condition ? {} : { extra: '没有条件时总是审批' })}>
            <ConditionFields value={step.condition} variables={variables} onChange={(condition, what) => set({ condition }, what)} />
          </Form.Item>
        )}
        <Form.Item label="时限" htmlFor={id('hours')} extra="超时后由下面的人员审批；没有设置时再次提醒审批人">
          <div className="ap-row">
            <InputNumber
              id={id('hours')}
              min={1}
              max={MOST_HOURS}
              precision={0}
              suffix="小时"
              placeholder="不限时"
              value={step.hours}
              onChange={(hours) => set(hours === null ? { hours, remindHours: null, escalateTo: [] } : { hours }, 'hours')}
            />
            {step.hours !== null && (
              <InputNumber
                aria-label="到时限前多少小时提醒"
                prefix="提前"
                suffix="小时提醒"
                min={1}
                max={MOST_HOURS}
                precision={0}
                placeholder="不提醒"
                value={step.remindHours}
                onChange={(remindHours) => set({ remindHours }, 'remind')}
              />
            )}
          </div>
        </Form.Item>
        {step.hours !== null && (
          <Form.Item label="超时后转给">
            <DeciderFields
              noun="接手人"
              value={step.escalateTo}
              people={people}
              onChange={(escalateTo, what) => set({ escalateTo }, what)}
            />
          </Form.Item>
        )}
        <Form.Item label="通过后抄送">
          <DeciderFields noun="抄送人" value={step.copyTo} people={people} onChange={(copyTo, what) => set({ copyTo }, what)} />
        </Form.Item>
        <Checkbox checked={step.self} onChange={({ target }) => set({ self: target.checked })}>
          申请人可审批自己的申请
        </Checkbox>
      </div>
    </Form>
  );
}
