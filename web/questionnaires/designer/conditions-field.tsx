/** The conditions of a logic and what joins them; one level of groups below. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import {
  isGroup,
  logicExpressionLabels,
  logicExpressions,
  type Condition,
  type ConditionEntry,
  type ConditionGroup,
  type Logic,
} from '#contract/questionnaires/logic.rules.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import { ConditionRow } from './condition-row.tsx';

/** What is joined, and how. */
export type Joined = Pick<Logic, 'expression' | 'conditionList'>;

/** As many as the server keeps. */
const MOST = 20;
const EMPTY: Condition = { formItemId: null, expression: null, optionValue: null };
const choices = Object.entries(logicExpressionLabels).map(([value, label]) => ({ value: Number(value), label }));

interface Props {
  value: Joined;
  items: readonly FormItemRow[];
  all: readonly FormItemRow[];
  onChange: (value: Joined, typed: boolean) => void;
  /** Within a group there is no other. */
  inner?: boolean;
}

export function ConditionsField({ value, items, all, onChange, inner = false }: Props) {
  const { expression, conditionList } = value;
  const set = (list: readonly ConditionEntry[], typed = false) =>
    onChange({ expression: expression ?? logicExpressions.all, conditionList: list }, typed);
  const replace = (at: number, entry: ConditionEntry, typed: boolean) => set(conditionList.with(at, entry), typed);
  const remove = (at: number) => set(conditionList.toSpliced(at, 1));
  const full = conditionList.length >= MOST;
  return (
    <div className="q-conditions" data-inner={inner || undefined}>
      {conditionList.length > 1 && (
        <Segmented
          size="small"
          aria-label="条件之间"
          options={choices}
          value={expression ?? logicExpressions.all}
          onChange={(next) => onChange({ expression: next, conditionList }, false)}
        />
      )}
      {conditionList.map((entry, at) =>
        isGroup(entry) ? (
          // oxlint-disable-next-line react/no-array-index-key -- a condition has nothing else of its own
          <section key={at} className="q-group" aria-label="条件组">
            <ConditionsField
              inner
              value={entry}
              items={items}
              all={all}
              onChange={(next, typed) => replace(at, next as ConditionGroup, typed)}
            />
            <Button type="text" size="small" icon={<DeleteOutlined aria-hidden />} aria-label="删除条件组" onClick={() => remove(at)} />
          </section>
        ) : (
          <ConditionRow
            // oxlint-disable-next-line react/no-array-index-key -- a condition has nothing else of its own
            key={at}
            condition={entry}
            items={items}
            all={all}
            onChange={(next, typed) => replace(at, next, typed)}
            onRemove={() => remove(at)}
          />
        ),
      )}
      <div className="q-buttons">
        <Button size="small" icon={<PlusOutlined aria-hidden />} disabled={full} onClick={() => set([...conditionList, EMPTY])}>
          添加条件
        </Button>
        {!inner && (
          <Button
            size="small"
            disabled={full}
            onClick={() => set([...conditionList, { expression: logicExpressions.any, conditionList: [EMPTY] }])}
          >
            添加条件组
          </Button>
        )}
      </div>
    </div>
  );
}
