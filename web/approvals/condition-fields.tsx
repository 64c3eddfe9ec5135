/** When a step is asked, or a way of a drawn flow is taken: comparisons of what the application says. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, InputNumber, Segmented, Select } from 'antd';
import { comparisons, type Comparison } from '#contract/approvals/approval-conditions.rules.ts';
import type { ApprovalVariable } from '#contract/approvals/approval-kinds.ts';
import type { Condition } from './flow-draft.ts';

type Test = Condition['tests'][number];

interface Props {
  value: Condition | null;
  onChange: (condition: Condition | null, what?: string) => void;
  variables: Readonly<Record<string, ApprovalVariable>>;
}

const MOST = 10;
const optionsOf = (record: Readonly<Record<string, string>>) => Object.entries(record).map(([value, label]) => ({ value, label }));
const CHOICES = optionsOf({ '=': comparisons['='], '!=': comparisons['!='] });
const NUMBERS = optionsOf(comparisons);

/** What is compared first when a variable was chosen. */
const begun = (variable: string, known: ApprovalVariable | undefined): Test =>
  known?.options ? { variable, comparison: '=', value: known.options[0] ?? '' } : { variable, comparison: '>=', value: '' };

export function ConditionFields({ value, onChange, variables }: Props) {
  const names = Object.keys(variables);
  const tests = value?.tests ?? [];
  const keep = (next: Test[], what?: string) => onChange(next.length === 0 ? null : { any: value?.any ?? false, tests: next }, what);
  const set = (at: number, part: Partial<Test>, what?: string) =>
    keep(
      tests.map((test, index) => (index === at ? { ...test, ...part } : test)),
      what,
    );
  if (names.length === 0 && tests.length === 0) return <span className="ap-hint">表单没有数字、金额或单选字段，不能设置条件</span>;
  return (
    <div className="ap-deciders" role="group" aria-label="条件">
      {tests.length > 1 && (
        <Segmented
          size="small"
          aria-label="条件之间的关系"
          value={value?.any ? 'any' : 'all'}
          options={[
            { value: 'all', label: '全部满足' },
            { value: 'any', label: '满足任一' },
          ]}
          onChange={(how) => onChange({ any: how === 'any', tests })}
        />
      )}
      {tests.map((test, at) => {
        const known = variables[test.variable];
        const name = `第${at + 1}项条件`;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- comparisons have no other name than their place
          <div key={at} className="ap-test">
            <Select
              aria-label={`${name}的字段`}
              value={known ? test.variable : undefined}
              placeholder="请选择字段"
              options={names.map((one) => ({ value: one, label: variables[one]?.label }))}
              onChange={(variable: string) => set(at, begun(variable, variables[variable]))}
            />
            <Select<Comparison>
              aria-label={`${name}的比较`}
              value={test.comparison}
              options={(known?.options ? CHOICES : NUMBERS) as { value: Comparison; label: string }[]}
              onChange={(comparison) => set(at, { comparison })}
            />
            {known?.options ? (
              <Select
                aria-label={`${name}的值`}
                value={String(test.value)}
                options={known.options.map((one) => ({ value: one, label: one }))}
                onChange={(next: string) => set(at, { value: next })}
              />
            ) : (
              <InputNumber<number>
                aria-label={`${name}的值`}
                value={typeof test.value === 'number' ? test.value : null}
                suffix={known?.unit ?? ''}
                placeholder="数值"
                onChange={(next) => set(at, { value: next ?? '' }, `test${at}`)}
              />
            )}
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`删除${name}`}
              onClick={() => keep(tests.filter((_test, index) => index !== at))}
            />
          </div>
        );
      })}
      {tests.length < MOST && names.length > 0 && (
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => keep([...tests, begun(names[0] as string, variables[names[0] as string])])}
        >
          {tests.length === 0 ? '设置条件' : '添加条件'}
        </Button>
      )}
    </div>
  );
}
