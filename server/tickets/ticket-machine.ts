/** How a ticket changes: one machine for staff, families and the clock. */
import { sql } from 'kysely';
import { closedTicket, decideTicket, type TicketChange, type TicketCommand } from '#contract/tickets/ticket-commands.rules.ts';
import { messageKinds, ticketStates } from '#contract/tickets/tickets.rules.ts';
import { isoOf, textOf } from '#contract/time.ts';
import type { Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import type { Machine } from '../db/transitions.ts';
import { notFound } from '../errors.ts';
import { clockOf, dueColumns, duesAt, taken } from './ticket-clock.ts';
import { readTicket } from './ticket-details.ts';
import { say } from './ticket-messages.ts';
import { tellTicket, tellUsers, textAsker } from './ticket-notices.ts';

/** A row of the tenant, whose turn it is. Throws 404. */
export async function lockTicket(tx: Tx, id: number) {
  const row = await tx.row(db.selectFrom('tickets').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate());
  if (!row) throw notFound('诉求');
  return row;
}
export type TicketEntity = Awaited<ReturnType<typeof lockTicket>>;

export async function logTicket({ tx, deps, actor }: Work, id: number, action: string, state: number, note: string | null): Promise<void> {
  await tx.run(
    db.insertInto('ticket_logs').values({
      tenant_id: tx.tenantId,
      ticket_id: id,
      action,
      note,
      state,
      user_id: actor.userId,
      user_name: actor.name,
      created_at: isoOf(deps.now()),
    }),
  );
}

/** The columns of a change: what was decided, when it is due from now on, and how long it took. */
async function columns({ tx, deps }: Work, row: TicketEntity, { set }: TicketChange) {
  const now = deps.now();
  const next = { ...row, ...set };
  const clock = await clockOf(tx, row, next.state, now);
  const first = set.first_answered_at ? taken(clock, row, 'first', now) : null;
  const solved =
    set.solved_at === undefined ? null : set.solved_at === null ? { minutes: null, met: null } : taken(clock, row, 'solve', now);
  // A change comes with an instant, the row with the wire's spelling of one.
  const timed = { ...next, solved_at: set.solved_at ? textOf(now) : next.solved_at };
  return {
    ...set,
    ...dueColumns(duesAt(clock, timed, now), next.first_answered_at !== null),
    ...(first ? { first_minutes: first.minutes, first_met: first.met } : {}),
    ...(solved ? { solve_minutes: solved.minutes, solve_met: solved.met } : {}),
    updated_at: isoOf(now),
  };
}

/** All of a merged ticket goes on in the other one: who follows it, what is linked to it, what was merged into it before. */
async function follow({ tx }: Work, row: TicketEntity, { set }: TicketChange): Promise<void> {
  const into = set.merged_into;
  if (into === undefined || into === null) return;
  await tx.run(
    sql`update tickets set merged_into = ${into}, version = version + 1 where tenant_id = ${tx.tenantId} and merged_into = ${row.id}`,
  );
  await tx.run(sql`insert into ticket_followers (tenant_id, ticket_id, user_id) select tenant_id, ${into}, user_id from ticket_followers
    where tenant_id = ${tx.tenantId} and ticket_id = ${row.id} on conflict do nothing`);
  await tx.run(sql`insert into ticket_links (tenant_id, ticket_id, other_id)
    select tenant_id, least(${into}, o), greatest(${into}, o)
    from (select tenant_id, case when ticket_id = ${row.id} then other_id else ticket_id end as o from ticket_links
      where tenant_id = ${tx.tenantId} and (ticket_id = ${row.id} or other_id = ${row.id})) l
    where o <> ${into} on conflict do nothing`);
  // Who reads the other one sees new messages: what they write meanwhile is compared with it.
  await tx.run(sql`update tickets set version = version + 1 where tenant_id = ${tx.tenantId} and id = ${into}`);
}

/** What owner and followers hear of. */
const HEARD: Partial<Record<TicketChange['action'], string>> = {
  ask: '诉求人有新补充，请处理',
  note: '诉求有新的内部备注',
  reopen: '诉求已重新打开',
  rate: '诉求人已评价',
};

async function record(work: Work, row: TicketEntity, { action, set, note }: TicketChange): Promise<void> {
  const next = { ...row, ...set };
  await logTicket(work, row.id, action, next.state, note);
  if (action === 'assign') await tellUsers(work, next, '有诉求分配给您，请处理', [next.owner_id]);
  if (action === 'solve') {
    await say(work, row.id, { kind: messageKinds.reply, text: set.result!, files: [] });
    await textAsker(work, next, '已处理您的诉求');
  }
  if (action === 'answer') await textAsker(work, next, '已回复您的诉求');
  const heard = HEARD[action];
  if (heard) await tellTicket(work, next, heard);
  await work.emit('ticket.changed', { ticketId: row.id });
  if (next.state === ticketStates.merged) {
    await logTicket(work, next.merged_into!, 'merged', (await stateOf(work.tx, next.merged_into!)) ?? next.state, row.number);
    await work.emit('ticket.changed', { ticketId: next.merged_into! });
  }
}

const stateOf = async (tx: Tx, id: number) =>
  (await tx.row<{ state: number }>(sql`select state from tickets where tenant_id = ${tx.tenantId} and id = ${id}`))?.state;

const CHANGED = '诉求有新内容，请查看后再提交';

export const ticketMachine: Machine<Work, TicketEntity, TicketCommand, TicketChange> = {
  table: 'tickets',
  read: ({ tx }, id) => lockTicket(tx, id),
  fresh: ({ tx, actor }, { id }) => readTicket(tx, id, actor.userId),
  changed: () => CHANGED,
  taken: () => CHANGED,
  // Nobody deletes one.
  closed: (row, action) => (action === 'delete' ? null : closedTicket(row, action)),
  decide: decideTicket,
  columns,
  follow,
  record,
};
