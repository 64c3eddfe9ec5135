/** What notes of care say beside their kind, and what charts make of them over days. Pure; times are epoch ms, days Shanghai's. */
import { z } from 'zod';
import { DAY, HOUR, midnightOf } from '../time.ts';
import type { CareKind } from './care-kinds.ts';
import type { NoteKind } from './care-notes.ts';
import { CARE_SHIFT } from './care-times.rules.ts';

export const turnPositions = { left: '左侧', right: '右侧', flat: '平卧', sit: '坐位' } as const;
export const skinLooks = { fine: '皮肤完好', red: '皮肤发红', broken: '皮肤破损' } as const;
export const intakeWays = { tube: '鼻饲', drip: '输液', other: '其他入量' } as const;
export const outputWays = { drain: '引流', vomit: '呕吐', other: '其他出量' } as const;
export const urineColours = { pale: '淡黄', dark: '深黄', red: '血色', cloudy: '浑浊' } as const;
export const stoolAmounts = { little: '少量', some: '中等', much: '大量' } as const;
export const bathKinds = { shower: '淋浴', bed: '床上擦浴', feet: '足浴', hair: '洗头' } as const;
export const sleepKinds = { good: '睡眠好', light: '易醒', bad: '未眠' } as const;
/** The Bristol stool scale. */
export const bristolLabels: Readonly<Record<number, string>> = {
  1: '1型 硬粒',
  2: '2型 硬条',
  3: '3型 裂纹条',
  4: '4型 软条',
  5: '5型 软块',
  6: '6型 糊状',
  7: '7型 水样',
};
export const MOST_ML = 5000;

const oneOf = <Choices extends Readonly<Record<string, string>>>(choices: Choices) =>
  z.enum(Object.keys(choices) as [keyof Choices & string, ...(keyof Choices & string)[]], { error: '选项不存在' }).optional();
const whole = (low: number, high: number, name: string) => {
  const error = `${name}应为${low}至${high}的整数`;
  return z.int({ error }).min(low, { error }).max(high, { error }).optional();
};
const ml = whole(1, MOST_ML, '毫升数');

/** What a note of each kind may say; all of it may be left out. How much of a meal was eaten is a record of that meal (eaten.rules.ts). */
export const detailShapes = {
  water: z.strictObject({ ml }, { error: '该类别没有这些内容' }),
  intake: z.strictObject({ way: oneOf(intakeWays), ml }, { error: '该类别没有这些内容' }),
  meal: z.strictObject({ ml }, { error: '该类别没有这些内容' }),
  stool: z.strictObject({ bristol: whole(1, 7, '布里斯托分型'), amount: oneOf(stoolAmounts), ml }, { error: '该类别没有这些内容' }),
  urine: z.strictObject({ ml, colour: oneOf(urineColours) }, { error: '该类别没有这些内容' }),
  output: z.strictObject({ way: oneOf(outputWays), ml }, { error: '该类别没有这些内容' }),
  sleep: z.strictObject({ sleep: oneOf(sleepKinds) }, { error: '该类别没有这些内容' }),
  turn: z.strictObject({ position: oneOf(turnPositions), skin: oneOf(skinLooks) }, { error: '该类别没有这些内容' }),
  bath: z.strictObject({ bath: oneOf(bathKinds), skin: oneOf(skinLooks) }, { error: '该类别没有这些内容' }),
  mood: z.strictObject({}, { error: '该类别没有这些内容' }),
  disinfect: z.strictObject({}, { error: '该类别没有这些内容' }),
  other: z.strictObject({}, { error: '该类别没有这些内容' }),
} as const satisfies Record<NoteKind, z.ZodType>;

/** Any of them, as rows and the wire have it. */
export interface NoteDetails {
  ml?: number | undefined;
  way?: string | undefined;
  bristol?: number | undefined;
  amount?: string | undefined;
  colour?: string | undefined;
  sleep?: string | undefined;
  position?: string | undefined;
  skin?: string | undefined;
  bath?: string | undefined;
}

/** Why a note of a kind cannot say so; null when it can. */
export function detailsProblem(kind: NoteKind, details: object): string | null {
  const parsed = detailShapes[kind].safeParse(details);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? '内容不正确');
}

const WORDS: readonly (readonly [keyof NoteDetails, Readonly<Record<string, string>>])[] = [
  ['way', { ...intakeWays, ...outputWays }],
  ['position', turnPositions],
  ['bath', bathKinds],
  ['sleep', sleepKinds],
  ['bristol', bristolLabels],
  ['amount', stoolAmounts],
  ['colour', urineColours],
  ['skin', skinLooks],
];

/** `左侧 皮肤完好`, `200 ml`; empty where nothing is said. */
export function detailsText(kind: string, details: NoteDetails): string {
  const words = WORDS.flatMap(([name, labels]) => {
    const value = details[name];
    if (value === undefined) return [];
    if (name === 'way' && value === 'other') return [kind === 'output' ? outputWays.other : intakeWays.other];
    return [labels[value] ?? ''];
  });
  return [...words, ...(details.ml === undefined ? [] : [`${details.ml} ml`])].filter(Boolean).join(' ');
}

interface Chart {
  readonly label: string;
  readonly notes: readonly NoteKind[];
  /** Tasks of care plans that are entries of it once they are done. */
  readonly tasks: readonly CareKind[];
}

export const charts = {
  turn: { label: '翻身记录单', notes: ['turn'], tasks: ['turn'] },
  balance: { label: '出入量记录单', notes: ['water', 'intake', 'meal', 'urine', 'stool', 'output'], tasks: ['water'] },
  stool: { label: '排便记录单', notes: ['stool'], tasks: [] },
  urine: { label: '排尿记录单', notes: ['urine'], tasks: [] },
  meal: { label: '进食记录单', notes: ['meal'], tasks: ['feeding'] },
  bath: { label: '洗浴记录单', notes: ['bath'], tasks: ['bath'] },
  sleep: { label: '睡眠记录单', notes: ['sleep'], tasks: [] },
  disinfect: { label: '便器消毒记录单', notes: ['disinfect'], tasks: [] },
} as const satisfies Record<string, Chart>;
export type ChartKind = keyof typeof charts;
export const chartKindNames = Object.keys(charts) as [ChartKind, ...ChartKind[]];

/** A value of a task as ml; null where it is none. */
export const mlOf = (value: number | null, unit: string | null): number | null =>
  value !== null && value > 0 && /^(ml|毫升)$/i.test(unit ?? '') ? Math.round(value) : null;

export interface TurnGap {
  /** The turn before, and the one after or the moment of asking. */
  from: number;
  until: number;
  /** Since when a turn was wanting. */
  due: number;
}

/** Where more than `hours` passed without a turn. `times` in their order, `until` the end of what is looked at. */
export function turnGaps(times: readonly number[], hours: number, until: number): TurnGap[] {
  return times.flatMap((from, at) => {
    const next = Math.min(times[at + 1] ?? until, until);
    const due = from + hours * HOUR;
    return next > due ? [{ from, until: next, due }] : [];
  });
}

/** Whether a turn was wanting within the hour that begins at `hour`. */
export const lateHour = (gaps: readonly TurnGap[], hour: number): boolean =>
  gaps.some(({ due, until }) => due < hour + HOUR && until > hour);

export interface Flow {
  at: number;
  kind: string;
  ml: number | null;
}
export interface Balance {
  intake: number;
  output: number;
  /** Of intake and output of a kind: how much. */
  parts: Readonly<Record<string, number>>;
}

const OUT = new Set(['urine', 'stool', 'output']);
/** Whether notes of a kind say what went out. */
export const isOutput = (kind: string): boolean => OUT.has(kind);

/** What came in and went out from `from` up to but not at `until`. */
export function balanceOf(flows: readonly Flow[], from: number, until: number): Balance {
  const parts: Record<string, number> = {};
  let [intake, output] = [0, 0];
  for (const { at, kind, ml: amount } of flows) {
    if (amount === null || at < from || at >= until) continue;
    parts[kind] = (parts[kind] ?? 0) + amount;
    if (isOutput(kind)) output += amount;
    else intake += amount;
  }
  return { intake, output, parts };
}

export interface DayBalance extends Balance {
  midnight: number;
  /** Of the three shifts, from midnight on. */
  shifts: Balance[];
}

/** The balance of each day from `first` to `last`, both moments of their days: each shift, and the day. */
export function balanceDays(flows: readonly Flow[], first: number, last: number): DayBalance[] {
  const days: DayBalance[] = [];
  for (let midnight = midnightOf(first); midnight <= last; midnight += DAY)
    days.push({
      midnight,
      ...balanceOf(flows, midnight, midnight + DAY),
      shifts: Array.from({ length: DAY / CARE_SHIFT }, (_, at) =>
        balanceOf(flows, midnight + at * CARE_SHIFT, midnight + (at + 1) * CARE_SHIFT),
      ),
    });
  return days;
}

export interface FlowTarget {
  intakeLow: number | null;
  intakeHigh: number | null;
  outputLow: number | null;
}

/** What is wrong with the balance of a day: too much at once, too little when the day is over. */
export function balanceWarnings({ intake, output }: Pick<Balance, 'intake' | 'output'>, target: FlowTarget, over: boolean): string[] {
  return [
    ...(target.intakeHigh !== null && intake > target.intakeHigh ? [`入量超过${target.intakeHigh} ml`] : []),
    ...(over && target.intakeLow !== null && intake < target.intakeLow ? [`入量不足${target.intakeLow} ml`] : []),
    ...(over && target.outputLow !== null && output < target.outputLow ? [`出量不足${target.outputLow} ml`] : []),
  ];
}
