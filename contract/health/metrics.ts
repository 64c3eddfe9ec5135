/**
 * What is measured: the number in the database, the name on the wire, unit, and the plausible
 * range outside of which a reading is refused (domain limits).
 */
export interface Metric {
  readonly number: number;
  readonly label: string;
  readonly unit: string;
  readonly plausible: readonly [number, number];
  /** Decimals to which values are rounded, half up, before they are judged or scored. */
  readonly decimals: 0 | 1;
}

export const metrics = {
  heartRate: { number: 1, label: '心率', unit: '次/分', plausible: [25, 250], decimals: 0 },
  systolic: { number: 2, label: '收缩压', unit: 'mmHg', plausible: [50, 280], decimals: 0 },
  diastolic: { number: 3, label: '舒张压', unit: 'mmHg', plausible: [30, 180], decimals: 0 },
  oxygen: { number: 4, label: '血氧', unit: '%', plausible: [50, 100], decimals: 0 },
  temperature: { number: 5, label: '体温', unit: '℃', plausible: [30, 43], decimals: 1 },
  glucose: { number: 6, label: '血糖', unit: 'mmol/L', plausible: [1, 40], decimals: 1 },
  steps: { number: 7, label: '步数', unit: '步', plausible: [0, 200_000], decimals: 0 },
  battery: { number: 8, label: '电量', unit: '%', plausible: [0, 100], decimals: 0 },
  breathing: { number: 9, label: '呼吸', unit: '次/分', plausible: [3, 80], decimals: 0 },
  /** Hours of one night, at the time of getting up. */
  sleep: { number: 10, label: '睡眠', unit: '小时', plausible: [0, 24], decimals: 1 },
  /** 0 alert, 1 newly confused, 2 to voice, 3 to pain, 4 none (ACVPU): observed, never by a device. */
  consciousness: { number: 11, label: '意识', unit: '', plausible: [0, 4], decimals: 0 },
  /** Litres of oxygen a minute while measured; 0 is air. */
  oxygenFlow: { number: 12, label: '吸氧', unit: 'L/分', plausible: [0, 15], decimals: 1 },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

const byNumber = new Map(
  Object.entries(metrics).map(([name, metric]) => [metric.number as number, { name: name as MetricName, ...(metric as Metric) }]),
);

/** The metric of a number in the database, with its name; undefined for one that this version does not know. */
export const metricOf = (number: number) => byNumber.get(number);

export const isMetric = (name: string): name is MetricName => Object.hasOwn(metrics, name);

/**
 * Half up to the decimals of the metric: 38.05 is 38.1. The detour over text keeps binary fractions (38.05 is 38.0499… inside) out of it.
 */
export function roundTo(value: number, decimals: number): number {
  const shifted = Number(`${Number(value.toPrecision(7))}e${decimals}`);
  return Number(`${Math.floor(shifted + 0.5)}e-${decimals}`);
}
