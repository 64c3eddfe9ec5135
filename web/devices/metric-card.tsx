/** One metric of a device: its newest value and how it went. */
import { HOUR } from '#contract/time.ts';
import { Skeleton } from 'antd';
import { useQueries } from '@tanstack/react-query';
import { devices } from '#contract/devices/devices.ts';
import { call, keyOf } from '#web/api/call.ts';
import { since, toMillis } from '#web/ui/display.ts';
import { Trend } from '#web/ui/trend.tsx';
import { useQuarterMinute } from '#web/ui/clock.ts';
import type { MetricGroup } from './metric-groups.ts';
import './metric-card.css';

const REFRESH_MS = 15_000;
/** Single readings come every few hours from some watches; hourly means have a gap after two hours without any. */
const RAW_GAP = 3 * HOUR;
const HOURLY_GAP = 2.5 * HOUR;
const RAW_HOURS = 48;

export function MetricCard({
  group: { label, unit, metrics, value, time },
  imei,
  hours,
}: {
  group: MetricGroup;
  imei: string;
  hours: number;
}) {
  const now = useQuarterMinute();
  const queries = useQueries({
    queries: metrics.map(({ name }) => {
      const input = { imei, metric: name, hours };
      return {
        queryKey: keyOf(devices.health, input),
        queryFn: ({ signal }: { signal: AbortSignal }) => call(devices.health, input, { signal, quiet: true }),
        refetchInterval: REFRESH_MS,
      };
    }),
  });
  const failed = queries.some(({ isError, data }) => isError && !data);
  const reading = queries.some(({ isPending }) => isPending);
  return (
    <section className="d-metric" aria-label={label}>
      <header>
        <h4>{label}</h4>
        <p>
          <b>{value}</b> {unit}
        </p>
        <time dateTime={time.replace(' ', 'T')} title={time}>
          {since(time, now)}
        </time>
      </header>
      {failed ? (
        <p className="y-trend-empty">暂时读取不到{label}趋势</p>
      ) : reading ? (
        <Skeleton.Node active className="y-trend-wait" />
      ) : (
        <Trend
          label={label}
          unit={unit}
          from={now - hours * HOUR}
          to={Math.max(now, toMillis(time)) + 60_000}
          gap={hours > RAW_HOURS ? HOURLY_GAP : RAW_GAP}
          series={metrics.map(({ label: name }, index) => ({
            label: name,
            points: (queries[index]?.data ?? []).map(({ time: at, ...rest }) => ({ at: toMillis(at), ...rest })),
          }))}
        />
      )}
    </section>
  );
}
