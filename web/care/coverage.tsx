/** A month of rounds: each floor and shift with what was asked for, made and missed; printed alone. */
import { useState } from 'react';
import { shiftClocks, shiftNames } from '#contract/care/patrol-windows.rules.ts';
import { patrols } from '#contract/care/patrols.ts';
import type { Output } from '#contract/http.ts';
import { floorText } from '#contract/rooms/places.rules.ts';
import { useCall } from '#web/api/call.ts';
import { useThisMonth } from './month-bar.tsx';
import { MonthReport } from './month-report.tsx';

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
  const answer = useCall(patrols.coverage, { month }, { quiet: true });
  return (
    <MonthReport
      title="巡视月度统计"
      month={month}
      onMonth={setMonth}
      answer={answer}
      nothing="没有住有服务对象的楼层"
      titles={['楼层', '班次', '应巡次数', '已巡次数', '完成率', '漏巡时段']}
    >
      {(rows) =>
        rows.map((row) => (
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
        ))
      }
    </MonthReport>
  );
}
