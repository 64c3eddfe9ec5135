/** Restraints as their parts take them. */
import { dueOf, dueTexts } from '#contract/care/restraint-commands.rules.ts';
import { restraints } from '#contract/care/restraints.ts';
import type { Output } from '#contract/http.ts';
import type { RowOf } from '#web/ui/data-table.tsx';

export type RestraintRow = RowOf<typeof restraints.page>;
export type RestraintDetail = Output<typeof restraints.get>;
/** What shows anything else once a restraint has changed. */
export const restraintChanges = [restraints.page, restraints.get, restraints.statistics];
export const restraintAddress = (id: number) => `/care/restraint/detail?id=${id}`;

/** `应观察`, once it is due at `now`; null before that. */
export const dueText = (row: RestraintRow, now: number): string | null => {
  const due = dueOf(row, now);
  return due === null || due.at > now ? null : dueTexts[due.what];
};
