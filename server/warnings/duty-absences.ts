/** The roster of members of staff who are on leave (`staff-leave`, which stands above this room and decides who is). */
import { sql, type RawBuilder } from 'kysely';
import type { Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';

/** Who writes takes turns: two shifts that overlap must not both find nothing. */
export const dutyTurns = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`duties:${tx.tenantId}`}, 0))`);

/** The approved leaves of a user that touch a span; each an expression. */
export const leavesWithin = (tenantId: number, userId: RawBuilder<unknown>, from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`select l.user_id, l.starts_at, l.ends_at, l.hand_to_id from staff_leaves l
    where l.tenant_id = ${tenantId} and l.user_id = ${userId} and l.state = 2 and l.starts_at < ${to} and l.ends_at > ${from}`;

export interface TakenShift {
  startTime: string;
  endTime: string;
}

/** Takes a member of staff off the roster from `from` to `to`; what of a shift lies outside stays. Gives what was taken. */
export async function takeOffRoster({ tx }: Work, userId: number, from: string, to: string): Promise<TakenShift[]> {
  await dutyTurns(tx);
  const shifts = await tx.rows<{ department_id: number | null; starts_at: string; ends_at: string }>(sql`
    delete from duties where tenant_id = ${tx.tenantId} and user_id = ${userId} and starts_at < ${to} and ends_at > ${from}
    returning department_id, starts_at, ends_at`);
  const kept = shifts.flatMap(({ department_id, starts_at, ends_at }) =>
    [
      { starts_at, ends_at: from },
      { starts_at: to, ends_at },
    ]
      .filter((part) => part.starts_at < part.ends_at)
      .map((part) => ({ tenant_id: tx.tenantId, user_id: userId, department_id, ...part })),
  );
  if (kept.length > 0) await tx.run(db.insertInto('duties').values(kept));
  return shifts
    .map(({ starts_at, ends_at }) => ({ startTime: starts_at > from ? starts_at : from, endTime: ends_at < to ? ends_at : to }))
    .sort((a, b) => (a.startTime < b.startTime ? -1 : 1));
}
