/** How many answers a choice, or two together, may have, with how many there are now. Saved as a whole by its button. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Empty, InputNumber, Progress, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { labelText, type Expand } from '#contract/questionnaires/item-types.rules.ts';
import { formItemOf } from '#contract/questionnaires/filling.rules.ts';
import { questionnaireQuotas as routes, type QuotaRow } from '#contract/questionnaires/questionnaire-quotas.ts';
import { isCounted, MOST_QUOTAS, quotaKey, quotasProblem, type Quota, type QuotaCondition } from '#contract/questionnaires/quotas.rules.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { choicesOf } from '../choices.ts';
import { useDesign } from './design-context.ts';

/** How often counts are read anew. */
const REFRESH_MS = 10_000;
const UNCHOSEN: QuotaCondition = { formItemId: 0, optionValue: '' };

interface ChoiceProps {
  label: string;
  items: readonly FormItemRow[];
  condition: QuotaCondition;
  onChange: (condition: QuotaCondition) => void;
}

/** A question and one of its options. */
function ChoicePicker({ label, items, condition: { formItemId, optionValue }, onChange }: ChoiceProps) {
  const item = items.find((one) => one.formItemId === formItemId);
  return (
    <span className="q-line">
      <Select<number>
        aria-label={`${label}的题目`}
        placeholder="题目"
        options={items.map((one) => ({ value: one.formItemId, label: labelText(one.label) }))}
        value={item ? formItemId : null}
        onChange={(next) => onChange({ formItemId: next, optionValue: '' })}
      />
      <Select<string | number>
        aria-label={`${label}的选项`}
        placeholder="选项"
        disabled={!item}
        options={choicesOf((item?.expand as Expand | undefined)?.options)}
        value={optionValue === '' ? null : optionValue}
        onChange={(next) => onChange({ formItemId, optionValue: next })}
      />
    </span>
  );
}

interface RowProps {
  number: number;
  items: readonly FormItemRow[];
  quota: Quota;
  taken: number | null;
  onChange: (quota: Quota) => void;
  onRemove: () => void;
}

function QuotaLine({ number, items, quota, taken, onChange, onRemove }: RowProps) {
  const { conditions, most } = quota;
  const name = `配额${number}`;
  return (
    <li className="q-quota" aria-label={name}>
      {conditions.map((condition, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a condition has nothing else of its own
        <div key={at} className="q-line">
          {at > 0 && <span>且</span>}
          <ChoicePicker
            label={`${name}${at > 0 ? '第二项' : ''}`}
            items={items}
            condition={condition}
            onChange={(next) => onChange({ ...quota, conditions: conditions.with(at, next) })}
          />
        </div>
      ))}
      <div className="q-line">
        <Button
          size="small"
          onClick={() => onChange({ ...quota, conditions: conditions.length > 1 ? conditions.slice(0, 1) : [...conditions, UNCHOSEN] })}
        >
          {conditions.length > 1 ? '去掉第二个选项' : '再加一个选项'}
        </Button>
        <span>最多</span>
        <InputNumber<number>
          aria-label={`${name}最多份数`}
          min={1}
          max={1_000_000}
          precision={0}
          value={most}
          onChange={(next) => onChange({ ...quota, most: next ?? 1 })}
        />
        <span>份</span>
        {taken !== null && (
          <span className="q-quota-taken" data-full={taken >= most || undefined}>
            已有 {taken} 份{taken >= most && '，已满'}
            <Progress percent={Math.min(100, Math.round((taken / most) * 100))} size="small" showInfo={false} aria-label={`${name}已用`} />
          </span>
        )}
        <Button type="text" icon={<DeleteOutlined aria-hidden />} aria-label={`删除${name}`} onClick={onRemove} />
      </div>
    </li>
  );
}

function Quotas({ projectKey, rows }: { projectKey: string; rows: readonly QuotaRow[] }) {
  const items = useDesign(({ draft }) => draft.items);
  /** What is being changed; null while it is as it was saved. */
  const [draft, setDraft] = useState<readonly Quota[] | null>(null);
  const send = useSend(routes.save, {
    changes: [routes.list],
    // What was changed while it was on its way is not saved yet.
    onFresh: (_data, sent) => setDraft((now) => (JSON.stringify(now) === JSON.stringify(sent.quotas) ? null : now)),
  });
  useUnsaved(true, () => draft !== null);
  const quotas: readonly Quota[] = draft ?? rows.map(({ most, conditions }) => ({ most, conditions }));
  const choices = items.filter(isCounted);
  const problem = quotasProblem(quotas, items.map(formItemOf));
  const takenBy = (quota: Quota) => rows.find((row) => quotaKey(row) === quotaKey(quota))?.taken ?? null;
  if (choices.length === 0) return <Empty description="配额用于单选、多选、下拉、图片选择的选项，请先添加这样的题目" />;
  return (
    <section className="q-quotas" aria-label="配额">
      <p className="q-hint">选项达到份数后，填写页显示“已满”，不能再选。工单记录和代老人填写的不计入。</p>
      {quotas.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有配额" />}
      <ul>
        {quotas.map((quota, at) => (
          <QuotaLine
            // oxlint-disable-next-line react/no-array-index-key -- a quota has nothing else of its own
            key={at}
            number={at + 1}
            items={choices}
            quota={quota}
            taken={takenBy(quota)}
            onChange={(next) => setDraft(quotas.with(at, next))}
            onRemove={() => setDraft(quotas.toSpliced(at, 1))}
          />
        ))}
      </ul>
      <Button
        icon={<PlusOutlined aria-hidden />}
        disabled={quotas.length >= MOST_QUOTAS}
        onClick={() => setDraft([...quotas, { most: 10, conditions: [UNCHOSEN] }])}
      >
        添加配额
      </Button>
      <div className="q-setting-foot">
        <span role="status">{draft ? (problem ?? '有修改未保存') : ''}</span>
        <Button disabled={!draft || send.isPending} onClick={() => setDraft(null)}>
          放弃修改
        </Button>
        <Button
          type="primary"
          loading={send.isPending}
          disabled={!draft || problem !== null}
          onClick={() => send.mutate({ projectKey, quotas: quotas.map(({ most, conditions }) => ({ most, conditions: [...conditions] })) })}
        >
          保存配额
        </Button>
      </div>
    </section>
  );
}

export default function QuotaPage({ questionnaireKey }: { questionnaireKey: string }) {
  const query = useCall(routes.list, { projectKey: questionnaireKey }, { quiet: true, refetchInterval: REFRESH_MS });
  if (query.isError) return <LoadFailed title={query.error.message} onAgain={() => void query.refetch()} />;
  if (query.data === undefined) return <Skeleton active paragraph={{ rows: 6 }} />;
  return <Quotas projectKey={questionnaireKey} rows={query.data} />;
}
