/**
 * Rules that the institution makes itself: conditions joined by "and" or "or", with
 * duration, so many of the last values, and hours. Pure; times are epoch ms. A condition is true,
 * false or unknown: what is unknown neither raises nor ends anything.
 */
import { DAY, MINUTE, midnightOf } from '../time.ts';
import { metrics, roundTo, type MetricName } from '../health/metrics.ts';
import { isUrgent, judge, type Level, type Limits } from '../health/thresholds.rules.ts';
import { inWindows, type TimeWindow } from '../time-windows.rules.ts';

export const compares = { above: '高于', atLeast: '不低于', below: '低于', atMost: '不高于' } as const;
export type Compare = keyof typeof compares;
/** Beyond the limits of the person: `any` watch or urgent, on either side. */
export const beyonds = {
  any: '超出个人界限',
  low: '偏低或过低',
  high: '偏高或过高',
  urgent: '严重超限',
  lowUrgent: '过低',
  highUrgent: '过高',
} as const;
export type Beyond = keyof typeof beyonds;
/** Situations, with the number by which they are told; values are told by the number of their metric. */
export const situations = {
  bedOut: { signal: -2, on: 1, label: '离床' },
  bedIn: { signal: -2, on: 0, label: '在床' },
  offline: { signal: -1, on: 1, label: '设备离线' },
  fence: { signal: -3, on: 1, label: '不在围栏要求的位置' },
  quiet: { signal: -4, on: 1, label: '长时间无活动（生命守护）' },
} as const;
export type Situation = keyof typeof situations;
export const signals = { offline: -1, bed: -2, fence: -3, quiet: -4 } as const;
/** What is only known while its sensor goes on saying so; the others end when we are told that they have. */
const expires = (signal: number) => signal > 0 || signal === signals.bed;

export const MOST_CONDITIONS = 5;
/** While it goes on, it is told again after so long. */
export const AGAIN_MS = 30 * 60_000;

export interface Condition {
  readonly kind: 'value' | 'level' | 'situation';
  readonly metric: MetricName | null;
  readonly compare: Compare | null;
  readonly value: number | null;
  readonly beyond: Beyond | null;
  readonly situation: Situation | null;
  /** How long it has to hold; 0: at once. */
  readonly minutes: number;
  /** `needed` of the last `windowSize` values. */
  readonly needed: number;
  readonly windowSize: number;
}

export interface Group {
  /** All of its conditions, or any of them. */
  readonly every: boolean;
  readonly conditions: readonly Condition[];
}

export interface ConditionRule {
  readonly every: boolean;
  readonly groups: readonly Group[];
  readonly windows: readonly TimeWindow[];
  readonly validMinutes: number;
}

/** Something that was measured or said: of a metric its value, of a situation 1 or 0. */
export interface Sample {
  readonly signal: number;
  readonly at: number;
  readonly device: number | null;
  readonly value: number;
}

/** What is known of one condition. */
export interface Held {
  readonly at: number;
  readonly device: number | null;
  readonly value: number;
  /** Whether it held by each of the last values, oldest first, by their time. */
  readonly truths: readonly (readonly [at: number, truth: boolean])[];
  /** Since when enough of them did; null: not. */
  readonly since: number | null;
  /** The newest time that is worth having been written down. */
  readonly wrote: number;
}

/** In the order of the conditions; null: nothing is known. */
export type RuleState = readonly (Held | null)[];
export type Truth = boolean | null;

const flat = new WeakMap<readonly Group[], readonly Condition[]>();
/** All conditions of a rule in their order; the same list every time, because it is asked for with every reading. */
export function conditionsOf({ groups }: Pick<ConditionRule, 'groups'>): readonly Condition[] {
  const known = flat.get(groups);
  if (known) return known;
  const all = groups.flatMap(({ conditions }) => conditions);
  flat.set(groups, all);
  return all;
}
/** The signal that a condition listens to: of its situation, else of its metric; 0 when it has neither. */
export const signalOf = ({ metric, situation }: Condition): number =>
  situation ? situations[situation].signal : metric ? metrics[metric].number : 0;
/** The state of a rule of which nothing was heard yet. */
export const unknownRule = (rule: ConditionRule): RuleState => conditionsOf(rule).map(() => null);

/** How far back inside its bound a value must be before the condition ends: a step of the metric, or a fiftieth of the bound. */
function slack(condition: Condition): number {
  const decimals = condition.metric ? metrics[condition.metric].decimals : 0;
  return Math.max(10 ** -decimals, roundTo(Math.abs(condition.value ?? 0) / 50, decimals));
}

const matches: Record<Beyond, (level: Level) => boolean> = {
  any: (level) => level !== 0,
  low: (level) => level === 1 || level === 2,
  high: (level) => level === 3 || level === 4,
  urgent: isUrgent,
  lowUrgent: (level) => level === 2,
  highUrgent: (level) => level === 4,
};

/** Whether one value fulfils a condition; what held before is left only beyond a margin. */
function truthOf(condition: Condition, { value }: Sample, held: boolean, limits: ReadonlyMap<number, Limits>): boolean {
  const { situation, metric, compare, beyond } = condition;
  if (situation) return value === situations[situation].on;
  // Rounding goes through text; whole numbers, which most are, need none.
  const rounded = Number.isInteger(value) ? value : roundTo(value, metric ? metrics[metric].decimals : 1);
  if (beyond) {
    const bounds = metric ? limits.get(metrics[metric].number) : undefined;
    if (!bounds) return false;
    const before: Level = !held
      ? 0
      : beyond === 'low'
        ? 1
        : beyond === 'high'
          ? 3
          : beyond === 'lowUrgent'
            ? 2
            : beyond === 'highUrgent'
              ? 4
              : 0;
    return matches[beyond](judge(bounds, rounded, before));
  }
  const bound = condition.value ?? 0;
  const room = held ? slack(condition) : 0;
  const exact = (number: number) => Math.round(number * 1e6) / 1e6;
  if (compare === 'above') return rounded > exact(bound - room);
  if (compare === 'atLeast') return rounded >= exact(bound - room);
  if (compare === 'below') return rounded < exact(bound + room);
  return rounded <= exact(bound + room);
}

function stepCondition(
  condition: Condition,
  held: Held | null,
  sample: Sample,
  limits: ReadonlyMap<number, Limits>,
  valid: number,
): Held | null {
  const { at, device, value, signal } = sample;
  // Older ones belong to the past; one that comes again says nothing new.
  if (held && (at < held.at || (at === held.at && (device === held.device || expires(signal))))) return held;
  const stale = held !== null && expires(signal) && at - held.at > valid;
  const known = stale ? [] : (held?.truths ?? []);
  const truth = truthOf(condition, sample, known.at(-1)?.[1] ?? false, limits);
  const truths = known.length >= condition.windowSize ? known.slice(known.length - condition.windowSize + 1) : known.slice();
  truths.push([at, truth]);
  let hits = 0;
  for (const one of truths) if (one[1]) hits++;
  const holds = hits >= condition.needed;
  const since = holds ? (stale ? at : (held?.since ?? at)) : null;
  const several = condition.windowSize > 1 && (hits > 0 || known.some((one) => one[1]));
  const turned = (since === null) !== ((held?.since ?? null) === null) || since !== (held?.since ?? null) || held === null;
  const worth = turned || several || (since !== null && at - (held?.wrote ?? 0) > valid / 4);
  return { at, device, value, truths, since, wrote: worth ? at : (held?.wrote ?? 0) };
}

/**
 * Takes a sample into a rule's state. `moved`: it has to be written down; the first
 * normal value of a person about whom nothing is known has not.
 */
export function stepRule(
  rule: ConditionRule,
  state: RuleState,
  sample: Sample,
  limits: ReadonlyMap<number, Limits>,
): { state: RuleState; moved: boolean } {
  const valid = rule.validMinutes * MINUTE;
  const conditions = conditionsOf(rule);
  let moved = false;
  let next: (Held | null)[] | null = null;
  for (let index = 0; index < conditions.length; index++) {
    const condition = conditions[index] as Condition;
    if (signalOf(condition) !== sample.signal) continue;
    const held = state[index] ?? null;
    const step = stepCondition(condition, held, sample, limits, valid);
    if (step === held || step === null) continue;
    next ??= conditions.map((_, at) => state[at] ?? null);
    next[index] = step;
    if (step.wrote === sample.at && (held !== null || step.truths.some(([, truth]) => truth))) moved = true;
  }
  return { state: next ?? state, moved };
}

/** A condition at `at`: null when nothing is known, what is known is too old, or it has not held for long enough yet. */
function standing(condition: Condition, held: Held | null, at: number, valid: number): Truth {
  const signal = signalOf(condition);
  if (held === null) return expires(signal) ? null : condition.situation !== null && situations[condition.situation].on === 0;
  if (expires(signal) && at - held.at > valid) return null;
  if (held.since === null) return false;
  return at - held.since >= condition.minutes * MINUTE ? true : null;
}

const join = (every: boolean, all: readonly Truth[]): Truth =>
  every ? (all.includes(false) ? false : all.includes(null) ? null : true) : all.includes(true) ? true : all.includes(null) ? null : false;

/** Which conditions hold at `at`, in their order, and whether the rule does. Hours do not count here. */
export function evaluate(rule: ConditionRule, state: RuleState, at: number): { truth: Truth; each: Truth[] } {
  const each = conditionsOf(rule).map((condition, index) => standing(condition, state[index] ?? null, at, rule.validMinutes * MINUTE));
  let from = 0;
  const groups = rule.groups.map(({ every, conditions }) => join(every, each.slice(from, (from += conditions.length))));
  return { truth: join(rule.every, groups), each };
}

/** The beginning of the next hours after `at`; null without hours. */
export function nextOpening(windows: readonly TimeWindow[], at: number): number | null {
  if (windows.length === 0) return null;
  const from = at - (at % MINUTE) + MINUTE;
  const starts = windows.flatMap(({ from: clock }) => {
    const minutes = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
    const today = midnightOf(at) + minutes * MINUTE;
    return Array.from({ length: 9 }, (_, day) => today + day * DAY);
  });
  return starts.filter((start) => start >= from && inWindows(windows, start)).toSorted((a, b) => a - b)[0] ?? null;
}

/** When the rule begins to hold without anything new after `at`; null: it does not. */
export function nextDue(rule: ConditionRule, state: RuleState, at: number): number | null {
  const pending = conditionsOf(rule).flatMap((condition, index) => {
    const since = state[index]?.since ?? null;
    return since === null ? [] : [since + condition.minutes * MINUTE];
  });
  const moments = [at, ...pending.filter((one) => one > at)].toSorted((a, b) => a - b);
  for (const moment of moments) {
    if (evaluate(rule, state, moment).truth !== true) continue;
    if (inWindows(rule.windows, moment)) return moment;
    const opening = nextOpening(rule.windows, moment);
    if (opening !== null && evaluate(rule, state, opening).truth === true) return opening;
  }
  return null;
}

export type Action = 'raise' | 'repeat' | 'clear' | null;

/** What follows at `at` for a rule that is `raisedAt` (null: not in force). Its hours limit the beginning, not the end. */
export function actionOf(rule: ConditionRule, state: RuleState, raisedAt: number | null, at: number): Action {
  const { truth } = evaluate(rule, state, at);
  if (truth === true && inWindows(rule.windows, at)) return raisedAt === null ? 'raise' : at - raisedAt >= AGAIN_MS ? 'repeat' : null;
  return truth === false && raisedAt !== null ? 'clear' : null;
}

/** The state when a value that was taken in turned out to be another, or with null none. Null: it did not matter here. */
export function correctRule(
  rule: ConditionRule,
  state: RuleState,
  sample: Omit<Sample, 'value'> & { value: number | null },
  limits: ReadonlyMap<number, Limits>,
): RuleState | null {
  let touched = false;
  const next = conditionsOf(rule).map((condition, index) => {
    const held = state[index] ?? null;
    if (!held || signalOf(condition) !== sample.signal || !held.truths.some(([at]) => at === sample.at)) return held;
    touched = true;
    const truths = held.truths.flatMap(([at, truth]): [number, boolean][] => {
      if (at !== sample.at) return [[at, truth]];
      return sample.value === null ? [] : [[at, truthOf(condition, { ...sample, value: sample.value }, false, limits)]];
    });
    if (truths.length === 0) return null;
    const holds = truths.filter(([, truth]) => truth).length >= condition.needed;
    const value = held.at === sample.at && sample.value !== null ? sample.value : held.value;
    return { ...held, truths, value, since: holds ? held.since : null };
  });
  return touched ? next : null;
}
