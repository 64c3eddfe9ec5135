/** The figures of one question: its options, its numbers, or its words. */
import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import type { Input } from '#contract/http.ts';
import { itemTypes, type ItemType } from '#contract/questionnaires/item-types.rules.ts';
import { questionnaireReports as routes, type ItemFigures } from '#contract/questionnaires/questionnaire-reports.ts';
import { useCall } from '#web/api/call.ts';
import { Time } from '#web/ui/time.tsx';
import { Totals } from '#web/ui/totals.tsx';
import { CountBars } from './count-bars.tsx';
import { PartSection } from './part-figures.tsx';
import './statistics.css';

export type Asked = Pick<Input<typeof routes.stats>, 'projectKey' | 'beginDateTime' | 'endDateTime'>;

function Numbers({ label, numbers }: { label: string; numbers: NonNullable<ItemFigures['numbers']> }) {
  const { mean, median, low, high, bins } = numbers;
  const totals = [
    { label: '平均', value: String(mean) },
    { label: '中位数', value: String(median) },
    { label: '最低', value: String(low) },
    { label: '最高', value: String(high) },
  ];
  return (
    <>
      <Totals label={`${label}的数值`} totals={totals} />
      <CountBars
        label={`${label}的分布`}
        of="数值"
        counts={bins.map(({ from, to, count }) => ({ label: from === to ? String(from) : `${from} – ${to}`, count }))}
      />
    </>
  );
}

function Words({ asked, figures: { formItemId, label } }: { asked: Asked; figures: ItemFigures }) {
  const { data, isError, error } = useCall(routes.texts, { ...asked, formItemId }, { quiet: true });
  if (isError) return <Alert type="error" showIcon title={error.message} />;
  if (!data) return <Skeleton active />;
  return (
    <div className="y-open">
      <CountBars
        label={`${label}的词语`}
        of="词语"
        counts={data.words.slice(0, 15).map(({ word, count }) => ({ label: word, count }))}
        whole={data.total}
      />
      <section>
        <h4>
          最近的回答（{data.texts.length} / {data.total}）
        </h4>
        <ul>
          {data.texts.map(({ resultId, createTime, text }) => (
            <li key={resultId}>
              {text} <Time value={createTime} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

export function ItemSection({ asked, number, figures }: { asked: Asked; number: number; figures: ItemFigures }) {
  const [opened, setOpened] = useState(false);
  const { label, type, answered, options, multiple, numbers, open, parts } = figures;
  return (
    <section className="y-item-figures" aria-label={label}>
      <h3>
        {number}. {label}
        <small>
          {itemTypes[type as ItemType] ?? type} · {answered} 人回答{multiple && '，可多选，占比按回答人数计'}
        </small>
      </h3>
      {options && <CountBars label={`${label}的选项`} of="选项" counts={options} whole={answered} />}
      {parts && answered > 0 && <PartSection label={label} answered={answered} parts={parts} />}
      {numbers && <Numbers label={label} numbers={numbers} />}
      {open &&
        answered > 0 &&
        (opened ? (
          <Words asked={asked} figures={figures} />
        ) : (
          <>
            <Button className="y-no-print" onClick={() => setOpened(true)}>
              查看文字与词频
            </Button>
            <p className="y-on-paper">文字回答没有打印：打印前点此题的“查看文字与词频”</p>
          </>
        ))}
      {!options && !open && numbers === null && answered === 0 && <p className="y-missing">还没有回答</p>}
    </section>
  );
}
