/** One kind of value of a person: the newest with its age and source, what is normal, and how it went. */
import { HOUR } from '#contract/time.ts';
import { useQueries } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { mannerText } from '#contract/health/measurements.rules.ts';
import { metrics, roundTo, type MetricName } from '#contract/health/metrics.ts';
import { judge, type Level } from '#contract/health/thresholds.rules.ts';
import { vitals, type Span } from '#contract/health/vitals.ts';
import type { Output } from '#contract/http.ts';
import { call, keyOf } from '#web/api/call.ts';
import { since, toMillis } from '#web/ui/display.ts';
import type { Band, TrendPoint } from '#web/ui/trend-scale.ts';
import { Trend } from '#web/ui/trend.tsx';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { LevelTag } from './level-tag.tsx';
import { normalOf, shownOf, toneOf, type Kind, type LatestRow } from './kinds.ts';

const REFRESH_MS = 30_000;
/** From which pause on a line is broken, by span: what is measured by hand comes once in a shift. */
const GAPS: Record<Span, number> = { day: 6 * HOUR, week: 13 * HOUR, month: 26 * HOUR, year: 72 * HOUR };

type Answer = Output<typeof vitals.series>;

const bandsOf = ({ limits }: Answer): Band[] => limits.map(({ start, ...bounds }) => ({ at: toMillis(`${start} 00:00:00`), ...bounds }));

function toneAt(name: MetricName, point: Answer['points'][number], bands: readonly Band[]): TrendPoint['tone'] {
  const at = toMillis(point.time);
  const band = bands.findLast((one) => one.at <= at) ?? bands[0];
  if (!band) return undefined;
  const limits = { ...band, metric: metrics[name].number, hysteresis: 0, needed: 1, windowSize: 1, origin: 'default' as const, id: null };
  const levels = [point.low, point.high].map((value) => judge(limits, value, 0)) as Level[];
  const tones = levels.map(toneOf);
  return tones.includes('urgent') ? 'urgent' : tones.find(Boolean);
}

const pointsOf = (name: MetricName, answer: Answer | undefined, bands: readonly Band[]): TrendPoint[] =>
  (answer?.points ?? []).map((point) => ({
    at: toMillis(point.time),
    value: roundTo(point.value, metrics[name].decimals),
    low: point.low,
    high: point.high,
    tone: toneAt(name, point, bands),
    manual: point.manual,
  }));

const sourceOf = ({ source, sourceName, metric, manner }: LatestRow) =>
  [source === 'device' ? (sourceName ?? '设备') : `人工${sourceName ? ` ${sourceName}` : ''}`, mannerText(metric, manner)]
    .filter(Boolean)
    .join(' · ');

export interface Range {
  span: Span;
  /** The wire's time; null: now. */
  ends: string | null;
}

export function VitalCard({ kind, personId, latest, range }: { kind: Kind; personId: number; latest: readonly LatestRow[]; range: Range }) {
  const now = useQuarterMinute();
  const { span, ends } = range;
  const queries = useQueries({
    queries: kind.metrics.map((metric) => {
      const input = { oldmanId: personId, metric, span, ...(ends ? { ends } : {}) };
      return {
        queryKey: keyOf(vitals.series, input),
        queryFn: ({ signal }: { signal: AbortSignal }) => call(vitals.series, input, { signal, quiet: true }),
        ...(ends ? {} : { refetchInterval: REFRESH_MS }),
      };
    }),
  });
  const shown = shownOf(kind, latest);
  const normal = shown && normalOf(shown.rows);
  const [first] = queries;
  const failed = queries.some(({ isError, data }) => isError && !data);
  const reading = queries.some(({ isPending }) => isPending);
  return (
    <section className="h-card" aria-label={kind.label} data-tone={shown ? toneOf(shown.level) : undefined}>
      <header>
        <h3>{kind.label}</h3>
        {shown ? (
          <p className="h-value">
            <b>{shown.value}</b> <span>{shown.unit}</span>
          </p>
        ) : (
          <p className="h-value">
            <b aria-label="没有数据">--</b>
          </p>
        )}
        {shown && <LevelTag level={shown.level} />}
      </header>
      <p className="h-facts">
        {shown ? (
          <>
            <time dateTime={shown.time.replace(' ', 'T')} title={shown.time}>
              {since(shown.time, now)}
            </time>
            <span>{sourceOf(shown.rows[0] as LatestRow)}</span>
            {shown.rows.some(({ doubtful }) => doubtful) && <span className="h-doubtful">存疑</span>}
            {normal && <span>正常 {normal}</span>}
          </>
        ) : (
          <span>{kind.missing}</span>
        )}
      </p>
      {failed ? (
        <p className="y-trend-empty">暂时读取不到{kind.label}趋势</p>
      ) : reading || !first?.data ? (
        <Skeleton.Node active className="y-trend-wait" />
      ) : (
        <Trend
          label={kind.label}
          unit={metrics[kind.metrics[0] as MetricName].unit}
          from={toMillis(first.data.from)}
          to={toMillis(first.data.to)}
          gap={GAPS[span]}
          series={kind.metrics.map((name, index) => {
            const bands = queries[index]?.data ? bandsOf(queries[index].data) : [];
            return { label: metrics[name].label, bands, points: pointsOf(name, queries[index]?.data, bands) };
          })}
        />
      )}
    </section>
  );
}
