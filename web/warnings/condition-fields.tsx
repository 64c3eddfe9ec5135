/** The conditions of a rule of the institution: each row reads as a sentence, and below stands the whole. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, InputNumber, Segmented, Select } from 'antd';
import { comparedMetrics } from '#contract/warnings/condition-rules.ts';
import { expressionText } from '#contract/warnings/condition-texts.rules.ts';
import {
  beyonds,
  compares,
  MOST_CONDITIONS,
  situations,
  type Condition,
  type Group,
  type Situation,
} from '#contract/warnings/conditions.rules.ts';
import { metrics, type MetricName } from '#contract/health/metrics.ts';
import { judgedMetrics } from '#contract/health/thresholds.rules.ts';
import { choices } from '#web/ui/inputs.tsx';
import './conditions.css';
import '#web/ui/warning-tags.css';

export interface Expression {
  every: boolean;
  groups: readonly Group[];
}

const blank: Condition = {
  kind: 'value',
  metric: 'heartRate',
  compare: 'above',
  value: 100,
  beyond: null,
  situation: null,
  minutes: 0,
  needed: 1,
  windowSize: 1,
};
export const newExpression: Expression = { every: true, groups: [{ every: true, conditions: [blank] }] };

const SUBJECTS = [
  { label: '测量值', options: comparedMetrics.map((name) => ({ value: `value:${name}`, label: metrics[name].label })) },
  {
    label: '与个人界限比较',
    options: judgedMetrics.map((name) => ({ value: `level:${name}`, label: `${metrics[name].label}（个人界限）` })),
  },
  { label: '状态', options: Object.entries(situations).map(([name, { label }]) => ({ value: `situation:${name}`, label })) },
];
const COMPARES = choices(compares);
const BEYONDS = choices(beyonds);
const JOINS = [
  { value: 'every', label: '且' },
  { value: 'any', label: '或' },
];

const subjectOf = ({ kind, metric, situation }: Condition) => `${kind}:${kind === 'situation' ? situation : metric}`;
function withSubject(before: Condition, subject: string): Condition {
  const [kind, name] = subject.split(':') as [Condition['kind'], string];
  const same = { ...blank, kind, minutes: before.minutes };
  if (kind === 'situation') return { ...same, metric: null, compare: null, value: null, situation: name as Situation };
  const often = { needed: before.needed, windowSize: before.windowSize };
  if (kind === 'level')
    return { ...same, ...often, metric: name as MetricName, compare: null, value: null, beyond: before.beyond ?? 'any' };
  return {
    ...same,
    ...often,
    metric: name as MetricName,
    compare: before.compare ?? 'above',
    value: before.metric === name ? before.value : null,
  };
}

interface RowProps {
  condition: Condition;
  name: string;
  disabled: boolean;
  removable: boolean;
  onChange: (next: Condition) => void;
  onRemove: () => void;
}

function ConditionRow({ condition, name, disabled, removable, onChange, onRemove }: RowProps) {
  const { kind, metric, compare, value, beyond, minutes, needed, windowSize } = condition;
  const set = (part: Partial<Condition>) => onChange({ ...condition, ...part });
  return (
    <div className="w-condition" role="group" aria-label={name}>
      <Select
        aria-label={`${name}的内容`}
        options={SUBJECTS}
        value={subjectOf(condition)}
        disabled={disabled}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(subject: string) => onChange(withSubject(condition, subject))}
      />
      {kind === 'value' && (
        <>
          <Select
            aria-label={`${name}的比较`}
            options={COMPARES}
            value={compare}
            disabled={disabled}
            onChange={(next) => set({ compare: next as Condition['compare'] })}
          />
          <InputNumber<number>
            aria-label={`${name}的数值`}
            value={value}
            step={metric && metrics[metric].decimals ? 0.1 : 1}
            suffix={metric ? metrics[metric].unit : ''}
            placeholder="数值"
            disabled={disabled}
            onChange={(next) => set({ value: next })}
          />
        </>
      )}
      {kind === 'level' && (
        <Select
          className="w-condition-two"
          aria-label={`${name}的超限方式`}
          options={BEYONDS}
          value={beyond}
          disabled={disabled}
          onChange={(next) => set({ beyond: next as Condition['beyond'] })}
        />
      )}
      {kind === 'situation' && <span className="w-condition-two w-faint">发生后</span>}
      <InputNumber<number>
        aria-label={`${name}的持续时间`}
        prefix="持续"
        suffix="分钟"
        min={0}
        max={1440}
        precision={0}
        value={minutes}
        disabled={disabled}
        onChange={(next) => set({ minutes: next ?? 0 })}
      />
      {kind === 'situation' ? (
        <span />
      ) : (
        <span className="w-condition-often">
          最近
          <InputNumber<number>
            aria-label={`${name}的总次数`}
            min={1}
            max={10}
            precision={0}
            value={windowSize}
            disabled={disabled}
            onChange={(next) => set({ windowSize: next ?? 1, needed: Math.min(needed, next ?? 1) })}
          />
          次中
          <InputNumber<number>
            aria-label={`${name}需要的次数`}
            min={1}
            max={windowSize}
            precision={0}
            value={needed}
            disabled={disabled}
            onChange={(next) => set({ needed: next ?? 1 })}
          />
          次
        </span>
      )}
      <Button type="text" icon={<DeleteOutlined />} aria-label={`删除${name}`} disabled={disabled || !removable} onClick={onRemove} />
    </div>
  );
}

const Join = ({
  every,
  label,
  disabled,
  onChange,
}: {
  every: boolean;
  label: string;
  disabled: boolean;
  onChange: (every: boolean) => void;
}) => (
  <Segmented
    className="w-condition-join"
    size="small"
    aria-label={label}
    options={JOINS}
    value={every ? 'every' : 'any'}
    disabled={disabled}
    onChange={(next) => onChange(next === 'every')}
  />
);

interface Props {
  id?: string;
  value?: Expression;
  onChange?: (expression: Expression) => void;
  disabled?: boolean;
}

/** What stays: conditions that were removed, groups that became empty. */
const without = (groups: readonly Group[], group: number, condition: number): Group[] =>
  groups.flatMap((one, at) => {
    const conditions = at === group ? one.conditions.filter((_, index) => index !== condition) : one.conditions;
    return conditions.length === 0 ? [] : [{ ...one, conditions }];
  });

export function ConditionFields({ id, value = newExpression, onChange, disabled = false }: Props) {
  const { every, groups } = value;
  const total = groups.reduce((all, { conditions }) => all + conditions.length, 0);
  const put = (group: number, next: Group) => onChange?.({ every, groups: groups.map((one, at) => (at === group ? next : one)) });
  const number = (group: number, condition: number) =>
    groups.slice(0, group).reduce((all, { conditions }) => all + conditions.length, 0) + condition + 1;
  return (
    <div className="w-conditions" id={id}>
      {groups.map((group, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- groups have no identity of their own
        <div key={at} className="w-conditions">
          {at > 0 && <Join every={every} label="条件组之间" disabled={disabled} onChange={(next) => onChange?.({ every: next, groups })} />}
          <div className={groups.length > 1 ? 'w-condition-group' : 'w-conditions'}>
            {group.conditions.map((condition, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- conditions have no identity of their own
              <div key={index} className="w-conditions">
                {index > 0 && (
                  <Join
                    every={group.every}
                    label={`条件${number(at, index)}与上一个`}
                    disabled={disabled}
                    onChange={(next) => put(at, { ...group, every: next })}
                  />
                )}
                <ConditionRow
                  condition={condition}
                  name={`条件${number(at, index)}`}
                  disabled={disabled}
                  removable={total > 1}
                  onChange={(next) =>
                    put(at, { ...group, conditions: group.conditions.map((one, other) => (other === index ? next : one)) })
                  }
                  onRemove={() => onChange?.({ every, groups: without(groups, at, index) })}
                />
              </div>
            ))}
            <Button
              type="dashed"
              size="small"
              icon={<PlusOutlined aria-hidden />}
              disabled={disabled || total >= MOST_CONDITIONS}
              onClick={() =>
                put(at, { ...group, conditions: [...group.conditions, { ...blank, metric: 'oxygen', compare: 'below', value: 90 }] })
              }
            >
              添加条件
            </Button>
          </div>
        </div>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        disabled={disabled || total >= MOST_CONDITIONS}
        onClick={() =>
          onChange?.({
            every: groups.length > 1 ? every : false,
            groups: [...groups, { every: true, conditions: [{ ...blank, metric: 'temperature', value: 38 }] }],
          })
        }
      >
        添加条件组
      </Button>
      <p className="w-condition-sentence" aria-live="polite">
        当 <b>{expressionText(value)}</b> 时预警
      </p>
    </div>
  );
}
