/** What is usual for somebody: median and spread of the last weeks, and whether the last 72 hours are apart from it. Pure. */
import { DAY, dayNumberOf } from '../time.ts';
import { roundTo, metrics, type MetricName } from './metrics.ts';

export const BASELINE_DAYS = 28;
/** The median is worth something from this many days with values on. */
export const LEAST_DAYS = 14;
export const RECENT_HOURS = 72;
/** So many values of the last 72 hours are needed; two might be chance. */
const LEAST_RECENT = 3;
/** Robust deviations from the median from which on the last days are apart. */
export const APART = 2;
/** Makes the median deviation comparable with a standard deviation. */
const NORMAL = 1.4826;

/** Spreads below these are the instrument's, not the person's. */
export const leastSpread = {
  heartRate: 3,
  systolic: 5,
  diastolic: 4,
  oxygen: 0.7,
  temperature: 0.2,
  glucose: 0.5,
  breathing: 1,
  sleep: 0.7,
  steps: 300,
} as const satisfies Partial<Record<MetricName, number>>;
export type BaselineMetric = keyof typeof leastSpread;
export const baselineMetrics = Object.keys(leastSpread) as BaselineMetric[];

export interface Sample {
  /** Epoch ms. */
  at: number;
  value: number;
}

export interface Baseline {
  /** With values before the last 72 hours. */
  days: number;
  enough: boolean;
  median: number | null;
  spread: number | null;
  recent: number | null;
  recentCount: number;
  /** Robust deviations, signed. */
  deviation: number | null;
  /** -1 lower than usual, 1 higher, 0 as usual or not known. */
  drift: -1 | 0 | 1;
}

/** Of a list that is not empty; the mean of the two middle ones when it is even. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[middle] as number) : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** The baseline of a metric as of `now`. Each day counts once, by its median: a watch must not outvote the other days. */
export function baselineOf(name: BaselineMetric, samples: readonly Sample[], now: number): Baseline {
  const since = now - RECENT_HOURS * 3_600_000;
  const recent = samples.filter(({ at }) => at > since && at <= now);
  const before = samples.filter(({ at }) => at <= since && at > now - BASELINE_DAYS * DAY - RECENT_HOURS * 3_600_000);
  const daily = [...Map.groupBy(before, ({ at }) => dayNumberOf(at)).values()].map((day) => median(day.map(({ value }) => value)));
  const round = (value: number) => roundTo(value, metrics[name].decimals === 0 && name !== 'oxygen' ? 0 : 1);
  const recentMedian = recent.length > 0 ? median(recent.map(({ value }) => value)) : null;
  if (daily.length === 0)
    return {
      days: 0,
      enough: false,
      median: null,
      spread: null,
      recent: recentMedian === null ? null : round(recentMedian),
      recentCount: recent.length,
      deviation: null,
      drift: 0,
    };
  const middle = median(daily);
  const spread = Math.max(leastSpread[name], NORMAL * median(daily.map((value) => Math.abs(value - middle))));
  const enough = daily.length >= LEAST_DAYS;
  const deviation = recentMedian === null ? null : Math.round(((recentMedian - middle) / spread) * 10) / 10;
  const apart = enough && recent.length >= LEAST_RECENT && deviation !== null && Math.abs(deviation) >= APART;
  return {
    days: daily.length,
    enough,
    median: round(middle),
    spread: Math.round(spread * 10) / 10,
    recent: recentMedian === null ? null : round(recentMedian),
    recentCount: recent.length,
    deviation,
    drift: apart ? ((deviation as number) > 0 ? 1 : -1) : 0,
  };
}
