/** When family may come, the code of a booking, and what is asked of health. Pure; days are `yyyy-MM-dd`, times of day `HH:mm`. */
import { clockOf, dayOf, instantOf, nextDay, weekdayOf } from '../time.ts';

/** Without letters and digits that are read for each other. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const CODE_LENGTH = 6;

/** A new code; `below` gives a random whole number from 0 to below its argument. */
export const newCode = (below: (most: number) => number): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[below(CODE_ALPHABET.length)]).join('');

const CODE = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`);

/** The code that was typed or scanned, in any case and with spaces; null when it is none. */
export function codeOf(typed: string): string | null {
  const code = typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  return CODE.test(code) ? code : null;
}

export const weekdayLabels = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const;
/** `周一`, of a day. */
export const weekdayText = (day: string): string => weekdayLabels[weekdayOf(instantOf(day))] as string;

export interface Slot {
  weekdays: readonly number[];
  startClock: string;
  endClock: string;
  /** Null: for the whole house. */
  building: string | null;
}

/** Whether a slot is held on a day, and not over yet at `now` (epoch ms). */
export function heldOn({ weekdays, endClock }: Slot, day: string, closedDays: readonly string[], now: number): boolean {
  if (closedDays.includes(day) || !weekdays.includes(weekdayOf(instantOf(day)))) return false;
  const today = dayOf(now);
  return day > today || (day === today && endClock > clockOf(now));
}

/** The days that can be booked at `now` (epoch ms): today and so many after it. */
export const bookableDays = (now: number, ahead: number): string[] =>
  Array.from({ length: ahead + 1 }, (_, days) => nextDay(dayOf(now), days));

/** Whether two slots are for the same house or building and meet on a weekday. */
export const overlaps = (a: Slot, b: Slot): boolean =>
  (a.building === null || b.building === null || a.building === b.building) &&
  a.weekdays.some((weekday) => b.weekdays.includes(weekday)) &&
  a.startClock < b.endClock &&
  b.startClock < a.endClock;

/** `周一至周五`, `周二、周四、周日`; weeks begin on Monday. */
export function weekdaysText(weekdays: readonly number[]): string {
  const days = [1, 2, 3, 4, 5, 6, 0].filter((day) => weekdays.includes(day));
  if (days.length === 7) return '每天';
  const places = days.map((day) => (day + 6) % 7);
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const runs = last - first === places.length - 1;
  const named = days.map((day) => weekdayLabels[day]);
  return runs && days.length > 2 ? `${named[0]}至${named.at(-1)}` : named.join('、');
}

export interface HealthAnswer {
  text: string;
  answer: boolean;
  /** The answer with which no visitor is let in. */
  blocks: boolean;
}

/** From here on it is a fever, in degrees. */
export const FEVER = 37.3;

/** Whether answers or the temperature keep a visitor out. */
export const isBlocked = (answers: readonly HealthAnswer[], temperature: number | null): boolean =>
  answers.some(({ answer, blocks }) => answer === blocks) || (temperature !== null && temperature >= FEVER);
