/** From single values to a warning: the last values of one person in one metric, and the level that follows from them. Pure. */
import { gravity, isUrgent, judge, kOfN, type Level, type Limits } from '../health/thresholds.rules.ts';
import { metrics } from '../health/metrics.ts';
import type { RuleName } from './warnings.rules.ts';

/** Which rule a metric number belongs to; both pressures are one. */
export const ruleOfMetric: ReadonlyMap<number, RuleName> = new Map([
  [metrics.heartRate.number, 'heart_rate'],
  [metrics.systolic.number, 'blood_pressure'],
  [metrics.diastolic.number, 'blood_pressure'],
  [metrics.oxygen.number, 'oxygen'],
  [metrics.temperature.number, 'temperature'],
  [metrics.glucose.number, 'glucose'],
  [metrics.breathing.number, 'breathing'],
]);

/** The metrics that share a rule with this one, itself among them. */
export const metricsOfRule = (rule: RuleName): number[] => [...ruleOfMetric].flatMap(([metric, name]) => (name === rule ? [metric] : []));

/** One value that was judged. `at` is epoch ms, `device` null for what staff measured, `level` its own level. */
export interface Seen {
  readonly at: number;
  readonly device: number | null;
  readonly value: number;
  readonly level: Level;
}

export interface MeasuredState {
  /** In force: what k of the last n say. */
  readonly level: Level;
  /** Oldest first; normal values of somebody who is well are not in it, they cost no statement. */
  readonly seen: readonly Seen[];
}

export const wellState: MeasuredState = { level: 0, seen: [] };

/** More than any window, so that a frame that comes again is known. */
const KEPT = 24;

export interface Step {
  readonly state: MeasuredState;
  /** Of the value by itself. */
  readonly own: Level;
  /** The value is out of bounds, and enough of those around it are: one occurrence of this level. 0: none. */
  readonly occurs: Level;
}

const ended = (
  seen: readonly Seen[],
  index: number,
  out: (one: Seen) => boolean,
  limits: Pick<Limits, 'needed' | 'windowSize'>,
): boolean => {
  let history = 0;
  for (let back = 0; back < limits.windowSize && index - back >= 0; back++) if (out(seen[index - back] as Seen)) history |= 1 << back;
  return kOfN(history, limits.needed, limits.windowSize);
};

/**
 * The level that the window ending at `index` speaks for: urgent when enough of it is
 * urgent, on the side of its newest value out of bounds.
 */
function levelAt(seen: readonly Seen[], index: number, limits: Limits): Level {
  // A person held the instrument: one value is enough.
  const by = seen[index]?.device === null ? { needed: 1, windowSize: 1 } : limits;
  if (!ended(seen, index, ({ level }) => level !== 0, by)) return 0;
  let out = index;
  while (seen[out]?.level === 0) out--;
  const low = (seen[out] as Seen).level <= 2;
  return ended(seen, index, ({ level }) => isUrgent(level), by) ? (low ? 2 : 4) : low ? 1 : 3;
}

/** Takes a value in. Null: it was counted before, a frame came again. */
export function stepMeasured(state: MeasuredState, reading: Omit<Seen, 'level'>, limits: Limits): Step | null {
  const { at, device, value } = reading;
  if (state.seen.some((one) => one.at === at && one.device === device)) return null;
  let place = state.seen.length;
  while (place > 0 && (state.seen[place - 1] as Seen).at > at) place--;
  // Only what is newest is judged against the level in force; what comes late stands by itself.
  const own = judge(limits, value, place === state.seen.length ? state.level : 0);
  const seen = state.seen.toSpliced(place, 0, { at, device, value, level: own });
  const occurs = own === 0 ? 0 : levelAt(seen, place, limits);
  const level = levelAt(seen, seen.length - 1, limits);
  return { state: { level, seen: seen.slice(-KEPT) }, own, occurs };
}

export interface Restated {
  readonly state: MeasuredState;
  /** Values that counted as an occurrence and do not any more, itself perhaps among them. */
  readonly fallen: readonly Seen[];
  /** What the corrected value speaks for by itself and with those around it; 0 when it does not count. */
  readonly own: Level;
  readonly occurs: Level;
}

/**
 * The state when a value that was judged is taken for another, or with null for none. What
 * came before it stays as it was judged, what came after is judged again. Null: it is not among the values that are remembered.
 */
export function restate(
  state: MeasuredState,
  { at, device, value }: { at: number; device: number | null; value: number | null },
  limits: Limits,
): Restated | null {
  const { seen } = state;
  const place = seen.findIndex((one) => Math.round(one.at) === Math.round(at) && one.device === device);
  if (place < 0) return null;
  const before = seen.slice(0, place);
  let next: MeasuredState = { level: before.length === 0 ? 0 : levelAt(before, place - 1, limits), seen: before };
  const occurred = seen.filter((one, index) => one.level !== 0 && levelAt(seen, index, limits) !== 0);
  const stands = new Set<number>();
  let [own, occurs]: [Level, Level] = [0, 0];
  for (const one of seen.slice(place)) {
    const corrected = one === seen[place];
    if (corrected && value === null) continue;
    const step = stepMeasured(next, { at: one.at, device: one.device, value: corrected ? (value as number) : one.value }, limits);
    if (!step) continue;
    if (corrected) [own, occurs] = [step.own, step.occurs];
    if (step.occurs !== 0) stands.add(seen.indexOf(one));
    next = step.state;
  }
  return { state: next, fallen: occurred.filter((one) => seen.indexOf(one) >= place && !stands.has(seen.indexOf(one))), own, occurs };
}

/** Whether even a normal value says something: a level is in force, or values out of bounds still count. */
export const isHot = ({ level, seen }: MeasuredState, { windowSize }: Pick<Limits, 'windowSize'>): boolean =>
  level !== 0 || seen.slice(-windowSize).some((one) => one.level !== 0);

/** Urgent wakes the staff on duty, watch is for the list. */
export const severityOfLevel = (level: Level): 2 | 3 => (gravity(level) === 2 ? 2 : 3);

/** The limit that a value of this level has passed. */
export function limitOf(limits: Limits, level: Level): number | null {
  return (
    [null, limits.low ?? limits.lowCritical, limits.lowCritical, limits.high ?? limits.highCritical, limits.highCritical][level] ?? null
  );
}

/** `血氧过低 85 %（≤89）`. */
export function measuredText(metric: number, level: Level, value: number, limit: number | null): string {
  const known = Object.values(metrics).find(({ number }) => number === metric);
  const words = ['正常', '偏低', '过低', '偏高', '过高'][level];
  const bound = limit === null ? '' : `（${level <= 2 ? '≤' : '≥'}${limit}）`;
  return `${known?.label ?? ''}${words} ${value} ${known?.unit ?? ''}${bound}`;
}
