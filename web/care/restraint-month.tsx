/** A month of restraint: hours by person; printed alone. */
import { Alert, Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { restraints } from '#contract/care/restraints.ts';
import { useCall } from '#web/api/call.ts';
import { MISSING } from '#web/ui/display.ts';
import { MonthBar, useThisMonth } from './month-bar.tsx';
import './charts.css';

export function RestraintMonth() {
  const [month, setMonth] = useState(useThisMonth());
  const { data, isError, error, refetch } = useCall(restraints.statistics, { month }, { quiet: true });
  const sum = (of: 'times' | 'hours' | 'looks' | 'beyond') => Math.round((data ?? []).reduce((total, row) => total + row[of], 0) * 10) / 10;
  return (
    <div className="ca-charts y-prints-alone">
      <MonthBar month={month} onChange={setMonth} />
      {isError && !data && (
        <Alert type="error" showIcon title={error.message} action={<Button onClick={() => void refetch()}>重试</Button>} />
      )}
      {!data && !isError && <Skeleton active paragraph={{ rows: 6 }} />}
      {data?.length === 0 && <Empty description="这个月没有约束" />}
      {data && data.length > 0 && (
        <article className="ca-paper">
          <h1>约束月度统计 {month}</h1>
          <div className="ca-wide-chart">
            <table className="ca-chart">
              <thead>
                <tr>
                  {['服务对象', '床位', '约束次数', '约束小时', '观察次数', '超时限次数'].map((title) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.map(({ oldmanId, oldmanName, place, times, hours, looks, beyond }) => (
                  <tr key={oldmanId}>
                    <th scope="row">{oldmanName}</th>
                    <td>{place ?? MISSING}</td>
                    <td>{times}</td>
                    <td>{hours}</td>
                    <td>{looks}</td>
                    <td data-late={beyond > 0 || undefined}>{beyond}</td>
                  </tr>
                ))}
                <tr>
                  <th scope="row">合计</th>
                  <td>{data.length}人</td>
                  <td>{sum('times')}</td>
                  <td>{sum('hours')}</td>
                  <td>{sum('looks')}</td>
                  <td>{sum('beyond')}</td>
                </tr>
              </tbody>
            </table>
          </div>
        </article>
      )}
    </div>
  );
}
