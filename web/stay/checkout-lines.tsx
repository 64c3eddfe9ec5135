/** The lines of a settlement, and what becomes of the purses. */
import { Button } from 'antd';
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
          {lines.map((line, place) => (
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
