/** The falls of a person, as the warnings have them. */
import { Skeleton } from 'antd';
import { Link } from 'react-router';
import { vitals } from '#contract/health/vitals.ts';
import { useCall } from '#web/api/call.ts';
import { since } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';

const DAYS = 90;

export function FallsCard({ personId }: { personId: number }) {
  const now = useQuarterMinute();
  const { data, isError } = useCall(vitals.falls, { oldmanId: personId, days: DAYS }, { quiet: true, refetchInterval: 60_000 });
  const last = data?.records[0];
  return (
    <section className="h-card" aria-label="跌倒" data-tone={last && last.isDisposed === 0 ? 'urgent' : undefined}>
      <header>
        <h3>跌倒</h3>
        <p className="h-value">
          <b>{data ? data.total : '--'}</b> <span>次 / 近{DAYS}天</span>
        </p>
      </header>
      <p className="h-facts">
        {last ? <span>最近一次 {since(last.time, now)}</span> : <span>{data ? `近${DAYS}天没有跌倒预警` : ''}</span>}
      </p>
      {isError && !data ? (
        <p className="y-trend-empty">暂时读取不到跌倒记录</p>
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 3 }} title={false} />
      ) : data.records.length === 0 ? (
        <p className="y-trend-empty">没有记录</p>
      ) : (
        <ul className="h-falls">
          {data.records.slice(0, 4).map(({ id, time, source, isDisposed }) => (
            <li key={id}>
              <Link to={`/warning/warning/index?id=${id}`}>
                <Time value={time} />
              </Link>
              <span>{source}</span>
              <State of="warning" value={isDisposed} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
