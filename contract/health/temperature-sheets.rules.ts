/** The arithmetic of a temperature sheet: seven days of six columns, and what goes into each. Pure. */
import { AHEAD, DAY, HOUR } from '../time.ts';

export const SHEET_DAYS = 7;
/** Hours over the columns of a day. */
export const SHEET_HOURS = [2, 6, 10, 14, 18, 22] as const;
export const SLOTS = SHEET_DAYS * SHEET_HOURS.length;

/** The Monday of a day's week, both `yyyy-MM-dd`. */
export function mondayOf(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return new Date(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY).toISOString().slice(0, 10);
}

/**
 * The column of a moment (epoch ms) in the sheet that begins on `first`; null outside of
 * it. A column has the two hours before and after its own.
 */
export function slotOf(at: number, first: string): number | null {
  const slot = Math.floor((at - (Date.parse(`${first}T00:00:00Z`) - AHEAD)) / (4 * HOUR));
  return slot >= 0 && slot < SLOTS ? slot : null;
}

export interface SheetValue {
  metric: string;
  /** Epoch ms. */
  at: number;
  value: number;
  manner: number | null;
  manual: boolean;
}

export interface SheetPoint {
  slot: number;
  value: number;
  manner: number | null;
  manual: boolean;
}

/** One value for a column: what staff measured before what a device sent, the one nearest to the column's hour. */
export function pointsOf(values: readonly SheetValue[], metric: string, first: string): SheetPoint[] {
  const best = new Map<number, SheetValue>();
  const away = (slot: number, at: number) => Math.abs(at - (Date.parse(`${first}T00:00:00Z`) - AHEAD + slot * 4 * HOUR + 2 * HOUR));
  for (const value of values) {
    if (value.metric !== metric) continue;
    const slot = slotOf(value.at, first);
    if (slot === null) continue;
    const known = best.get(slot);
    if (!known || (value.manual && !known.manual) || (value.manual === known.manual && away(slot, value.at) < away(slot, known.at)))
      best.set(slot, value);
  }
  return [...best].sort(([a], [b]) => a - b).map(([slot, { value, manner, manual }]) => ({ slot, value, manner, manual }));
}

/** Values of a day in the order of time, for the rows below the curves. */
export function dailyOf(values: readonly SheetValue[], metric: string, first: string): SheetValue[][] {
  const days: SheetValue[][] = Array.from({ length: SHEET_DAYS }, () => []);
  for (const value of values.toSorted((a, b) => a.at - b.at)) {
    const slot = value.metric === metric ? slotOf(value.at, first) : null;
    if (slot !== null) days[Math.floor(slot / SHEET_HOURS.length)]?.push(value);
  }
  return days;
}

/** The printed scale: 34 to 42 degrees beside 20 to 180 beats, a degree as high as twenty beats. */
export const DEGREES = [34, 42] as const;
export const BEATS = [20, 180] as const;
/** Where a value stands in a band of the sheet, 0 at the bottom to 1 at the top; what lies outside is drawn on the edge. */
export const heightOf = (value: number, [least, most]: readonly [number, number]): number =>
  (Math.min(most, Math.max(least, value)) - least) / (most - least);
