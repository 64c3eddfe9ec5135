/** What staff enter by hand: how it was measured, and what cannot be. Pure. */
import { MINUTE } from '../time.ts';
import { metrics, type MetricName } from './metrics.ts';

/** What can be entered by hand, in the order of the forms. */
export const enteredMetrics = [
  'temperature',
  'heartRate',
  'breathing',
  'systolic',
  'diastolic',
  'oxygen',
  'glucose',
  'consciousness',
  'oxygenFlow',
  'sleep',
  'steps',
] as const;
export type EnteredMetric = (typeof enteredMetrics)[number];

export const consciousnessLabels: Record<number, string> = { 0: '清醒', 1: '新发意识模糊', 2: '呼之能应', 3: '痛刺激有反应', 4: '无反应' };

const pressures = { 1: '坐位', 2: '卧位', 3: '立位' };
/** How a metric can be measured: number in the database → words. Postures also tell an orthostatic pressure. */
export const manners: Partial<Record<MetricName, Readonly<Record<number, string>>>> = {
  temperature: { 1: '腋温', 2: '口温', 3: '耳温', 4: '额温', 5: '肛温' },
  systolic: pressures,
  diastolic: pressures,
  heartRate: pressures,
  glucose: { 1: '空腹', 2: '餐后2小时', 3: '睡前', 4: '随机' },
};
export const postures = { sitting: 1, lying: 2, standing: 3 } as const;

/** How a value was measured in words; null when nothing was noted. */
export const mannerText = (metric: string, manner: number | null): string | null =>
  manner === null ? null : (manners[metric as MetricName]?.[manner] ?? null);

/** `36.5`, `清醒`: a value as people read it. */
export const valueText = (metric: string, value: number): string =>
  metric === 'consciousness' ? (consciousnessLabels[value] ?? String(value)) : String(value);

export interface Entered {
  metric: EnteredMetric;
  value: number;
  manner: number | null;
}

/** What is wrong with one value; null when it may be. The words name what was typed and what is possible. */
export function valueProblem({ metric, value, manner }: Entered): string | null {
  const { label, unit, plausible, decimals } = metrics[metric];
  const [least, most] = plausible;
  if (metric === 'consciousness' ? !Object.hasOwn(consciousnessLabels, value) : value < least || value > most)
    return `${label}${value}${unit}不可能，应在${least}到${most}${unit}之间，请核对后重新填写`;
  if (Number(value.toFixed(decimals)) !== value) return decimals === 0 ? `${label}应为整数` : `${label}最多${decimals}位小数`;
  if (manner !== null && !manners[metric]?.[manner]) return `${label}的测量方式不正确`;
  return null;
}

/** What is wrong with values that were measured together; null when all is well. */
export function setProblem(values: readonly Entered[]): string | null {
  if (values.length === 0) return '请至少填写一项数值';
  const twice = values.find(({ metric }, at) => values.findIndex((other) => other.metric === metric) !== at);
  if (twice) return `${metrics[twice.metric].label}填写了两次`;
  for (const one of values) {
    const problem = valueProblem(one);
    if (problem) return problem;
  }
  const of = (name: EnteredMetric) => values.find(({ metric }) => metric === name)?.value;
  const [systolic, diastolic] = [of('systolic'), of('diastolic')];
  if ((systolic === undefined) !== (diastolic === undefined)) return '收缩压和舒张压请一起填写';
  if (systolic !== undefined && diastolic !== undefined && systolic <= diastolic)
    return `收缩压${systolic}应高于舒张压${diastolic}，请核对是否填反`;
  return null;
}

/** As long as raw readings are kept; older paper belongs into the file, not into trends. */
export const OLDEST_DAYS = 90;

/** What is wrong with the time of a measurement (epoch ms); null when it can be. */
export function timeProblem(at: number, now: number): string | null {
  if (at > now + 5 * MINUTE) return '测量时间不能晚于现在';
  if (at < now - OLDEST_DAYS * 24 * 60 * MINUTE) return `只能录入最近${OLDEST_DAYS}天的测量`;
  return null;
}
