/** Two choices beside each other, and whether they hang together. */
import { Alert, Select } from 'antd';
import { useState } from 'react';
import type { Output } from '#contract/http.ts';
import { questionnaireReports as routes, type ItemFigures } from '#contract/questionnaires/questionnaire-reports.ts';
import { useCall } from '#web/api/call.ts';
import { shareOf } from './count-bars.tsx';
import type { Asked } from './item-figures.tsx';
import './statistics.css';

type Crossed = Output<typeof routes.crosstab>;

const sum = (row: readonly number[]) => row.reduce((total, one) => total + one, 0);

/** What the test says, in words that need no book. */
function verdictOf({ test }: Crossed): string {
  if (!test) return '其中一题可多选，或回答太少，不作卡方检验。';
  const { chiSquare, degrees, p, v, rough } = test;
  const told = p < 0.05 ? '两题的回答有关联' : '看不出两题的回答有关联';
  const shown = p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
  return `${told}（χ² = ${chiSquare.toFixed(2)}，自由度 ${degrees}，${shown}，关联强度 V = ${v.toFixed(2)}）${rough ? '。超过五分之一的格子期望值小于5，结论仅供参考' : ''}。`;
}

function Table({ data }: { data: Crossed }) {
  return (
    <div className="y-cross">
      <table aria-label="交叉分析表">
        <thead>
          <tr>
            <td />
            {data.columns.map((column, at) => (
              <th key={`${at}.${column}`} scope="col">
                {column}
              </th>
            ))}
            <th scope="col">合计</th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row, at) => {
            const counts = data.counts[at] ?? [];
            const all = sum(counts);
            return (
              <tr key={`${at}.${row}`}>
                <th scope="row">{row}</th>
                {counts.map((count, column) => (
                  <td key={`${column}.${data.columns[column]}`}>
                    {count} <small>{shareOf(count, all)}</small>
                  </td>
                ))}
                <td>{all}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

export function CrossTable({ asked, items }: { asked: Asked; items: readonly ItemFigures[] }) {
  const choices = items.filter(({ options }) => options !== null);
  const [picked, setPicked] = useState<readonly [number | undefined, number | undefined]>([choices[0]?.formItemId, choices[1]?.formItemId]);
  const [row, column] = picked;
  const able = row !== undefined && column !== undefined && row !== column;
  const { data, isError, error } = useCall(
    routes.crosstab,
    { ...asked, rowItemId: row ?? 1, columnItemId: column ?? 1 },
    { quiet: true, enabled: able, placeholderData: (before) => before },
  );
  if (choices.length < 2) return null;
  const options = choices.map(({ formItemId, label }) => ({ value: formItemId, label }));
  return (
    <section className="y-item-figures" aria-label="交叉分析">
      <h3>交叉分析</h3>
      <div className="y-cross-bar">
        <Select aria-label="行" value={row} options={options} onChange={(value: number) => setPicked([value, column])} />
        <span>对</span>
        <Select aria-label="列" value={column} options={options} onChange={(value: number) => setPicked([row, value])} />
      </div>
      {!able && <p className="y-missing">请选择两道不同的题目</p>}
      {able && isError && <Alert type="error" showIcon title={error.message} />}
      {able && data && (
        <>
          <Table data={data} />
          <p>
            {data.answered} 人回答了两题，百分比按行计。{verdictOf(data)}
          </p>
        </>
      )}
    </section>
  );
}
