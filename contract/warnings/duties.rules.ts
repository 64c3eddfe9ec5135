/** Shifts as houses have them, and the hours for which nobody is on duty. Pure; times are Shanghai's `yyyy-MM-dd HH:mm:ss`. */

/** Offered with one press; any other hours can be typed. One that does not end later than it begins ends on the next day. */
export const usualShifts = [
  { name: '白班', from: '07:00', to: '15:00' },
  { name: '中班', from: '15:00', to: '23:00' },
  { name: '夜班', from: '23:00', to: '07:00' },
  { name: '长白', from: '08:00', to: '20:00' },
  { name: '长夜', from: '20:00', to: '08:00' },
] as const;

export interface Shift {
  readonly startTime: string;
  readonly endTime: string;
}

const DAY_MINUTES = 1440;
/** Minutes after the beginning of `day`, at most one day before or after it. */
export function minuteOf(time: string, day: string): number {
  const minutes = Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));
  const date = time.slice(0, 10);
  return date < day ? 0 : date > day ? DAY_MINUTES : minutes;
}
/** `HH:mm` of a minute of a day, `24:00` for its end. */
export const clockOf = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The parts of a day (`yyyy-MM-dd`) in which none of the shifts runs: `[['00:00', '07:00']]`, up to `24:00`. */
export function uncovered(shifts: readonly Shift[], day: string): [from: string, to: string][] {
  const parts: [string, string][] = [];
  let covered = 0;
  const spans = shifts
    .map(({ startTime, endTime }) => [minuteOf(startTime, day), minuteOf(endTime, day)] as const)
    .filter(([from, to]) => to > from)
    .toSorted((a, b) => a[0] - b[0]);
  for (const [from, to] of spans) {
    if (from > covered) parts.push([clockOf(covered), clockOf(from)]);
    covered = Math.max(covered, to);
  }
  if (covered < DAY_MINUTES) parts.push([clockOf(covered), clockOf(DAY_MINUTES)]);
  return parts;
}

/** The spans between two moments in which none of the shifts runs, in their order; all times are `yyyy-MM-dd HH:mm:ss`. */
export function uncoveredBetween(shifts: readonly Shift[], from: string, to: string): Shift[] {
  const gaps: Shift[] = [];
  let covered = from;
  for (const { startTime, endTime } of shifts.toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))) {
    if (startTime >= to) break;
    if (startTime > covered) gaps.push({ startTime: covered, endTime: startTime });
    if (endTime > covered) covered = endTime;
  }
  if (covered < to) gaps.push({ startTime: covered, endTime: to });
  return gaps;
}
