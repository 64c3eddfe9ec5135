/** The newest vital signs of a person in a few words, for the card of an alarm. Pure. */
import { metrics } from '../health/metrics.ts';

export interface NewestValue {
  /** The number of contract/health/metrics.ts. */
  metric: number;
  value: number;
  /** yyyy-MM-dd HH:mm:ss. */
  time: string;
}

export interface BriefVital {
  text: string;
  time: string;
}

/** `心率 88`, `血氧 96%`, `血压 135/82`, each with its time, as far as they are known; a pressure is as old as the older of its two values. */
export function briefVitals(values: readonly NewestValue[]): BriefVital[] {
  const known = new Map(values.map((one) => [one.metric, one]));
  const [heart, oxygen] = [known.get(metrics.heartRate.number), known.get(metrics.oxygen.number)];
  const [upper, lower] = [known.get(metrics.systolic.number), known.get(metrics.diastolic.number)];
  return [
    ...(heart ? [{ text: `心率 ${heart.value}`, time: heart.time }] : []),
    ...(oxygen ? [{ text: `血氧 ${oxygen.value}%`, time: oxygen.time }] : []),
    ...(upper && lower ? [{ text: `血压 ${upper.value}/${lower.value}`, time: upper.time < lower.time ? upper.time : lower.time }] : []),
  ];
}
