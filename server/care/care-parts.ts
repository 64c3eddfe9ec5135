/** What plans and templates are made of, between the wire and their columns. */
import { ownTimes, timesProblem } from '#contract/care/care-times.rules.ts';
import type { z } from 'zod';
import type { Intervention } from '#contract/care/care-plans.ts';
import type { Tables } from '../db/tables.ts';
import { invalid } from '../errors.ts';

export type Care = z.output<typeof Intervention>;

/** Interventions as they are kept. Throws 400 with the first that has no possible times. */
export function checkedCare(interventions: readonly Care[]): Care[] {
  return interventions.map((one) => {
    const problem = timesProblem(one);
    if (problem !== null) throw invalid(`${one.name}：${problem}`);
    return ownTimes(one);
  });
}

type Row = Tables['care_interventions'];

/** The columns of an intervention beside its keys. */
export const careColumns = (one: Care) => ({
  name: one.name,
  kind: one.kind,
  mode: one.mode,
  clocks: [...one.clocks],
  every_hours: one.everyHours,
  window_start: one.windowStart,
  window_end: one.windowEnd,
  weekdays: [...one.weekdays],
  before_minutes: one.beforeMinutes,
  after_minutes: one.afterMinutes,
  minutes: one.minutes,
  two: one.two,
  unit: one.unit || null,
  instruction: one.instruction,
});
export type CareRow = { [K in keyof ReturnType<typeof careColumns>]: K extends keyof Row ? ReturnType<typeof careColumns>[K] : never };

/** An intervention of the wire, out of its columns. */
export const careOf = (row: CareRow): Care => ({
  name: row.name,
  kind: row.kind,
  mode: row.mode,
  clocks: row.clocks,
  everyHours: row.every_hours,
  windowStart: row.window_start,
  windowEnd: row.window_end,
  weekdays: row.weekdays,
  beforeMinutes: row.before_minutes,
  afterMinutes: row.after_minutes,
  minutes: row.minutes,
  two: row.two,
  unit: row.unit,
  instruction: row.instruction,
});
