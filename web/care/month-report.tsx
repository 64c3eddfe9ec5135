/** The report of a month as one table: it is chosen above, printed alone, and says when nothing is there or it cannot be read. */
import { Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { MonthBar } from './month-bar.tsx';
import './charts.css';

interface Props<Row> {
  /** Chinese, in front of the month. */
  title: string;
  month: string;
  onMonth: (month: string) => void;
  /** What was asked of the server. */
  answer: { data: readonly Row[] | undefined; isError: boolean; error: Error | null; refetch: () => Promise<unknown> };
  /** Said of a month without rows. */
  nothing: string;
  titles: readonly string[];
  /** Rows of the table. */
  children: (rows: readonly Row[]) => ReactNode;
}

export function MonthReport<Row>({ title, month, onMonth, answer, nothing, titles, children }: Props<Row>) {
  const { data, isError, error, refetch } = answer;
  return (
    <div className="ca-charts y-prints-alone">
      <MonthBar month={month} onChange={onMonth} />
      {isError && !data && <LoadFailed title={error?.message} onAgain={() => void refetch()} />}
      {!data && !isError && <Skeleton active paragraph={{ rows: 6 }} />}
      {data?.length === 0 && <Empty description={nothing} />}
      {data && data.length > 0 && (
        <article className="ca-paper">
          <h1>
            {title} {month}
          </h1>
          <div className="ca-wide-chart">
            <table className="ca-chart">
              <thead>
                <tr>
                  {titles.map((one) => (
                    <th key={one} scope="col">
                      {one}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>{children(data)}</tbody>
            </table>
          </div>
        </article>
      )}
    </div>
  );
}
