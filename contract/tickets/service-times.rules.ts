/**
 * The clock of tickets: minutes of an institution's hours between two instants, without holidays, breaks and pauses; and when a target is
 * reached. Instants are epoch milliseconds, days and times Shanghai's. Pure.
 */
import { DAY, MINUTE, dayOf, instantOf, midnightOf, nextDay, weekdayOf } from '../time.ts';

/** From when to when there is somebody on a weekday, 1 Monday to 7 Sunday. A day with a break has two. `to` may be `24:00`. */
export interface Shift {
  readonly day: number;
  readonly from: string;
  readonly to: string;
}

export interface Calendar {
  readonly hours: readonly Shift[];
  /** Days (`yyyy-MM-dd`) without hours, and weekend days that are worked as the first weekday with hours is. */
  readonly off: ReadonlySet<string>;
  readonly worked: ReadonlySet<string>;
}

/** From an instant to another; null: it lasts. */
export interface Pause {
  readonly from: number;
  readonly to: number | null;
}

interface Span {
  from: number;
  to: number;
}

/** So many days are looked ahead: who has no hours within them is never due. */
const MOST_DAYS = 1100;

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Spans in their order, those that touch or overlap as one; empty ones are left out. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.filter(({ from, to }) => to > from).toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else result.push({ ...span });
  }
  return result;
}

/** What is left of spans outside of `others`; both in their order. */
function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  let left = [...spans];
  for (const other of others)
    left = left.flatMap(({ from, to }) =>
      other.to <= from || other.from >= to
        ? [{ from, to }]
        : [
            { from, to: Math.min(to, other.from) },
            { from: Math.max(from, other.to), to },
          ].filter((one) => one.to > one.from),
    );
  return left;
}

/** The spans of a day (`yyyy-MM-dd`) in which the clock runs. */
export function hoursOf({ hours, off, worked }: Calendar, day: string): Span[] {
  if (off.has(day)) return [];
  const start = instantOf(day);
  const weekday = weekdayOf(start) || 7;
  let shifts = hours.filter((one) => one.day === weekday);
  if (shifts.length === 0 && worked.has(day)) {
    const first = Math.min(...hours.map((one) => one.day));
    shifts = hours.filter((one) => one.day === first);
  }
  return joined(shifts.map(({ from, to }) => ({ from: start + minutesOf(from) * MINUTE, to: start + minutesOf(to) * MINUTE })));
}

const endless = (pauses: readonly Pause[]): Span[] => joined(pauses.map(({ from, to }) => ({ from, to: to ?? Infinity })));

/** Whole minutes in which the clock ran from an instant to another. Never negative; nothing is taken off twice. */
export function serviceMinutes(calendar: Calendar, from: number, to: number, pauses: readonly Pause[] = []): number {
  const breaks = endless(pauses);
  let sum = 0;
  const first = dayOf(from);
  for (let n = 0, start = midnightOf(from); start < to && n < MOST_DAYS; n++, start += DAY) {
    const spans = hoursOf(calendar, nextDay(first, n)).map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) }));
    for (const span of without(joined(spans), breaks)) sum += span.to - span.from;
  }
  return Math.floor(sum / MINUTE);
}

/** The instant at which the clock has run so many minutes; null while a pause lasts before that, or when there are no hours. */
export function dueAt(calendar: Calendar, start: number, minutes: number, pauses: readonly Pause[] = []): number | null {
  const breaks = endless(pauses);
  let left = minutes * MINUTE;
  const first = dayOf(start);
  for (let n = 0; n < MOST_DAYS; n++) {
    const spans = hoursOf(calendar, nextDay(first, n)).map((span) => ({ from: Math.max(span.from, start), to: span.to }));
    for (const span of without(joined(spans), breaks)) {
      if (span.to - span.from >= left) return span.from + left;
      left -= span.to - span.from;
    }
  }
  return null;
}

/** The pauses that a history of states gives, in its order: from a state in which the clock stands to the next in which it runs. */
export function pausesOf(history: readonly { at: number; running: boolean }[]): Pause[] {
  const pauses: Pause[] = [];
  let since: number | null = null;
  for (const { at, running } of history) {
    if (!running) since ??= at;
    else if (since !== null) {
      pauses.push({ from: since, to: at });
      since = null;
    }
  }
  return since === null ? pauses : [...pauses, { from: since, to: null }];
}

/** The last day (`yyyy-MM-dd`) on which something is in time that came on a day and has so many days, of the week or working days. */
export function lastDay(calendar: Calendar, received: string, days: number, working: boolean): string {
  if (!working) return nextDay(received, days);
  let day = received;
  for (let left = days, n = 0; left > 0 && n < MOST_DAYS; n++) {
    day = nextDay(day);
    if (hoursOf(calendar, day).length > 0) left--;
  }
  return day;
}

/** What is wrong with the hours of a week; null when nothing is. */
export function hoursProblem(hours: readonly Shift[]): string | null {
  if (hours.length === 0) return '请至少设置一个服务时段';
  if (hours.some(({ from, to }) => minutesOf(from) >= minutesOf(to))) return '服务时段的结束时间应晚于开始时间';
  const byDay = Map.groupBy(hours, ({ day }) => day);
  for (const shifts of byDay.values()) {
    const inOrder = shifts.toSorted((a, b) => minutesOf(a.from) - minutesOf(b.from));
    if (inOrder.some(({ from }, at) => at > 0 && minutesOf(from) < minutesOf(inOrder[at - 1]!.to))) return '同一天的服务时段不能重叠';
  }
  return null;
}

/** Minutes of the shortest day of the week that has hours: what a target of one day means. */
export const minutesOfDay = (hours: readonly Shift[]): number => {
  const sums = [...Map.groupBy(hours, ({ day }) => day).values()].map((shifts) =>
    shifts.reduce((sum, { from, to }) => sum + minutesOf(to) - minutesOf(from), 0),
  );
  return sums.length === 0 ? 0 : Math.min(...sums);
};
