/** A month of rounds: each floor and shift with what was asked for, made and missed; printed alone. */
import { Alert, Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { shiftClocks, shiftNames } from '#contract/care/patrol-windows.rules.ts';
import { patrols } from '#contract/care/patrols.ts';
import type { Output } from '#contract/http.ts';
import { floorText } from '#contract/rooms/places.rules.ts';
import { useCall } from '#web/api/call.ts';
import { MonthBar, useThisMonth } from './month-bar.tsx';
import './charts.css';

type Row = Output<typeof patrols.coverage>[number];

const share = ({ done, expected }: Row) => (expected === 0 ? '--' : `${Math.floor((done / expected) * 100)}%`);
/** So many are named; the number says how many there are. */
const MOST = 12;
const missedText = ({ missed }: Row) =>
  missed
    .slice(0, MOST)
    .map(({ startTime, endTime }) => `${startTime.slice(8, 16).replace(' ', '日')}–${endTime.slice(11, 16)}`)
    .join('，') + (missed.length > MOST ? `，等${missed.length}次` : '');

export function Coverage() {
  const [month, setMonth] = useState(useThisMonth());
  const { data, isError, error, refetch } = useCall(patrols.coverage, { month }, { quiet: true });
  return (
    <div className="ca-charts y-prints-alone">
      <MonthBar month={month} onChange={setMonth} />
      {isError && !data && (
        <Alert type="error" showIcon title={error.message} action={<Button onClick={() => void refetch()}>重试</Button>} />
      )}
      {!data && !isError && <Skeleton active paragraph={{ rows: 6 }} />}
      {data?.length === 0 && <Empty description="没有住有服务对象的楼层" />}
      {data && data.length > 0 && (
        <article className="ca-paper">
          <h1>巡视月度统计 {month}</h1>
          <div className="ca-wide-chart">
            <table className="ca-chart">
              <thead>
                <tr>
                  {['楼层', '班次', '应巡次数', '已巡次数', '完成率', '漏巡时段'].map((title) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.map((row) => (
                  <tr key={`${floorText(row)} ${row.shift}`}>
                    <th scope="row">{floorText(row)}</th>
                    <td>
                      {shiftNames[row.shift]} {shiftClocks[row.shift]}
                    </td>
                    <td>{row.expected}</td>
                    <td>{row.done}</td>
                    <td data-late={row.done < row.expected || undefined}>{share(row)}</td>
                    <td className="ca-missed">{missedText(row)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </article>
      )}
    </div>
  );
}
