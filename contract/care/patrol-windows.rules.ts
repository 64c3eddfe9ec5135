/** When a floor should be walked through, and which rounds are missing. Pure; times are epoch ms, shifts those of care. */
import { DAY, HOUR, midnightOf } from '../time.ts';
import { CARE_SHIFT, careShiftAt, type CareSpan } from './care-times.rules.ts';
import type { CareSettings } from './care-settings.ts';

export type PatrolSettings = Pick<CareSettings, 'PATROL_DAY_HOURS' | 'PATROL_NIGHT_ROUNDS'>;

/** By their number in the day, from midnight on. */
export const shiftNames = ['夜班', '白班', '中班'] as const;
export const shiftClocks = ['00:00–08:00', '08:00–16:00', '16:00–24:00'] as const;
/** The shift at a moment: 0 to 2. */
export const shiftNumberAt = (at: number): number => Math.floor((at - midnightOf(at)) / CARE_SHIFT);

/** In each of these spans of the shift at `at` a round should begin: the night in equal parts, the day every so many hours. */
export function patrolWindows(at: number, settings: PatrolSettings): CareSpan[] {
  const { from, until } = careShiftAt(at);
  const night = shiftNumberAt(at) === 0;
  const step = night ? CARE_SHIFT / settings.PATROL_NIGHT_ROUNDS : settings.PATROL_DAY_HOURS * HOUR;
  if (!Number.isFinite(step) || step <= 0) return [];
  const windows: CareSpan[] = [];
  for (let begin = from; begin < until; begin += step) windows.push({ from: begin, until: Math.min(begin + step, until) });
  return windows;
}

/** The span of now in which a round should begin; null when none is asked for. */
export const patrolWindowAt = (at: number, settings: PatrolSettings): CareSpan | null =>
  patrolWindows(at, settings).find(({ from, until }) => from <= at && at < until) ?? null;

/** All spans that begin from `from` up to but not at `until`. */
export function windowsBetween(from: number, until: number, settings: PatrolSettings): CareSpan[] {
  const windows: CareSpan[] = [];
  for (let shift = careShiftAt(from).from; shift < until; shift += CARE_SHIFT) windows.push(...patrolWindows(shift, settings));
  return windows.filter((window) => window.from >= from && window.from < until);
}

/** The spans that are over at `now` and in which no round began. `begun`: when rounds of the floor began. */
export const missedWindows = (windows: readonly CareSpan[], begun: readonly number[], now: number): CareSpan[] =>
  windows.filter(({ from, until }) => until <= now && !begun.some((at) => from <= at && at < until));

export interface ShiftCoverage {
  /** Of `shiftNames`. */
  shift: number;
  expected: number;
  done: number;
  missed: CareSpan[];
}

/** Of the spans that are over at `now`, by shift: how many had a round, and those that had none. */
export function coverageOf(windows: readonly CareSpan[], begun: readonly number[], now: number): ShiftCoverage[] {
  const over = windows.filter(({ until }) => until <= now);
  const missed = missedWindows(over, begun, now);
  return shiftNames.map((_, shift) => {
    const ofShift = (spans: readonly CareSpan[]) => spans.filter(({ from }) => shiftNumberAt(from) === shift);
    const [all, gone] = [ofShift(over), ofShift(missed)];
    return { shift, expected: all.length, done: all.length - gone.length, missed: gone };
  });
}

/** The first and the last moment of a month `yyyy-MM`; the last is the first of the next one. */
export function monthSpan(month: string): CareSpan {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const first = (y: number, m: number) => midnightOf(Date.UTC(y, m, 1) + DAY / 2);
  return { from: first(year, number - 1), until: first(year, number) };
}
