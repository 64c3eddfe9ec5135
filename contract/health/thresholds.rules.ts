/** When a value is out of bounds: the limits, their defaults for older adults, and the judgement. Pure. */
import { metricOf, metrics, roundTo, type MetricName } from './metrics.ts';

export const LEVELS = { normal: 0, lowWatch: 1, lowUrgent: 2, highWatch: 3, highUrgent: 4 } as const;
/** 0 normal, 1 low (watch), 2 low (urgent), 3 high (watch), 4 high (urgent). */
export type Level = 0 | 1 | 2 | 3 | 4;

export const levelLabels: Record<Level, string> = { 0: '正常', 1: '偏低', 2: '过低', 3: '偏高', 4: '过高' };
/** Whether a level is beyond an urgent limit. */
export const isUrgent = (level: Level) => level === LEVELS.lowUrgent || level === LEVELS.highUrgent;
/** 0 normal, 1 watch, 2 urgent. */
export const gravity = (level: Level): 0 | 1 | 2 => (level === 0 ? 0 : isUrgent(level) ? 2 : 1);

/** Whose limits they are, from the most to the least particular. */
export type Origin = 'person' | 'institution' | 'default';

export interface Limits {
  /** Number of contract/health/metrics.ts. */
  readonly metric: number;
  /** At or below: urgent. Null: no such limit. */
  readonly lowCritical: number | null;
  /** At or below: watch. */
  readonly low: number | null;
  /** At or above: watch. */
  readonly high: number | null;
  /** At or above: urgent. */
  readonly highCritical: number | null;
  /** A level is left only this fraction of the normal span inside its limit. */
  readonly hysteresis: number;
  /** Device readings count when `needed` of the last `windowSize` are out of bounds; what staff measured counts at once. */
  readonly needed: number;
  readonly windowSize: number;
  readonly origin: Origin;
  /** Row of `thresholds`; null for the product's defaults. */
  readonly id: number | null;
}

type Numbers = Pick<Limits, 'lowCritical' | 'low' | 'high' | 'highCritical' | 'needed' | 'windowSize'>;

/**
 * For older adults (domain/assessments.md, section 13), in whole steps of the metric:
 * "below 90" is at or below 89. Systolic pressure is watched from 150, the target of long-term care,
 * because 140 would watch half of the house. Temperature is oral.
 */
export const defaultNumbers = {
  heartRate: { lowCritical: 40, low: 50, high: 91, highCritical: 131, needed: 2, windowSize: 3 },
  systolic: { lowCritical: 90, low: 100, high: 150, highCritical: 180, needed: 1, windowSize: 1 },
  diastolic: { lowCritical: null, low: 59, high: 90, highCritical: 110, needed: 1, windowSize: 1 },
  oxygen: { lowCritical: 89, low: 95, high: null, highCritical: null, needed: 2, windowSize: 2 },
  temperature: { lowCritical: 35, low: null, high: 37.3, highCritical: 37.9, needed: 1, windowSize: 1 },
  glucose: { lowCritical: 2.9, low: 3.8, high: 11.1, highCritical: 16.8, needed: 1, windowSize: 1 },
  breathing: { lowCritical: 8, low: null, high: 21, highCritical: 25, needed: 2, windowSize: 3 },
} as const satisfies Partial<Record<MetricName, Numbers>>;

export type JudgedMetric = keyof typeof defaultNumbers;
/** What has limits at all; sleep and steps are compared with the person's own past only. */
export const judgedMetrics = Object.keys(defaultNumbers) as JudgedMetric[];

export const DEFAULT_HYSTERESIS = 0.05;

/** The product's limits by metric number. */
export const defaultLimits: ReadonlyMap<number, Limits> = new Map(
  judgedMetrics.map((name) => {
    const metric = metrics[name].number;
    return [metric, { metric, ...defaultNumbers[name], hysteresis: DEFAULT_HYSTERESIS, origin: 'default', id: null }];
  }),
);

/** Whether a value passed its limit downwards; one that is exactly at it passed whichever bound the product has nearer to it. */
export function passedBelow(metric: number, value: number, limit: number): boolean {
  if (value !== limit) return value < limit;
  const known = defaultLimits.get(metric);
  const [low, high] = [known?.low ?? known?.lowCritical ?? -Infinity, known?.high ?? known?.highCritical ?? Infinity];
  return limit - low < high - limit;
}

/** How far inside its limit a value must be for a level to end: the fraction of the normal span, at least one step of the metric. */
export function margin({ metric, low, lowCritical, high, highCritical, hysteresis }: Limits): number {
  if (hysteresis === 0) return 0;
  const known = metricOf(metric);
  const [least, most] = known?.plausible ?? [0, 0];
  const span = (high ?? highCritical ?? most) - (low ?? lowCritical ?? least);
  return Math.max(span * hysteresis, 10 ** -(known?.decimals ?? 0));
}

/**
 * The level of `value` (the metric's unit) for a person whose level was `before` (0 for the first). A limit belongs to its level; what has
 * been reached is left only beyond the margin, so that a value on the edge does not come and go.
 */
export function judge(limits: Limits, value: number, before: Level): Level {
  const { metric, lowCritical, low, high, highCritical } = limits;
  const inside = margin(limits);
  const rounded = roundTo(value, metricOf(metric)?.decimals ?? 1);
  // Sums of decimals such as 37.3 - 0.1 are not exact.
  const exact = (bound: number) => Math.round(bound * 1e6) / 1e6;
  const below = (limit: number | null, held: boolean) => limit !== null && rounded <= exact(held ? limit + inside : limit);
  const above = (limit: number | null, held: boolean) => limit !== null && rounded >= exact(held ? limit - inside : limit);
  const wasLow = before === LEVELS.lowWatch || before === LEVELS.lowUrgent;
  const wasHigh = before === LEVELS.highWatch || before === LEVELS.highUrgent;
  // A fresh crossing outweighs a level that is merely held from before.
  if (below(lowCritical, false)) return LEVELS.lowUrgent;
  if (above(highCritical, false)) return LEVELS.highUrgent;
  if (before === LEVELS.lowUrgent && below(lowCritical, true)) return LEVELS.lowUrgent;
  if (before === LEVELS.highUrgent && above(highCritical, true)) return LEVELS.highUrgent;
  if (below(low, false)) return LEVELS.lowWatch;
  if (above(high, false)) return LEVELS.highWatch;
  if (wasLow && below(low, true)) return LEVELS.lowWatch;
  if (wasHigh && above(high, true)) return LEVELS.highWatch;
  return LEVELS.normal;
}

/** Whether at least `k` of the last `n` were out of bounds; bit 0 of `history` is the newest, at most 31 are kept. */
export function kOfN(history: number, k: number, n: number): boolean {
  let hits = 0;
  for (let bit = 0; bit < n; bit++) if ((history >>> bit) & 1) hits++;
  return hits >= k;
}

/** The history after another value; 31 bits, so that it stays a positive integer of the database. */
export const remembered = (history: number, out: boolean) => ((history << 1) | (out ? 1 : 0)) & 0x7fffffff;

/** What is wrong with limits that staff typed; null when they can be used. */
export function limitsProblem(name: JudgedMetric, { lowCritical, low, high, highCritical, needed, windowSize }: Numbers): string | null {
  const { label, unit, plausible } = metrics[name];
  const given = [lowCritical, low, high, highCritical].filter((value) => value !== null);
  if (given.length === 0) return '请至少填写一个界限';
  const odd = given.find((value) => value < plausible[0] || value > plausible[1]);
  if (odd !== undefined) return `${label}的界限应在${plausible[0]}到${plausible[1]}${unit}之间，不能是${odd}`;
  if (lowCritical !== null && low !== null && lowCritical > low) return '“过低”的界限不能高于“偏低”的界限';
  if (highCritical !== null && high !== null && highCritical < high) return '“过高”的界限不能低于“偏高”的界限';
  const bottom = low ?? lowCritical;
  const top = high ?? highCritical;
  if (bottom !== null && top !== null && bottom >= top) return '低值界限必须小于高值界限';
  if (needed > windowSize) return '“连续次数”中，需要的次数不能多于总次数';
  return null;
}

const bound = (value: number | null) => (value === null ? null : String(value));

/** `51–90`: what is neither low nor high, in words of the metric. */
export function normalText(limits: Pick<Limits, 'metric' | 'lowCritical' | 'low' | 'high' | 'highCritical'>): string {
  const decimals = metricOf(limits.metric)?.decimals ?? 0;
  const step = 10 ** -decimals;
  const bottom = limits.low ?? limits.lowCritical;
  const top = limits.high ?? limits.highCritical;
  const from = bottom === null ? null : bound(roundTo(bottom + step, decimals));
  const to = top === null ? null : bound(roundTo(top - step, decimals));
  if (from && to) return `${from}–${to}`;
  return from ? `≥${from}` : `≤${to}`;
}
