/** Who is in the house and for how long, overdue ones first and in red; one press lets them out. */
import { Button } from 'antd';
import { useState } from 'react';
import type { Output } from '#contract/http.ts';
import { visitorRecords } from '#contract/visitors/visitor-records.ts';
import { visitorStatistics } from '#contract/visitors/visitor-statistics.ts';
import { useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { Day } from '#web/ui/day.tsx';
import { stayText, overdueText } from './visit-texts.ts';
import { formatTime, toMillis } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { Place } from '#web/ui/place.tsx';
import { Time } from '#web/ui/time.tsx';
import { badgeAddress } from './receipt-line.tsx';

type Row = Output<typeof visitorRecords.inside>[number];

function Leave({ row, late }: { row: Row; late: boolean }) {
  const [time, setTime] = useState<string | null>(null);
  const leave = useSend(visitorRecords.leave, { changes: [visitorRecords.inside, visitorRecords.page, visitorStatistics.today] });
  const send = (leaveTime: string | null) => leave.mutate({ id: row.id, version: row.version, leaveTime });
  const label = `${row.visitorName}登记离院`;
  if (!late)
    return (
      <Button type="primary" aria-label={label} loading={leave.isPending} onClick={() => send(null)}>
        登记离院
      </Button>
    );
  // Who was forgotten in the evening left at another time than now.
  return (
    <Confirm
      title="什么时候离院的？"
      description={<Day withTime value={time} onChange={setTime} placeholder="不填为现在" />}
      okText="登记离院"
      cancelText="取消"
      onConfirm={() => send(time)}
    >
      <Button type="primary" danger aria-label={label} loading={leave.isPending}>
        登记离院
      </Button>
    </Confirm>
  );
}

export function InsideBoard({ rows }: { rows: readonly Row[] }) {
  const now = useQuarterMinute();
  const may = useMay();
  const today = formatTime(now, 'yyyy-MM-dd');
  return (
    <ul className="v-board">
      {rows.map((row) => {
        const late = row.dueTime !== null && toMillis(row.dueTime) <= now;
        const night = row.arriveTime !== null && !row.arriveTime.startsWith(today);
        return (
          <li key={row.id} data-late={late || undefined}>
            <div>
              <b>{row.visitorName}</b>
              <span>{row.people} 人</span>
              <span>{row.visitorPhone}</span>
            </div>
            <div>
              <span>探访 {row.oldmanName ?? '（未指定）'}</span>
              <Place place={row.place} />
            </div>
            <div>
              <span>
                <Time value={row.arriveTime} /> 到访，{stayText(row.arriveTime, now)}
              </span>
              {late && <strong>{night ? '隔夜未离院' : overdueText(row.dueTime as string, now)}</strong>}
            </div>
            <div className="v-board-acts">
              <Button aria-label={`${row.visitorName}的访客证`} onClick={() => go(badgeAddress(row.id))}>
                访客证
              </Button>
              {may(visitorRecords.leave) && <Leave row={row} late={late} />}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
