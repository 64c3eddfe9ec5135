/** When a resident may be entered as away: planned, at once, or late (docs/decisions/094). Pure; times are texts of `time.ts`. */
import { DAY, instantOf, nextDay } from '../time.ts';

/** 外出 with a companion, or 住院. */
export const outingKinds = { outing: 1, hospital: 2 } as const;
export const outingKindLabels: Readonly<Record<number, string>> = { 1: '外出', 2: '住院' };

/** So many days long one of them is at most; a longer outing is a leave for which other terms are agreed. */
const MOST_DAYS: Readonly<Record<number, number>> = { 1: 31, 2: 180 };
/** So many days afterwards one may be entered. */
const LATE_DAYS = 31;

interface Planned {
  kind: number;
  leaveTime: string;
  dueTime: string;
}

/** Why times cannot be planned; null when they can. */
export function planProblem({ kind, leaveTime, dueTime }: Planned): string | null {
  if (dueTime <= leaveTime) return '预计返回时间应晚于离开时间';
  const most = MOST_DAYS[kind]!;
  if (instantOf(dueTime) - instantOf(leaveTime) <= most * DAY) return null;
  return kind === outingKinds.outing ? `一次外出最长${most}天，更久请办理请假` : `一次住院最长登记${most}天，请先按此登记再修改`;
}

/** A person was away from one moment until another one; null: they still are. */
export interface Away {
  from: string;
  until: string | null;
}

interface Known {
  /** Other times away, of which one may not overlap. */
  others: readonly (Away & { kind: number })[];
  /** The day on which this stay began; null: not known. */
  admittedOn: string | null;
  /** The leave day of a check-out that was asked for; null: none was. */
  leavesOn: string | null;
}

const overlaps = (a: Away, b: Away) => (b.until === null || a.from < b.until) && (a.until === null || b.from < a.until);
const minute = (time: string) => time.slice(0, 16);

/** Why the person cannot have been away then; null when they can. `now` is a text too. */
export function awayProblem({ from, until }: Away, { others, admittedOn, leavesOn }: Known, now: string): string | null {
  if (from > now) return '离开时间不能晚于现在';
  if (until !== null && until > now) return '返回时间不能晚于现在';
  if (until !== null && until <= from) return '返回时间应晚于离开时间';
  if (from.slice(0, 10) < nextDay(now.slice(0, 10), -LATE_DAYS)) return `只能补登${LATE_DAYS}天内的外出和住院`;
  if (admittedOn !== null && from.slice(0, 10) < admittedOn) return `离开时间早于入住日期${admittedOn}，请核对`;
  if (leavesOn !== null && from.slice(0, 10) > leavesOn) return `该服务对象${leavesOn}退住，不能登记之后的外出和住院`;
  const other = others.find((one) => overlaps({ from, until }, one));
  if (!other) return null;
  const end = other.until === null ? '今' : minute(other.until);
  return `与${minute(other.from)}至${end}的${outingKindLabels[other.kind]}登记重叠，请核对时间`;
}
