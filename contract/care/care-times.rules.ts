/** When the interventions of a plan fall due: pure, in epoch milliseconds; days and clocks are Shanghai's. */
import { CLOCK, DAY, HOUR, MINUTE, instantOf, midnightOf, weekdayOf } from '../time.ts';
import { timeModes, type TimeMode } from './care-kinds.ts';

export interface CareTimes {
  mode: TimeMode;
  /** Of `clock`: `HH:mm` each. */
  clocks: readonly string[];
  /** Of `every`: from its start on, every so many hours until its end; an end that is not after the start is on the next day. */
  everyHours: number | null;
  windowStart: string | null;
  windowEnd: string | null;
  /** 1 for Monday to 7; none: every day. What begins before midnight belongs to the day on which its window begins. */
  weekdays: readonly number[];
  /** A task may be done so long before its time, and is missed so long after it. */
  beforeMinutes: number;
  afterMinutes: number;
}

/** From the first moment on, up to but not at the last. */
export interface CareSpan {
  from: number;
  until: number;
}

export interface CareDue {
  opens: number;
  due: number;
  closes: number;
}

/** Shifts begin every eight hours from midnight on. */
export const CARE_SHIFT = 8 * HOUR;
export const MOST_CLOCKS = 24;

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** What is wrong with times; null when nothing is. */
export function timesProblem({ mode, clocks, everyHours, windowStart, windowEnd, weekdays }: CareTimes): string | null {
  if (new Set(weekdays).size < weekdays.length) return '星期不能重复';
  if (mode === 'clock') {
    if (clocks.length === 0) return '请填写执行时刻';
    return new Set(clocks).size < clocks.length ? '执行时刻不能重复' : null;
  }
  if (mode === 'shift') return null;
  if (everyHours === null) return '请填写间隔小时数';
  return windowStart !== null && windowEnd !== null && CLOCK.test(windowStart) && CLOCK.test(windowEnd) ? null : '请填写开始和结束时刻';
}

/** Times as they are kept: what belongs to another mode is left out. */
export const ownTimes = <T extends CareTimes>(times: T): T => ({
  ...times,
  clocks: times.mode === 'clock' ? times.clocks.toSorted() : [],
  everyHours: times.mode === 'every' ? times.everyHours : null,
  windowStart: times.mode === 'every' ? times.windowStart : null,
  windowEnd: times.mode === 'every' ? times.windowEnd : null,
  weekdays: times.weekdays.toSorted((a, b) => a - b),
});

/** Minutes after midnight at which an intervention of a day is due, some of them on the next day. */
function minutesOfDay({ mode, clocks, everyHours, windowStart, windowEnd }: CareTimes): number[] {
  if (mode === 'clock') return clocks.map(minutesOf);
  if (mode === 'shift' || everyHours === null || windowStart === null || windowEnd === null) return [];
  const start = minutesOf(windowStart);
  const end = minutesOf(windowEnd);
  const last = end > start ? end : end + DAY / MINUTE;
  const found: number[] = [];
  // Around the clock the end is the start of the next day's window.
  for (let at = start; at <= last && at < start + DAY / MINUTE; at += everyHours * 60) found.push(at);
  return found;
}

/** Of a day that begins at `midnight`. A task of a shift may be done in all of it, and is due before its end. */
function duesOfDay(times: CareTimes, midnight: number): CareDue[] {
  const after = times.afterMinutes * MINUTE;
  if (times.mode === 'shift')
    return Array.from({ length: DAY / CARE_SHIFT }, (_, at) => {
      const [opens, closes] = [midnight + at * CARE_SHIFT, midnight + (at + 1) * CARE_SHIFT];
      return { opens, due: Math.max(opens, closes - after), closes };
    });
  return minutesOfDay(times).map((minute) => {
    const due = midnight + minute * MINUTE;
    return { opens: due - times.beforeMinutes * MINUTE, due, closes: due + after };
  });
}

/** What falls due within a span, in its order. */
export function duesOf(times: CareTimes, { from, until }: CareSpan): CareDue[] {
  const found: CareDue[] = [];
  for (let midnight = midnightOf(from, -1); midnight < until; midnight += DAY) {
    const weekday = weekdayOf(midnight) || 7;
    if (times.weekdays.length > 0 && !times.weekdays.includes(weekday)) continue;
    found.push(...duesOfDay(times, midnight).filter(({ due }) => due >= from && due < until));
  }
  return found.sort((a, b) => a.due - b.due);
}

/** The part of a span in which a plan is in force; null when there is none. Times are `yyyy-MM-dd HH:mm:ss`; null has no end. */
export function spanInForce(plan: { starts_at: string; ends_at: string | null }, { from, until }: CareSpan): CareSpan | null {
  const span = {
    from: Math.max(from, instantOf(plan.starts_at)),
    until: plan.ends_at === null ? until : Math.min(until, instantOf(plan.ends_at)),
  };
  return span.from < span.until ? span : null;
}

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'];

/** `每天 08:00、20:00`, `周一、周四 06:00至22:00每2小时`, `每天 每班一次`. */
export function timesText({ mode, clocks, everyHours, windowStart, windowEnd, weekdays }: CareTimes): string {
  const days = weekdays.length === 0 || weekdays.length === 7 ? '每天' : weekdays.map((day) => `周${WEEKDAYS[day - 1]}`).join('、');
  if (mode === 'clock') return `${days} ${clocks.join('、')}`;
  if (mode === 'shift') return `${days} ${timeModes.shift}`;
  return `${days} ${windowStart === windowEnd ? '全天' : `${windowStart}至${windowEnd}`}每${everyHours}小时`;
}

/** The shift at `at`, as a span. */
export function careShiftAt(at: number): CareSpan {
  const midnight = midnightOf(at);
  const from = midnight + Math.floor((at - midnight) / CARE_SHIFT) * CARE_SHIFT;
  return { from, until: from + CARE_SHIFT };
}
