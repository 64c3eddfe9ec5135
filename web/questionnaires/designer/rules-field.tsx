/** The patterns that a text has to match, and what is said where it does not. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';

type Rule = FormItemRow['regList'][number];

export function RulesField({ rules, onChange }: { rules: readonly Rule[]; onChange: (rules: Rule[]) => void }) {
  const set = (at: number, part: Partial<Rule>) => onChange(rules.map((rule, index) => (index === at ? { ...rule, ...part } : rule)));
  return (
    <section className="q-options" aria-label="格式校验">
      <h4>格式校验</h4>
      {rules.map((rule, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a rule has nothing else of its own
        <div key={at} className="q-rule">
          <Input
            size="small"
            aria-label={`校验${at + 1}的正则表达式`}
            placeholder="正则表达式，如 /^\d+$/"
            maxLength={600}
            value={rule.pattern}
            onChange={(event) => set(at, { pattern: event.target.value })}
          />
          <Input
            size="small"
            aria-label={`校验${at + 1}的提示`}
            placeholder="不符合时的提示"
            maxLength={100}
            value={rule.message}
            onChange={(event) => set(at, { message: event.target.value })}
          />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`删除校验${at + 1}`}
            onClick={() => onChange(rules.filter((_rule, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={rules.length >= 10}
        onClick={() => onChange([...rules, { pattern: '', message: '' }])}
      >
        添加校验
      </Button>
    </section>
  );
}
