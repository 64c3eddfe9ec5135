/** Tickets as staff work with them. */
import { sql } from 'kysely';
import { messageKinds, ticketStates } from '#contract/tickets/tickets.rules.ts';
import type { TicketCommand } from '#contract/tickets/ticket-commands.rules.ts';
import { tickets as routes } from '#contract/tickets/tickets.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { apply, applyTo, openFor, type Which } from '../db/transitions.ts';
import { explaining } from '../db/constraints.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { once } from '../http/idempotency.ts';
import { inOrder, pageOf } from '../lists/paging.ts';
import { exporting } from '../transfers/exports.ts';
import { keepCalendar } from './ticket-calendars.ts';
import { createTicket } from './ticket-creation.ts';
import { readTicket } from './ticket-details.ts';
import { candidates } from './ticket-groups.ts';
import { lockTicket, ticketMachine } from './ticket-machine.ts';
import { copyMessages, needFiles, say, type NamedFile } from './ticket-messages.ts';
import { isInTurn, listOfEnded, reachedTickets, ticketCounts, ticketList, type Search } from './ticket-rows.ts';
import { ticketSettingsOf } from './ticket-settings-rows.ts';
import { ticketSheet } from './tickets-sheet.ts';
import { personOf, sourceOf } from './ticket-sources.ts';
import { signPresence, viewersOf } from './ticket-viewers.ts';
import { tellUsers } from './ticket-notices.ts';

/** Throws 404 unless the session reaches all of these tickets. */
async function needReached({ tx, session }: Context, ...ids: number[]): Promise<void> {
  const found = await tx.rows(
    db
      .selectFrom('tickets')
      .select('id')
      .where('tenant_id', '=', tx.tenantId)
      .where('id', 'in', ids)
      .where((eb) => (reachedTickets(eb as never, session) ?? eb.lit(true)) as never),
  );
  if (found.length < new Set(ids).size) throw notFound('诉求');
}

/** Applies a command to a ticket that the session reaches. */
async function change(context: Context, which: Which, command: TicketCommand): Promise<true> {
  await needReached(context, which.id);
  return apply(ticketMachine, context, which, command);
}

const pageIn = (list: typeof ticketList) => async (input: Search & { current: number; size: number }, context: Context) => {
  const order = list.order(input);
  const matching = await list.matching(input, context);
  const inTurn = isInTurn(input, order, context.session) ? inOrder(matching, order) : matching;
  return pageOf(
    context,
    input,
    matching,
    (query) => inOrder(list.listed(query), order),
    order,
    (expected) => (expected === 'few' ? inTurn : matching),
  );
};
const open = listOfEnded(false);
const ended = listOfEnded(true);

const by = ({ session: { userId: id, name } }: Context) => ({ id, name });

/** The command that writes a message, and the message. */
async function write(
  context: Context,
  which: Which,
  command: TicketCommand,
  message: { kind: number; text: string; files: readonly NamedFile[] },
): Promise<true> {
  await needReached(context, which.id);
  const row = await openFor(ticketMachine, context, which, command.action);
  await needFiles(context.tx, message.files);
  return applyTo(ticketMachine, context, row, command, () => say(context, row.id, message));
}

async function staffOf({ tx }: Context, id: number | null): Promise<{ id: number; name: string } | null> {
  if (id === null) return null;
  const user = await tx.row<{ id: number; name: string }>(sql`
    select id, name from users where tenant_id = ${tx.tenantId} and id = ${id} and status = 0 and deleted_at is null`);
  if (!user) throw refused('人员不存在或已停用');
  return user;
}

async function groupOf({ tx }: Context, id: number | null): Promise<{ id: number; name: string } | null> {
  if (id === null) return null;
  const group = await tx.row<{ id: number; name: string }>(sql`
    select id, name from ticket_groups where tenant_id = ${tx.tenantId} and id = ${id}`);
  if (!group) throw refused('诉求小组不存在');
  return group;
}

export const tickets: Handlers<typeof routes> = {
  page: pageIn(open),
  history: pageIn(ended),
  ofPerson: pageIn(ticketList),
  export: exporting(routes.export, ticketSheet('诉求', open)),
  exportHistory: exporting(routes.exportHistory, ticketSheet('历史诉求', ended)),
  counts: (_, context) => ticketCounts(context),
  owners: ({ groupId }, { tx }) => candidates(tx, groupId ?? null),

  async get({ id }, context) {
    await needReached(context, id);
    return readTicket(context.tx, id, context.session.userId);
  },

  create: (input, context) =>
    once(context, routes.create, input, async () => {
      const { text, files, source, oldmanId, ownerId, groupId, ...form } = input;
      await needFiles(context.tx, files);
      const found = source ? await sourceOf(context, source) : null;
      const person = await personOf(context, oldmanId ?? found?.personId ?? null);
      const owner = await staffOf(context, ownerId);
      const group = await groupOf(context, groupId);
      const { id } = await createTicket(context, {
        ...form,
        person,
        owner,
        groupId: group?.id ?? null,
        source: { kind: source?.kind ?? 'staff', id: source?.id ?? null, text: found?.text ?? null },
      });
      // What the family told is what the family said; without one it is a note of staff.
      const asked = form.askerName !== null || form.askerPhone !== null;
      await say(context, id, { kind: asked ? messageKinds.asker : messageKinds.note, text, files });
      return id;
    }),

  accept: (which, context) => change(context, which, { action: 'accept', by: by(context) }),
  async assign({ ownerId, groupId, byLoad, ...which }, context) {
    const group = await groupOf(context, groupId);
    const least = byLoad ? (await candidates(context.tx, groupId, 1))[0] : undefined;
    if (byLoad && !least) throw refused('没有可分配的人员');
    const owner = least ? { id: least.userId, name: least.userName } : await staffOf(context, ownerId);
    return change(context, which, { action: 'assign', owner, group });
  },

  async answer({ text, files, wait, ...which }, context) {
    await write(context, which, { action: 'answer', by: by(context) }, { kind: messageKinds.reply, text, files });
    if (!wait) return true;
    const row = await lockTicket(context.tx, which.id);
    return row.state === ticketStates.waiting ? true : applyTo(ticketMachine, context, row, { action: 'wait' });
  },
  note: ({ id, text, files }, context) => write(context, { id }, { action: 'note' }, { kind: messageKinds.note, text, files }),
  wait: (which, context) => change(context, which, { action: 'wait' }),
  resume: (which, context) => change(context, which, { action: 'resume' }),
  solve: ({ result, ...which }, context) => change(context, which, { action: 'solve', by: by(context), result }),
  async reopen({ reason, ...which }, context) {
    const { reopenDays: days } = await ticketSettingsOf(context.tx);
    return change(context, which, { action: 'reopen', days, reason });
  },
  close: ({ reason, ...which }, context) => change(context, which, { action: 'close', reason }),
  update: ({ id, version, ...facts }, context) => change(context, { id, version }, { action: 'change', facts }),

  async merge({ into, ...which }, context) {
    const { tx } = context;
    await needReached(context, which.id, into);
    // In one order: two that are merged into each other at once do not wait for each other.
    for (const id of [which.id, into].toSorted((a, b) => a - b)) await lockTicket(tx, id);
    const { id, number, state } = await lockTicket(tx, into);
    return apply(ticketMachine, context, which, { action: 'merge', into: { id, number, state } });
  },

  async split({ title, messageIds, ...which }, context) {
    const { tx } = context;
    await needReached(context, which.id);
    await keepCalendar(tx);
    const row = await openFor(ticketMachine, context, which, 'split');
    const { id, number } = await createTicket(context, {
      title,
      type: row.type,
      priority: row.priority,
      source: { kind: row.source as 'staff', id: row.source_id, text: row.source_text },
      person: row.person_id === null ? null : { id: row.person_id, name: row.person_name ?? '' },
      personName: row.person_name,
      askerName: row.asker_name,
      askerPhone: row.asker_phone,
      relation: row.relation,
      about: row.about,
      owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name ?? '' },
      groupId: row.group_id,
      tags: row.tags,
      splitFrom: row.id,
    });
    const twice = { ticket_messages_tenant_id_copied_from_key: conflict('所选消息已拆分') };
    const copied = await explaining(twice, copyMessages(tx, row.id, messageIds, id));
    if (copied !== new Set(messageIds).size) throw refused('所选消息不属于该诉求');
    await applyTo(ticketMachine, context, row, { action: 'split', number });
    return id;
  },

  async link({ id, other, linked }, context) {
    const { tx } = context;
    if (id === other) throw refused('不能关联自己');
    await needReached(context, id, other);
    const [low, high] = [Math.min(id, other), Math.max(id, other)];
    await tx.run(
      linked
        ? sql`insert into ticket_links (tenant_id, ticket_id, other_id) values (${tx.tenantId}, ${low}, ${high}) on conflict do nothing`
        : sql`delete from ticket_links where tenant_id = ${tx.tenantId} and ticket_id = ${low} and other_id = ${high}`,
    );
    for (const ticketId of [low, high]) await context.emit('ticket.changed', { ticketId });
    return true;
  },

  async follow({ id, userId, follow }, context) {
    const { tx, session } = context;
    await needReached(context, id);
    const who = await staffOf(context, userId ?? session.userId);
    const changed = await tx.run(
      follow
        ? sql`insert into ticket_followers (tenant_id, ticket_id, user_id) values (${tx.tenantId}, ${id}, ${who!.id})
            on conflict do nothing`
        : sql`delete from ticket_followers where tenant_id = ${tx.tenantId} and ticket_id = ${id} and user_id = ${who!.id}`,
    );
    if (changed > 0 && follow) await tellUsers(context, await lockTicket(tx, id), '您被添加为诉求的关注人', [who!.id]);
    if (changed > 0) await context.emit('ticket.changed', { ticketId: id });
    return true;
  },

  async viewers({ id }, context) {
    await needReached(context, id);
    return viewersOf(context, id);
  },
  async sign(input, context) {
    await needReached(context, input.id);
    return signPresence(context, input);
  },
};
