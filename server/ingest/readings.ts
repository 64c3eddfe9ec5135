import type { Metric } from '#server/ingest/events.ts';

// Outside these a sensor failed; a person in danger is still well inside.
const bounds: Record<Metric, readonly [number, number]> = {
  heartRate: [25, 250],
  systolic: [50, 280],
  diastolic: [30, 180],
  oxygen: [50, 100],
  temperature: [30, 43],
  glucose: [1, 40],
  breathing: [3, 80],
  steps: [0, 1_000_000],
  rolls: [0, 1_000_000],
  battery: [0, 100],
  signal: [0, 100],
};

/** Says whether a body or device can have this value (units of `Metric`); what cannot be is never stored. */
export function plausible(metric: Metric, value: number): boolean {
  const [low, high] = bounds[metric];
  return value >= low && value <= high;
}

/** Blood pressure is one measurement: both values possible and the upper one above the lower. */
export function plausiblePressure(systolic: number, diastolic: number): boolean {
  return plausible('systolic', systolic) && plausible('diastolic', diastolic) && systolic > diastolic;
}
