/** The figures of answers with parts: a recommendation, an order, rows. */
import type { ItemFigures } from '#contract/questionnaires/questionnaire-reports.ts';
import { Totals } from '#web/ui/totals.tsx';
import { CountBars, shareOf } from './count-bars.tsx';
import './statistics.css';

type Parts = NonNullable<ItemFigures['parts']>;
type Of<Kind extends Parts['kind']> = Extract<Parts, { kind: Kind }>;

function Recommendation({ label, parts: { promoters, passives, detractors, score } }: { label: string; parts: Of<'nps'> }) {
  return (
    <>
      <Totals label={`${label}的净推荐值`} totals={[{ label: '净推荐值', value: score === null ? '--' : String(score) }]} />
      <CountBars
        label={`${label}的人群`}
        of="人群"
        counts={[
          { label: '推荐者（9–10分）', count: promoters },
          { label: '中立者（7–8分）', count: passives },
          { label: '贬损者（0–6分）', count: detractors },
        ]}
      />
    </>
  );
}

function Order({ label, parts: { options } }: { label: string; parts: Of<'ranks'> }) {
  return (
    <div className="y-cross">
      <table aria-label={`${label}的排序`}>
        <thead>
          <tr>
            <th scope="col">选项</th>
            <th scope="col">平均名次</th>
            <th scope="col">排第一</th>
            <th scope="col">排入人数</th>
          </tr>
        </thead>
        <tbody>
          {options
            .toSorted((a, b) => (a.average ?? Infinity) - (b.average ?? Infinity))
            .map((option) => (
              <tr key={option.label}>
                <th scope="row">{option.label}</th>
                <td>{option.average ?? '--'}</td>
                <td>{option.firsts}</td>
                <td>{option.ranked}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function Rows({ label, whole, parts: { columns, rows } }: { label: string; whole: number; parts: Of<'matrix'> }) {
  const marks = rows.some(({ mean }) => mean !== null);
  return (
    <div className="y-cross">
      <table aria-label={`${label}的各行`}>
        <thead>
          <tr>
            <td />
            {columns.map((column, at) => (
              <th key={`${at}.${column}`} scope="col">
                {column}
              </th>
            ))}
            {marks && <th scope="col">平均</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${index}.${row.label}`}>
              <th scope="row">{row.label}</th>
              {row.counts.map((count, at) => (
                <td key={`${at}.${columns[at]}`}>
                  {count} <small>{shareOf(count, whole)}</small>
                </td>
              ))}
              {marks && <td>{row.mean ?? '--'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function PartSection({ label, answered, parts }: { label: string; answered: number; parts: Parts }) {
  if (parts.kind === 'nps') return <Recommendation label={label} parts={parts} />;
  if (parts.kind === 'entries')
    return (
      <Totals
        label={`${label}的条数`}
        totals={[
          { label: '总条数', value: String(parts.entries) },
          { label: '平均每份', value: (parts.entries / answered).toFixed(1) },
        ]}
      />
    );
  return parts.kind === 'ranks' ? <Order label={label} parts={parts} /> : <Rows label={label} whole={answered} parts={parts} />;
}
