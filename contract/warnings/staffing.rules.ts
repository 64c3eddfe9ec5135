/** How many carers a house needs for the people in it, and when its roster falls short. Pure; times are Shanghai's `yyyy-MM-dd HH:mm:ss`. */
import { CLOCK } from '../time.ts';
import { minuteOf, clockOf, type Shift } from './duties.rules.ts';

/** People for one carer, by the values 0 to 4 of the dictionary `anergy`. The standard for nights is not known: it is empty. */
export const DEFAULT_RATIOS = '15,10,6,3,3';
export const DEFAULT_DAY_HOURS = '07:00-21:00';

/** Gives the numbers of a setting: people for one carer by level, 0 for a level that needs none; null when the text says something else. */
export function ratiosOf(text: string): number[] | null {
  const numbers = text.split(/[,，]/).map((part) => part.trim());
  return numbers.length === 5 && numbers.every((part) => /^\d{1,3}$/.test(part)) ? numbers.map(Number) : null;
}

/** Gives the hours of a setting as `[from, to]`, on one day; null when the text says something else. */
export function hoursOf(text: string): [from: string, to: string] | null {
  const [from = '', to = '', ...more] = text.split('-').map((part) => part.trim());
  return more.length === 0 && CLOCK.test(from) && CLOCK.test(to) && from < to ? [from, to] : null;
}

/** Why a setting of ratios is refused; null when it is not. Empty: nothing is compared. */
export const ratiosProblem = (text: string) =>
  text === '' || ratiosOf(text) ? null : '请填写5个0到999的整数，用逗号分隔，如15,10,6,3,3；留空则不核对';
/** Why a setting of hours is refused; null when it is not. */
export const hoursProblem = (text: string) => (hoursOf(text) ? null : '请填写同一天的起止时刻，如07:00-21:00');

/** People of each level and for how many of them one carer is there: gives whole carers. The shares are added before they are rounded up. */
export function carersNeeded(levels: readonly { people: number; ratio: number }[]): number {
  const shares = levels.reduce((sum, { people, ratio }) => sum + (ratio > 0 ? people / ratio : 0), 0);
  // A sum such as 1/3 + 2/3 must not become a second carer.
  return Math.max(0, Math.ceil(shares - 1e-9));
}

export interface Shortage {
  from: string;
  to: string;
  lacking: number;
}

/** The parts of a day (`yyyy-MM-dd`), within hours `HH:mm` up to `24:00`, in which fewer than `needed` of the shifts run. */
export function shortages(shifts: readonly Shift[], day: string, [from, to]: readonly [string, string], needed: number): Shortage[] {
  const at = (clock: string) => minuteOf(`${day} ${clock}`, day);
  const spans = shifts.map(({ startTime, endTime }) => [minuteOf(startTime, day), minuteOf(endTime, day)] as const);
  const [first, last] = [at(from), at(to)];
  const between = spans.flat().filter((edge) => edge > first && edge < last);
  const edges = [...new Set([first, ...between, last])].toSorted((a, b) => a - b);
  const parts: Shortage[] = [];
  for (const [index, start] of edges.slice(0, -1).entries()) {
    const lacking = needed - spans.filter(([begin, end]) => begin <= start && end > start).length;
    const before = parts.at(-1);
    const until = clockOf(edges[index + 1]!);
    if (lacking > 0 && before?.lacking === lacking && before.to === clockOf(start)) before.to = until;
    else if (lacking > 0) parts.push({ from: clockOf(start), to: until, lacking });
  }
  return parts;
}

/** Shifts without the hours of leaves, each of one member of staff: what is left of them. */
export function withoutLeaves(shifts: readonly Shift[], leaves: readonly Shift[]): Shift[] {
  return leaves.reduce<Shift[]>(
    (left, leave) =>
      left.flatMap((shift) =>
        [
          { startTime: shift.startTime, endTime: shift.endTime < leave.startTime ? shift.endTime : leave.startTime },
          { startTime: shift.startTime > leave.endTime ? shift.startTime : leave.endTime, endTime: shift.endTime },
        ].filter(({ startTime, endTime }) => startTime < endTime),
      ),
    [...shifts],
  );
}

/** What the institution needs: hours of the day, and carers by day and by night (null: not checked). */
export interface CareNeed {
  dayFrom: string;
  dayTo: string;
  needed: number | null;
  neededAtNight: number | null;
}

/** The shortages of carers on a day, by night and by day, in their order. */
export function shortOn(day: string, shifts: readonly Shift[], { dayFrom, dayTo, needed, neededAtNight }: CareNeed): Shortage[] {
  return (
    [
      ['00:00', dayFrom, neededAtNight],
      [dayFrom, dayTo, needed],
      [dayTo, '24:00', neededAtNight],
    ] as const
  ).flatMap(([from, to, carers]) => (carers === null || from === to ? [] : shortages(shifts, day, [from, to], carers)));
}
