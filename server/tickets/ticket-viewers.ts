/** Who has a ticket open, and who is writing: rows that are true for some seconds, told when they change. */
import { sql } from 'kysely';
import { PRESENT_MS } from '#contract/tickets/tickets.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Context } from '../context.ts';

const presentSince = (now: number) => isoOf(now - PRESENT_MS);

/** The others who look at a ticket now. */
export const viewersOf = ({ tx, deps, session }: Context, id: number) =>
  tx.rows<{ userId: number; userName: string; typing: boolean }>(sql`
    select user_id as "userId", user_name as "userName", typing from ticket_viewers where tenant_id = ${tx.tenantId} and ticket_id = ${id}
      and user_id <> ${session.userId} and seen_at > ${presentSince(deps.now())} order by user_name limit 20`);

/** Notes that the caller looks, writes or has left. The others are told only of what is new to them. */
export async function signPresence(
  { tx, deps, session, emit }: Context,
  { id, typing, leaving }: { id: number; typing: boolean; leaving: boolean },
): Promise<true> {
  const now = deps.now();
  const gone = sql<{ user_id: number }>`delete from ticket_viewers where tenant_id = ${tx.tenantId} and ticket_id = ${id}
    and (seen_at <= ${presentSince(now)} or (${leaving} and user_id = ${session.userId})) returning user_id`;
  const left = await tx.rows(gone);
  if (leaving) {
    if (left.length > 0) await emit('ticket.viewed', { ticketId: id });
    return true;
  }
  const before = await tx.row<{ typing: boolean }>(sql`
    select typing from ticket_viewers where tenant_id = ${tx.tenantId} and ticket_id = ${id} and user_id = ${session.userId}`);
  await tx.run(sql`
    insert into ticket_viewers (tenant_id, ticket_id, user_id, user_name, typing, seen_at)
    values (${tx.tenantId}, ${id}, ${session.userId}, ${session.name}, ${typing}, ${isoOf(now)})
    on conflict (tenant_id, ticket_id, user_id) do update set typing = excluded.typing, seen_at = excluded.seen_at`);
  if (before?.typing !== typing) await emit('ticket.viewed', { ticketId: id });
  return true;
}
