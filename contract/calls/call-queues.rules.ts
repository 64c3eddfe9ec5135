/** Who is next: which call of a queue, which seat of a group; when a group or a menu is open. Pure. */
import type { TimeWindow } from '../time-windows.rules.ts';
import { clockOf, dayOf, weekdayOf } from '../time.ts';

export const priorities = { help: 1, again: 2, vip: 3, ordinary: 5 } as const;

/** 1 longest idle, 2 round robin, 3 fewest calls today, 4 by level. */
export const strategies = { idle: 1, robin: 2, fewest: 3, level: 4 } as const;

export interface FreeSeat {
  readonly seatId: number;
  /** 10 is asked first. */
  readonly level: number;
  /** Since when it has nothing to do. */
  readonly idleSince: number;
  readonly callsToday: number;
  /** When it was last rung for this group; 0 never today. */
  readonly lastRang: number;
}
const byIdle = (a: FreeSeat, b: FreeSeat) => a.idleSince - b.idleSince || a.seatId - b.seatId;
const ORDER: Record<number, (a: FreeSeat, b: FreeSeat) => number> = {
  [strategies.idle]: byIdle,
  [strategies.robin]: (a, b) => a.lastRang - b.lastRang || a.seatId - b.seatId,
  [strategies.fewest]: (a, b) => a.callsToday - b.callsToday || byIdle(a, b),
  [strategies.level]: (a, b) => b.level - a.level || byIdle(a, b),
};

/** The seat that a waiting call rings at; null when all let it ring already, or there is none. */
export function nextSeat(strategy: number, free: readonly FreeSeat[], tried: readonly number[]): number | null {
  const asked = free.filter(({ seatId }) => !tried.includes(seatId)).toSorted(ORDER[strategy] ?? byIdle);
  return asked[0]?.seatId ?? null;
}

export interface Waiting {
  readonly id: number;
  readonly priority: number;
  readonly queuedAt: number;
}
/** Calls for help first, then by priority, then by how long they wait. */
export const inTurn = <W extends Waiting>(waiting: readonly W[]): W[] =>
  waiting.toSorted((a, b) => a.priority - b.priority || a.queuedAt - b.queuedAt || a.id - b.id);

/** As forms send them: days 1 Monday … 7 Sunday, none meaning all. */
export type Hours = TimeWindow;
export interface Opening {
  readonly hours: readonly Hours[];
  /** Whether it is open on days off. */
  readonly holidays: boolean;
}
/** Days of the holiday calendar: 1 off, 2 a weekend day that is worked. */
export type Calendar = ReadonlyMap<string, number>;

/** Whether it is open at `now`. Without hours it is always; a span that ends before it begins reaches into the next day. */
export function isOpen({ hours, holidays }: Opening, calendar: Calendar, now: number): boolean {
  const kind = calendar.get(dayOf(now));
  if (!holidays && kind === 1) return false;
  if (hours.length === 0) return true;
  const clock = clockOf(now);
  const weekday = weekdayOf(now) || 7;
  // A weekend day that is worked is open as a Monday is.
  const today = kind === 2 ? 1 : weekday;
  const before = weekday === 1 ? 7 : weekday - 1;
  return hours.some(({ days, from, to }) => {
    const on = (day: number) => days.length === 0 || days.includes(day);
    if (from < to) return on(today) && clock >= from && clock < to;
    return (on(today) && clock >= from) || (on(before) && clock < to);
  });
}

const DAYS = ['', '周一', '周二', '周三', '周四', '周五', '周六', '周日'];
const daysText = (days: readonly number[]) => (days.length === 0 ? '每天' : days.map((day) => DAYS[day]).join('、'));
/** The hours in words for callers: `周一、周二 08:00至18:00`. */
export const hoursText = (hours: readonly Hours[]) => hours.map(({ days, from, to }) => `${daysText(days)} ${from}至${to}`).join('；');
