import { isMetric, metrics } from '#contract/health/metrics.ts';
import type { Metric } from '#server/ingest/events.ts';

/** What is told and has no place among the readings. */
const told: Record<Exclude<Metric, keyof typeof metrics>, readonly [number, number]> = { rolls: [0, 1_000_000], signal: [0, 100] };

/** Says whether a body or device can have this value (units of `Metric`); what cannot be is never stored. */
export function plausible(metric: Metric, value: number): boolean {
  const [low, high] = isMetric(metric) ? metrics[metric].plausible : told[metric];
  return value >= low && value <= high;
}

/** Blood pressure is one measurement: both values possible and the upper one above the lower. */
export function plausiblePressure(systolic: number, diastolic: number): boolean {
  return plausible('systolic', systolic) && plausible('diastolic', diastolic) && systolic > diastolic;
}
