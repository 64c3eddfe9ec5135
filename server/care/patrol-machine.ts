/** What a command does to the row of a round. */
import { closedPatrol, decidePatrol, type Mark, type PatrolChange, type PatrolCommand } from '#contract/care/patrol-commands.rules.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import type { Machine } from '../db/transitions.ts';
import { readOne } from '../lists/crud.ts';
import { list, lockPatrol, NOUN, type PatrolRow } from './patrol-rows.ts';

/** Writes what a round says of residents. */
export async function writeMarks({ tx }: Pick<Context, 'tx'>, patrolId: number, marks: readonly Mark[]): Promise<void> {
  if (marks.length === 0) return;
  const rows = marks.map(({ personId, mark, note }) => ({ tenant_id: tx.tenantId, patrol_id: patrolId, person_id: personId, mark, note }));
  await tx.run(db.insertInto('patrol_marks').values(rows));
}

const CHANGED = `${NOUN}已被他人修改，请刷新后重试`;

/** The machine of rounds. */
export const patrol: Machine<Context, PatrolRow, PatrolCommand, PatrolChange> = {
  table: 'patrols',
  read: lockPatrol,
  fresh: (context, { id }) => readOne(list, id, context),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedPatrol,
  decide: decidePatrol,
  columns: (_context, _row, { set }) => set,
  follow: (context, { id }, { marks }) => writeMarks(context, id, marks),
  async record(context, { id }) {
    await context.emit('patrol.changed', { patrolId: id });
  },
};
