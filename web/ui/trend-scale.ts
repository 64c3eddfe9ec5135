/** The arithmetic of a trend: ticks, gaps, thinning. Pure; times are epoch milliseconds. */
import { AHEAD, DAY, HOUR } from '#contract/time.ts';

export interface TrendPoint {
  at: number;
  value: number;
  low: number;
  high: number;
  /** Out of bounds, as the caller judges it; the worst is kept when points are thinned. */
  tone?: 'watch' | 'urgent' | undefined;
  /** Measured by staff: drawn as a ring. */
  manual?: boolean | undefined;
}

/** What is normal from a time on, until the next one; null: no such limit. */
export interface Band {
  at: number;
  lowCritical: number | null;
  low: number | null;
  high: number | null;
  highCritical: number | null;
}

/** The axis counts Shanghai's hours and days. */

/** Round values that enclose `low` to `high`, about `count` of them, ascending. */
export function valueTicks(low: number, high: number, count = 4): number[] {
  const span = high - low || Math.max(1, Math.abs(high) * 0.1);
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) as number) * power;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** How a span is ticked: whole hours up to two days, midnights up to ten, every fifth up to three months, then the firsts of months. */
export function timeTicks(from: number, to: number): { at: number; midnight: boolean }[] {
  const span = to - from;
  if (span > 93 * DAY) return months(from, to);
  const step = span <= 2 * DAY ? 4 * HOUR : span <= 10 * DAY ? DAY : 5 * DAY;
  const first = Math.ceil((from + AHEAD) / step) * step - AHEAD;
  const ticks = [];
  for (let at = first; at <= to; at += step) ticks.push({ at, midnight: (at + AHEAD) % DAY === 0 });
  return ticks;
}

function months(from: number, to: number): { at: number; midnight: boolean }[] {
  const start = new Date(from + AHEAD);
  const ticks = [];
  for (let month = start.getUTCMonth() + 1; ; month++) {
    const at = Date.UTC(start.getUTCFullYear(), month, 1) - AHEAD;
    if (at > to) return ticks;
    ticks.push({ at, midnight: true });
  }
}

/** How the ticks of a span are written. */
export const tickPattern = (from: number, to: number) => (to - from > 93 * DAY ? 'yyyy-MM' : to - from > 2 * DAY ? 'MM-dd' : 'HH:mm');

/** From which pause on (milliseconds) a line is broken: `least`, or more where measurements are rare anyway. */
export function gapOf(points: readonly TrendPoint[], least: number): number {
  const pauses = points
    .slice(1)
    .map(({ at }, index) => at - (points[index] as TrendPoint).at)
    .toSorted((a, b) => a - b);
  return Math.max(least, 2.5 * (pauses[Math.floor(pauses.length / 2)] ?? 0));
}

/** The points in runs; a pause longer than `gap` begins a new one, so that no line is drawn over what was not measured. */
export function runs(points: readonly TrendPoint[], gap: number): TrendPoint[][] {
  const found: TrendPoint[][] = [];
  for (const point of points) {
    const run = found.at(-1);
    if (run && point.at - (run.at(-1) as TrendPoint).at <= gap) run.push(point);
    else found.push([point]);
  }
  return found;
}

/** Points of the same `width` milliseconds become their mean with their lowest and highest, so that a spike stays to be seen. */
export function thin(points: readonly TrendPoint[], width: number): TrendPoint[] {
  return [...Map.groupBy(points, ({ at }) => Math.floor(at / width)).values()].map((part) => {
    const mean = (of: (point: TrendPoint) => number) => part.reduce((sum, point) => sum + of(point), 0) / part.length;
    return {
      at: mean(({ at }) => at),
      value: Math.round(mean(({ value }) => value) * 10) / 10,
      low: Math.min(...part.map(({ low }) => low)),
      high: Math.max(...part.map(({ high }) => high)),
      ...(part.some(({ tone }) => tone)
        ? { tone: part.some(({ tone }) => tone === 'urgent') ? ('urgent' as const) : ('watch' as const) }
        : {}),
      ...(part.every(({ manual }) => manual) ? { manual: true } : {}),
    };
  });
}

/** Index of the point that is nearest in time; -1 when there is none. */
export function nearest(points: readonly TrendPoint[], at: number): number {
  let best = -1;
  points.forEach((point, index) => {
    if (best < 0 || Math.abs(point.at - at) < Math.abs((points[best] as TrendPoint).at - at)) best = index;
  });
  return best;
}
