/** A month of restraint: hours by person; printed alone. */
import { useState } from 'react';
import { restraints } from '#contract/care/restraints.ts';
import { useCall } from '#web/api/call.ts';
import { MISSING } from '#web/ui/display.ts';
import { useThisMonth } from './month-bar.tsx';
import { MonthReport } from './month-report.tsx';

export function RestraintMonth() {
  const [month, setMonth] = useState(useThisMonth());
  const answer = useCall(restraints.statistics, { month }, { quiet: true });
  const sum = (of: 'times' | 'hours' | 'looks' | 'beyond') =>
    Math.round((answer.data ?? []).reduce((total, row) => total + row[of], 0) * 10) / 10;
  return (
    <MonthReport
      title="约束月度统计"
      month={month}
      onMonth={setMonth}
      answer={answer}
      nothing="这个月没有约束"
      titles={['服务对象', '床位', '约束次数', '约束小时', '观察次数', '超时限次数']}
    >
      {(rows) => (
        <>
          {rows.map(({ oldmanId, oldmanName, place, times, hours, looks, beyond }) => (
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
            <td>{rows.length}人</td>
            <td>{sum('times')}</td>
            <td>{sum('hours')}</td>
            <td>{sum('looks')}</td>
            <td>{sum('beyond')}</td>
          </tr>
        </>
      )}
    </MonthReport>
  );
}
