/** Restraints as their parts take them. */
import { dueTexts, nextDue, type Due } from '#contract/care/restraint-commands.rules.ts';
import { restraints } from '#contract/care/restraints.ts';
import type { Output } from '#contract/http.ts';
import type { RowOf } from '#web/ui/data-table.tsx';

export type RestraintRow = RowOf<typeof restraints.page>;
export type RestraintDetail = Output<typeof restraints.get>;
/** What shows anything else once a restraint has changed. */
export const restraintChanges = [restraints.page, restraints.get, restraints.statistics];
export const restraintAddress = (id: number) => `/care/restraint/detail?id=${id}`;

/** What is due next at `now` of a restraint as the wire has it. */
export const dueOf = (row: RestraintRow, now: number): Due | null =>
  nextDue(
    {
      state: row.state,
      hours: row.hours,
      look_minutes: row.lookMinutes,
      loosen_minutes: row.loosenMinutes,
      ordered_at: row.orderedTime,
      begun_at: row.beginTime,
      looked_at: row.lookTime,
      loosened_at: row.loosenTime,
    },
    now,
  );

/** `应观察`, once it is due at `now`; null before that. */
export const dueText = (row: RestraintRow, now: number): string | null => {
  const due = dueOf(row, now);
  return due === null || due.at > now ? null : dueTexts[due.what];
};

/** Options of labels whose keys are numbers, as numbers: what a radio sends. */
export const numbered = (labels: Readonly<Record<number, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value: Number(value), label }));
