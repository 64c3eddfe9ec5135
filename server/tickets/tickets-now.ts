/** Tickets of 现在: one's own that are due within two hours or were not accepted yet, and those without an owner, for who may assign them. */
import { sql } from 'kysely';
import { ticketPriorities, ticketStates } from '#contract/tickets/tickets.rules.ts';
import { tickets } from '#contract/tickets/tickets.ts';
import { HOUR, isoOf } from '#contract/time.ts';
import { firstOf, mayDo, severityByDue, type NowFound, type NowSource } from '../lists/now-sources.ts';

const SOON = 2 * HOUR;

export const ticketsNow: NowSource = {
  kind: 'ticket',
  may: mayDo(tickets.accept.access),
  query: ({ session: { tenantId, userId, permissions }, now }) => {
    const unowned = permissions.has(tickets.assign.access) ? sql`t.owner_id is null or` : sql``;
    return sql<NowFound>`
    select f.id, ${severityByDue(sql`f.due`, sql`${isoOf(now)}::timestamptz`)} as severity, 2 as phase,
      coalesce(t.asker_name, t.person_name, '') as name, t.title as text, t.number || ' ' || (array[${sql.join(
        Object.values(ticketPriorities).map((label) => sql.lit(label)),
      )}])[t.priority] as note, t.person_id as "personId", null::text as place, null::bigint as link, false as mark, f.since, f.due, f.total
    from ${firstOf(
      sql`select t.id, t.created_at as since, t.due_at as due from tickets t where t.tenant_id = ${tenantId} and not t.ended
        and t.state in (${sql.lit(ticketStates.new)}, ${sql.lit(ticketStates.working)}) and (${unowned} t.owner_id = ${userId}
          and (t.state = ${sql.lit(ticketStates.new)} or t.due_at <= ${isoOf(now + SOON)}))`,
      'due, since, id',
    )} f join tickets t on t.tenant_id = ${tenantId} and t.id = f.id`;
  },
};
