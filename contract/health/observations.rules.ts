/** Series of observations after a fall: when, and what belongs to each. Pure. */
import { AHEAD, HOUR, hourOf } from '../time.ts';
import { metrics } from './metrics.ts';
import type { EnteredMetric } from './measurements.rules.ts';

export const seriesKinds: Record<number, string> = { 1: '跌倒后观察', 2: '入院观察', 3: '用药观察', 4: '病情变化观察' };
/** By the state of a task on the wire. */
export const observationStateLabels: Record<number, string> = {
  0: '未到时间',
  1: '待测量',
  2: '已超时',
  3: '已完成',
  4: '已跳过',
  5: '已结束',
};
export const SERIES_HOURS = 72;

/** Full vital signs, as the policies of long-term care ask for. */
export const fullSet: readonly EnteredMetric[] = [
  'temperature',
  'heartRate',
  'breathing',
  'systolic',
  'diastolic',
  'oxygen',
  'consciousness',
];

/** A shift begins every eight hours from midnight on. */
const SHIFT = 8 * HOUR;
/** A shift that begins sooner after the first measurement has nothing new to tell. */
const SOON = 2 * HOUR;

/** When the shift at `at` began, both epoch ms. */
export const shiftStart = (at: number): number => Math.floor((at + AHEAD) / SHIFT) * SHIFT - AHEAD;

export interface Due {
  /** Epoch ms. */
  at: number;
  orthostatic: boolean;
}

/**
 * At once, then in every shift until 72 hours have passed. The pressure lying and standing is
 * taken in the mornings: a person is not stood up right after a fall.
 */
export function observationTimes(start: number): Due[] {
  const times: Due[] = [{ at: start, orthostatic: false }];
  for (let at = (Math.floor((start + AHEAD) / SHIFT) + 1) * SHIFT - AHEAD; at <= start + SERIES_HOURS * HOUR; at += SHIFT) {
    if (at - start < SOON) continue;
    times.push({ at, orthostatic: hourOf(at) === 8 });
  }
  return times;
}

/** What is missing of a full set; null when nothing is. */
export function setGap(entered: readonly string[]): string | null {
  const missing = fullSet.filter((metric) => !entered.includes(metric));
  return missing.length === 0 ? null : `观察任务需要完整的生命体征，还缺少：${missing.map((metric) => metrics[metric].label).join('、')}`;
}

/** Within three minutes of standing up. */
export const ORTHOSTATIC_DROP = { systolic: 20, diastolic: 10 } as const;

/** Whether pressures fall on standing up as they should not. */
export const isOrthostatic = (lying: { systolic: number; diastolic: number }, standing: { systolic: number; diastolic: number }): boolean =>
  lying.systolic - standing.systolic >= ORTHOSTATIC_DROP.systolic || lying.diastolic - standing.diastolic >= ORTHOSTATIC_DROP.diastolic;
