/** 留样: a sample is kept, then disposed of when its time is over. Pure. */
import { instantOf, isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';

export const foodSampleStates = { kept: 1, disposed: 2 } as const;
export const foodSampleStateLabels: Readonly<Record<number, string>> = { 1: '留样中', 2: '已销毁' };

export type FoodSampleCommand = { action: 'dispose'; by: string };

/** Why a sample cannot be disposed of at `now` (epoch ms); null when it can. `keepUntil` is ISO or Shanghai's text. */
export function closedFoodSample({ state, keepUntil }: { state: number; keepUntil: string }, now: number): string | null {
  if (state === foodSampleStates.disposed) return '该留样已销毁';
  const until = keepUntil.includes('T') ? Date.parse(keepUntil) : instantOf(keepUntil);
  return now < until ? '未到留样期限，不能销毁' : null;
}

export interface FoodSampleChange {
  set: { state: number; disposed_at: string; disposed_by: string };
}

/** What a command makes of a sample at `now` (epoch ms). */
export function decideFoodSample(
  row: { state: number; keepUntil: string },
  { by }: FoodSampleCommand,
  now: number,
): Decision<FoodSampleChange> {
  const refusal = closedFoodSample(row, now);
  if (refusal !== null) return { refusal, status: row.state === foodSampleStates.disposed ? 409 : 422 };
  return { change: { set: { state: foodSampleStates.disposed, disposed_at: isoOf(now), disposed_by: by } } };
}
