/** Hours of the week. Pure; moments are epoch ms. */
import { AHEAD, DAY, MINUTE } from './time.ts';

/** Days are 1 Monday … 7 Sunday, none meaning all; `to` before `from` ends on the next day. Times are Shanghai's `HH:mm`. */
export interface TimeWindow {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** Minutes of the day. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Minutes from `at` to the end of a window; 0: it does not lie in it. A window over midnight belongs to the day it begins on. */
function minutesLeft({ days, from, to }: TimeWindow, at: number): number {
  const local = at + AHEAD;
  const minute = Math.floor((local % DAY) / MINUTE);
  // 1970-01-01 was a Thursday.
  const today = ((Math.floor(local / DAY) + 3) % 7) + 1;
  const yesterday = today === 1 ? 7 : today - 1;
  const on = (day: number) => days.length === 0 || days.includes(day);
  const [start, end] = [minutesOf(from), minutesOf(to)];
  if (start < end) return on(today) && minute >= start && minute < end ? end - minute : 0;
  if (on(today) && minute >= start) return end + 1440 - minute;
  return on(yesterday) && minute < end ? end - minute : 0;
}

/** Whether a moment lies in one of the windows; no windows: always. */
export const inWindows = (windows: readonly TimeWindow[], at: number): boolean =>
  windows.length === 0 || windows.some((window) => minutesLeft(window, at) > 0);

/** Of windows that never end. */
const LONGEST = 7 * DAY;

/** When the windows around `at` end, those that follow on without a gap included; null: it lies in none. After a week they end anyway. */
export function endOfWindows(windows: readonly TimeWindow[], at: number): number | null {
  let end = Math.floor(at / MINUTE) * MINUTE;
  const first = end;
  for (;;) {
    const left = Math.max(0, ...windows.map((window) => minutesLeft(window, end)));
    if (left === 0) return end === first ? null : end;
    end += left * MINUTE;
    if (end - at >= LONGEST) return at + LONGEST;
  }
}
