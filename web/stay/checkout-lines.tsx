/** The lines of a settlement, and what becomes of the purses. */
import { Button } from 'antd';
import { Fragment } from 'react';
import { toFen, toYuan } from '#contract/fields.ts';
import { feeKinds, type FeeKind } from '#contract/stay/stay-fees.rules.ts';
import { MISSING, yuan } from '#web/ui/display.ts';
import type { CheckoutShown } from './checkout-calls.ts';
import './checkouts.css';

type Line = CheckoutShown['lines'][number];

interface Props {
  lines: readonly Line[];
  /** Takes a manual line away again; absent where nothing may be changed. */
  onRemove?: (place: number) => void;
}

/** Lines of one month stand together; manual ones have none. They come from the server month by month. */
function monthsOf(lines: readonly Line[]) {
  const months: { month: string; lines: { line: Line; place: number }[] }[] = [];
  for (const [place, line] of lines.entries()) {
    const month = line.fromDate?.slice(0, 7) ?? '';
    if (months.at(-1)?.month !== month) months.push({ month, lines: [] });
    months.at(-1)!.lines.push({ line, place });
  }
  return months;
}

const sumOf = (lines: readonly { line: Line }[]) => toYuan(lines.reduce((sum, { line }) => sum + toFen(line.amount), 0));
const titleOfMonth = (month: string) => (month === '' ? '手工项目' : `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`);

export const Lines = ({ lines, onRemove }: Props) =>
  lines.length === 0 ? null : (
    <div className="co-scroll">
      <table className="co-lines">
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">计算</th>
            <th scope="col">起止日期</th>
            <th scope="col">天数</th>
            <th scope="col" className="co-amount">
              金额
            </th>
            {onRemove && <th scope="col">操作</th>}
          </tr>
        </thead>
        <tbody>
          {monthsOf(lines).map((part, _at, all) => (
            <Fragment key={part.month}>
              {all.length > 1 && (
                <tr className="co-month">
                  <th scope="rowgroup" colSpan={4}>
                    {titleOfMonth(part.month)}
                  </th>
                  <td className="co-amount">{yuan(sumOf(part.lines))}</td>
                  {onRemove && <td />}
                </tr>
              )}
              {part.lines.map(({ line, place }) => (
                <tr key={place}>
                  <td>{feeKinds[line.kind as FeeKind] ?? line.kind}</td>
                  <td>{line.text}</td>
                  <td>{line.fromDate === null ? MISSING : `${line.fromDate} 至 ${line.toDate}`}</td>
                  <td>{line.days ?? MISSING}</td>
                  <td className="co-amount">{yuan(line.amount)}</td>
                  {onRemove && (
                    <td>
                      {line.kind === 'manual' && (
                        <Button type="link" size="small" onClick={() => onRemove(place)}>
                          移除
                        </Button>
                      )}
                    </td>
                  )}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );

export const Sums = ({ sums }: { sums: readonly (readonly [string, number])[] }) => (
  <dl className="co-sums">
    {sums.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{yuan(value)}</dd>
      </div>
    ))}
  </dl>
);
