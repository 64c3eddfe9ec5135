/** Shift handovers: written and signed by the outgoing nurse, read and signed by the one who takes over. */
import { HOUR } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import {
  closedHandover,
  decideHandover,
  handoverParts,
  handoverStates,
  type HandoverChange,
  type HandoverCommand,
  type HandoverText,
  type Receiver,
} from '#contract/handovers/handover-commands.rules.ts';
import { draftOf } from '#contract/handovers/handover-drafts.rules.ts';
import { handovers as routes, type Handover } from '#contract/handovers/handovers.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { apply, applyTo, openFor, type Machine } from '../db/transitions.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { containing } from '../lists/like.ts';
import { reads, equals, from, type ListOf } from '../lists/crud.ts';
import { sendMessage } from '../messages/messages.ts';
import { shiftFacts, shiftOf } from './handover-facts.ts';

const NOUN = '交接班记录';
const CHANGED = '交接班记录已被修改，请刷新后重试';
/** A shift that is on no roster. */
const USUAL = 8 * HOUR;
/** Longer is no shift. */
const MOST_HOURS = 36;

const list: ListOf<typeof routes.page, 'shift_handovers'> = {
  table: 'shift_handovers',
  noun: NOUN,
  // A draft is its author's alone.
  scope: (eb, session) => eb.or([eb('state', '>', handoverStates.draft), eb('author_id', '=', session.userId)]),
  columns: {
    id: 'id',
    state: 'state',
    startTime: 'starts_at',
    endTime: 'ends_at',
    authorId: 'author_id',
    authorName: 'author_name',
    receiverId: 'receiver_id',
    receiverName: 'receiver_name',
    signTime: 'signed_at',
    receiveTime: 'received_at',
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    userName: (eb, value) =>
      eb.or([eb('author_name', 'like', containing(String(value))), eb('receiver_name', 'like', containing(String(value)))]),
    state: equals('state'),
    startDate: from('starts_at'),
    endDate: (eb, value) => eb('starts_at', '<=', `${value} 23:59:59.999999`),
  },
  sorts: { start_time: 'starts_at', sign_time: 'signed_at' },
  order: 'starts_at',
};

/** A handover that the session may see: a draft is its author's alone. Throws 404. */
async function lock({ tx, session }: Context, id: number) {
  const row = await tx.row(
    db.selectFrom('shift_handovers').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate(),
  );
  if (!row || (row.state === handoverStates.draft && row.author_id !== session.userId)) throw notFound(NOUN);
  return row;
}
type Row = Awaited<ReturnType<typeof lock>>;

async function readHandover({ tx, session }: Context, id: number): Promise<z.input<typeof Handover>> {
  const [row, notes] = await Promise.all([
    tx.row(db.selectFrom('shift_handovers').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id)),
    tx.rows<{ id: number; text: string; userName: string; createTime: string }>(sql`
      select id, text, user_name as "userName", created_at as "createTime" from shift_handover_remarks
      where tenant_id = ${tx.tenantId} and handover_id = ${id} order by id limit 500`),
  ]);
  if (!row || (row.state === handoverStates.draft && row.author_id !== session.userId)) throw notFound(NOUN);
  const text = Object.fromEntries(handoverParts.map((part) => [part, row[part]])) as HandoverText;
  return {
    id: row.id,
    state: row.state,
    startTime: row.starts_at,
    endTime: row.ends_at,
    authorId: row.author_id,
    authorName: row.author_name,
    receiverId: row.receiver_id,
    receiverName: row.receiver_name,
    signTime: row.signed_at,
    receiveTime: row.received_at,
    version: row.version,
    createTime: row.created_at,
    ...text,
    notes,
  };
}

/** Tells the picked one that it waits; an open one stands in 现在 of all who may take over. */
async function tellWaiting({ tx, deps }: Context, { id, author_name, receiver_id, starts_at, ends_at }: Row): Promise<void> {
  if (receiver_id === null) return;
  await sendMessage(tx, deps, {
    recipientId: receiver_id,
    kind: 'handover',
    title: `${author_name}的交接等待您接班`,
    text: `${starts_at.slice(5, 16)} 至 ${ends_at.slice(5, 16)}`,
    link: `/handover/detail?id=${id}`,
  });
}

const handover: Machine<Context, Row, HandoverCommand, HandoverChange> = {
  table: 'shift_handovers',
  read: lock,
  fresh: (context, { id }) => readHandover(context, id),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedHandover,
  decide: decideHandover,
  columns: (_context, _row, { set }) => set,
  follow: async () => {},
  async record(context, row, { action }) {
    if (action === 'sign') await tellWaiting(context, row);
    await context.emit('handover.changed', { handoverId: row.id });
  },
};

const command =
  (action: 'sign' | 'recall') =>
  ({ id, version }: { id: number; version: number }, context: Context): Promise<true> =>
    apply(handover, context, { id, version }, { action, by: context.session.userId });

async function receiverOf(tx: Tx, id: number | null): Promise<Receiver | null> {
  if (id === null) return null;
  const user = await tx.row<Receiver>(sql`
    select id, name from users where tenant_id = ${tx.tenantId} and id = ${id} and status = 0 and deleted_at is null`);
  if (!user) throw refused('人员不存在或已停用');
  return user;
}

function needSpan(startTime: string, endTime: string): void {
  if (startTime >= endTime) throw invalid('班次的结束时间应晚于开始时间');
  if (Date.parse(endTime) - Date.parse(startTime) > MOST_HOURS * HOUR) throw invalid(`一个班次最长${MOST_HOURS}小时`);
}

export const handovers: Handlers<typeof routes> = {
  page: reads(list).page,

  get: ({ id }, context) => readHandover(context, id),

  async draft({ startTime, endTime }, context) {
    needSpan(startTime, endTime);
    return draftOf(await shiftFacts(context, startTime, endTime));
  },

  async create(_input, context) {
    const { tx, deps, session } = context;
    const own = () =>
      tx.row<{ id: number }>(sql`
        select id from shift_handovers where tenant_id = ${tx.tenantId} and author_id = ${session.userId}
          and state = ${sql.lit(handoverStates.draft)}`);
    const known = await own();
    if (known) return known.id;
    const { startTime, endTime } = await shiftOf(context, session.userId, deps.now(), USUAL);
    const text = draftOf(await shiftFacts(context, startTime, endTime));
    const made = await tx.row(
      db
        .insertInto('shift_handovers')
        .values({
          tenant_id: tx.tenantId,
          author_id: session.userId,
          author_name: session.name,
          starts_at: startTime,
          ends_at: endTime,
          ...text,
        })
        .onConflict((on) => on.doNothing())
        .returning('id'),
    );
    // Pressed twice at once: the other one has made it.
    return (made ?? (await own()))!.id;
  },

  async update({ id, version, startTime, endTime, receiverId, ...given }, context) {
    const row = await openFor(handover, context, { id, version }, 'edit');
    const [starts_at, ends_at] = [startTime ?? row.starts_at, endTime ?? row.ends_at];
    needSpan(starts_at, ends_at);
    const receiver = await receiverOf(context.tx, receiverId === undefined ? row.receiver_id : receiverId);
    const text = Object.fromEntries(handoverParts.map((part) => [part, given[part] ?? row[part]])) as HandoverText;
    return applyTo(handover, context, row, { action: 'edit', by: context.session.userId, text, receiver, starts_at, ends_at });
  },

  async remove({ id }, context) {
    const row = await lock(context, id);
    const closed = closedHandover(row, 'delete');
    if (closed !== null) throw conflict(closed, await readHandover(context, id));
    await context.tx.run(sql`delete from shift_handovers where tenant_id = ${context.tx.tenantId} and id = ${id}`);
    await context.emit('handover.changed', { handoverId: id });
    return true;
  },

  sign: command('sign'),
  recall: command('recall'),

  receive: ({ id, version }, context) =>
    apply(handover, context, { id, version }, { action: 'receive', by: context.session.userId, name: context.session.name }),

  async note({ id, text }, context) {
    const { tx, session } = context;
    const row = await lock(context, id);
    if (row.state === handoverStates.draft) throw refused('草稿请直接修改，签名后才能补充备注');
    await tx.run(
      db.insertInto('shift_handover_remarks').values({
        tenant_id: tx.tenantId,
        handover_id: id,
        text,
        user_id: session.userId,
        user_name: session.name,
      }),
    );
    await context.emit('handover.changed', { handoverId: id });
    return true;
  },
};
