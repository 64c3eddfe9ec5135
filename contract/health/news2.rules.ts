/** NEWS2, the National Early Warning Score 2 of the Royal College of Physicians (2017), with what each parameter adds. Pure. */
import { metrics, roundTo, type MetricName } from './metrics.ts';

/** 1 the usual scale of oxygen saturation; 2 a target of 88–92 %, on a doctor's order only. */
export type OxygenScale = 1 | 2;
export const news2Metrics = [
  'breathing',
  'oxygen',
  'oxygenFlow',
  'systolic',
  'heartRate',
  'consciousness',
  'temperature',
] as const satisfies readonly MetricName[];
export type News2Metric = (typeof news2Metrics)[number];
export type News2Input = Partial<Record<News2Metric, number>>;

/** Older values are no part of a score: it says how somebody is now. */
export const NEWS2_HOURS = 24;

export interface News2Part {
  metric: News2Metric;
  /** Null: not known, which is never taken for zero. */
  value: number | null;
  points: number | null;
}

export interface News2 {
  parts: News2Part[];
  known: number;
  /** Of the known parts; only with all seven it is the score. */
  score: number;
  complete: boolean;
  /** One parameter by itself is at 3. */
  single: boolean;
  risk: 'low' | 'lowMedium' | 'medium' | 'high';
}

/** Points by the first bound that the value does not exceed. */
const banded = (value: number, bands: readonly (readonly [upTo: number, points: number])[]): number =>
  (bands.find(([upTo]) => value <= upTo) as readonly [number, number])[1];

function oxygenPoints(value: number, flow: number | undefined, scale: OxygenScale): number | null {
  if (scale === 1)
    return banded(value, [
      [91, 3],
      [93, 2],
      [95, 1],
      [Infinity, 0],
    ]);
  if (value <= 92)
    return banded(value, [
      [83, 3],
      [85, 2],
      [87, 1],
      [92, 0],
    ]);
  // Above the target it matters whether the oxygen is given.
  if (flow === undefined) return null;
  return flow === 0
    ? 0
    : banded(value, [
        [94, 1],
        [96, 2],
        [Infinity, 3],
      ]);
}

const POINTS: Record<Exclude<News2Metric, 'oxygen'>, (value: number) => number> = {
  breathing: (value) =>
    banded(value, [
      [8, 3],
      [11, 1],
      [20, 0],
      [24, 2],
      [Infinity, 3],
    ]),
  oxygenFlow: (value) => (value > 0 ? 2 : 0),
  systolic: (value) =>
    banded(value, [
      [90, 3],
      [100, 2],
      [110, 1],
      [219, 0],
      [Infinity, 3],
    ]),
  heartRate: (value) =>
    banded(value, [
      [40, 3],
      [50, 1],
      [90, 0],
      [110, 1],
      [130, 2],
      [Infinity, 3],
    ]),
  consciousness: (value) => (value > 0 ? 3 : 0),
  temperature: (value) =>
    banded(value, [
      [35, 3],
      [36, 1],
      [38, 0],
      [39, 1],
      [Infinity, 2],
    ]),
};

/** The score of what is known; values are rounded half up to whole units, temperature to a tenth, before they are scored. */
export function news2(input: News2Input, scale: OxygenScale): News2 {
  const parts = news2Metrics.map((metric): News2Part => {
    const raw = input[metric];
    if (raw === undefined) return { metric, value: null, points: null };
    const value = roundTo(raw, metrics[metric].decimals);
    return { metric, value, points: metric === 'oxygen' ? oxygenPoints(value, input.oxygenFlow, scale) : POINTS[metric](value) };
  });
  const points = parts.flatMap((part) => part.points ?? []);
  const score = points.reduce((sum, one) => sum + one, 0);
  const single = points.includes(3);
  const risk = score >= 7 ? 'high' : score >= 5 ? 'medium' : single ? 'lowMedium' : 'low';
  return { parts, known: points.length, score, complete: points.length === parts.length, single, risk };
}

/** What to do, in a care home: the original cadence is a hospital's. */
export const news2Risks: Record<News2['risk'], { label: string; advice: string }> = {
  low: { label: '低风险', advice: '按常规测量；1至4分时由护士判断，4至6小时内复测' },
  lowMedium: { label: '中低风险', advice: '有一项达到3分：1小时内复测，护士立即评估并联系医生' },
  medium: { label: '中风险', advice: '1小时内复测，立即联系医生或送诊评估' },
  high: { label: '高风险', advice: '持续观察，30分钟内联系急救或送医' },
};
