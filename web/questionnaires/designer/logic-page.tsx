/** When questions are shown, must be answered or lead elsewhere: a list of questions, and the logic of the selected one. */
import { BranchesOutlined, DeleteOutlined, WarningOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Select } from 'antd';
import { useMemo, useState } from 'react';
import { labelText } from '#contract/questionnaires/item-types.rules.ts';
import { askable, summaryOf, troublesOf } from '#contract/questionnaires/logic-summary.rules.ts';
import { logicExpressions, type Logic, type LogicAction } from '#contract/questionnaires/logic.rules.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import { ConditionsField } from './conditions-field.tsx';
import { useDesign, useDesigning } from './design-context.ts';
import { ruleSubject } from './rebase.ts';
import { indexOf, nameOf } from './draft.ts';

const TITLES: Record<LogicAction, string> = { show: '满足条件时显示此题', require: '满足条件时此题必填', jump: '满足条件时跳转' };
const NOTES: Record<LogicAction, string> = {
  show: '不满足时隐藏，已填的答案不提交',
  require: '不满足时按题目本身的必填设置',
  jump: '答完此题后跳过中间的题目，被跳过的题目不提交',
};
/** The end of the questionnaire, as a choice. */
const END = 0;

/** The conditions of one action of one question. */
function Rule({ item, action, rule }: { item: FormItemRow; action: LogicAction; rule: Logic | null }) {
  const { edit } = useDesigning();
  const items = useDesign(({ draft }) => draft.items);
  const refused = useDesign((design) => design.refused[ruleSubject(item.formItemId, action)]);
  const { formItemId } = item;
  const own = items.indexOf(item);
  const before = useMemo(() => askable(items, formItemId, action), [items, formItemId, action]);
  const write = (next: Logic | null, typed = false) =>
    edit([{ do: 'rule', formItemId, action, rule: next }], typed ? { mark: ruleSubject(formItemId, action) } : {});
  const begin = () =>
    write({
      formItemId,
      action,
      target: null,
      expression: logicExpressions.all,
      conditionList: [{ formItemId: null, expression: null, optionValue: null }],
    });
  if (before.length === 0) return null;
  const later = items.slice(own + 1);
  return (
    <section className="q-rule-box" aria-label={TITLES[action]}>
      <header>
        <h4>{TITLES[action]}</h4>
        <small>{NOTES[action]}</small>
        {rule ? (
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`删除“${TITLES[action]}”`}
            onClick={() => write(null)}
          >
            删除
          </Button>
        ) : (
          <Button size="small" onClick={begin}>
            设置
          </Button>
        )}
      </header>
      {rule && (
        <>
          <ConditionsField
            value={rule}
            items={before}
            all={items}
            onChange={(value, typed) => write(value.conditionList.length === 0 ? null : { ...rule, ...value }, typed)}
          />
          {action === 'jump' && (
            <div className="q-line">
              <label htmlFor={`q-jump-${formItemId}`}>跳转到</label>
              <Select
                id={`q-jump-${formItemId}`}
                className="q-jump"
                showSearch={{ optionFilterProp: 'label' }}
                options={[...later.map((one) => ({ value: one.formItemId, label: nameOf(one) })), { value: END, label: '结尾（提交）' }]}
                value={rule.target ?? END}
                onChange={(target) => write({ ...rule, target: target === END ? null : target })}
              />
            </div>
          )}
          <p className="q-hint">{summaryOf(rule, items)}</p>
          {[...troublesOf(rule, items), ...(refused ? [`未保存：${refused}`] : [])].map((text) => (
            <Alert key={text} type="warning" showIcon title={text} />
          ))}
        </>
      )}
    </section>
  );
}

const ACTIONS: readonly LogicAction[] = ['show', 'require', 'jump'];

function Editor({ item }: { item: FormItemRow }) {
  const rules = useDesign(({ draft }) => draft.rules);
  const at = useDesign(({ draft }) => indexOf(draft, item.formItemId));
  const shown = ACTIONS.filter((action) => action === 'show' || !item.displayType);
  return (
    <div className="q-rules">
      <h3>{nameOf(item)}</h3>
      {at === 0 && <p className="q-hint">第一题之前没有题目，总是显示。</p>}
      {shown.map((action) => (
        <Rule
          key={action}
          item={item}
          action={action}
          rule={rules.find((rule) => rule.formItemId === item.formItemId && rule.action === action) ?? null}
        />
      ))}
    </div>
  );
}

/** Logic of questions that are gone: it does nothing, and can be taken away. */
function Orphans({ orphans }: { orphans: readonly Logic[] }) {
  const { edit } = useDesigning();
  if (orphans.length === 0) return null;
  const remove = () => edit(orphans.map(({ formItemId, action }) => ({ do: 'rule', formItemId, action, rule: null })));
  return (
    <Alert
      type="warning"
      showIcon
      title={`有${orphans.length}条逻辑的题目已删除，不再起作用`}
      action={
        <Button size="small" onClick={remove}>
          清理
        </Button>
      }
    />
  );
}

export default function LogicPage() {
  const { items, rules } = useDesign(({ draft }) => draft);
  const asked = items.filter(({ type }) => type !== 'PAGINATION');
  const [selected, setSelected] = useState<number | null>(null);
  const chosen = asked.find(({ formItemId }) => formItemId === selected) ?? asked[1] ?? asked[0];
  const orphans = rules.filter(({ formItemId }) => !items.some((item) => item.formItemId === formItemId));
  if (!chosen) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有题目，请先在“编辑”里添加" />;
  return (
    <div className="q-logic">
      <ul aria-label="题目">
        {asked.map((item) => {
          const own = rules.filter(({ formItemId }) => formItemId === item.formItemId);
          const troubled = own.some((rule) => troublesOf(rule, items).length > 0);
          return (
            <li key={item.formItemId}>
              <button type="button" aria-pressed={item === chosen} onClick={() => setSelected(item.formItemId)}>
                <span>{labelText(item.label) || nameOf(item)}</span>
                {troubled ? (
                  <WarningOutlined aria-label="逻辑有问题" className="q-troubled" />
                ) : (
                  own.length > 0 && <BranchesOutlined aria-label={`${own.length}条逻辑`} />
                )}
              </button>
            </li>
          );
        })}
      </ul>
      <div>
        <Orphans orphans={orphans} />
        <Editor key={chosen.formItemId} item={chosen} />
      </div>
    </div>
  );
}
