/** What was answered, question by question. */
import { Divider, Rate } from 'antd';
import { summaryOf, type Answers } from '#contract/questionnaires/answers.rules.ts';
import { keyOf, labelText } from '#contract/questionnaires/item-types.rules.ts';
import { pipedShown } from '#contract/questionnaires/piping.rules.ts';
import { isShownTable } from '#contract/questionnaires/matrix.rules.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import { ResultItem, type ResultValue } from '#web/ui/result-item.tsx';
import { AnswerTable } from './answer-table.tsx';
import './questionnaires.css';

function Answer({ row, processData }: { row: FormItemRow; processData: Answers }) {
  const value = processData[keyOf(row.formItemId)];
  if (row.type === 'UPLOAD') return <ResultItem kind="files" value={(value as { files?: ResultValue } | undefined)?.files} />;
  if (row.type === 'SIGN_PAD') return <ResultItem kind="signature" value={value as ResultValue} />;
  if (row.type === 'RATE' && typeof value === 'number')
    return (
      <span className="y-answer-rate">
        <Rate disabled allowHalf count={Number(row.expand.max ?? 5)} value={value} /> {value} 分
      </span>
    );
  if (isShownTable(value)) return <AnswerTable label={labelText(row.label)} table={value} />;
  return <ResultItem value={summaryOf(row, processData)} />;
}

export function AnswerList({ items, processData }: { items: readonly FormItemRow[]; processData: Answers }) {
  let number = 0;
  return (
    <dl className="y-answers">
      {pipedShown(items, processData).map((row) => {
        const words = labelText(row.label);
        if (row.type === 'DIVIDER')
          return (
            <div key={row.formItemId}>
              <Divider titlePlacement="start">{words}</Divider>
            </div>
          );
        if (row.displayType) return null;
        number++;
        return (
          <div key={row.formItemId}>
            <dt>
              {number}. {words}
            </dt>
            <dd>
              <Answer row={row} processData={processData} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
