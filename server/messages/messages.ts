/** The message centre. Other areas tell people something with `sendMessage`, in the transaction that makes it true. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { messages as routes } from '#contract/messages/messages.ts';
import type { Context, Dependencies, Work } from '../context.ts';
import { contains, equals, matching, withColumns, type ListOf } from '../lists/crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { forbidden, notFound } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import type { AnyQuery } from '../lists/query.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import { exporting } from '../transfers/exports.ts';
import { sendMessages, type NewMessage } from './message-sending.ts';
import { messageSheet } from './messages-sheet.ts';

/** Writes a message in the tenant of `tx`; open pages of the recipient show it once the transaction commits. */
export const sendMessage = (tx: Tx, deps: Dependencies, { recipientId, ...message }: NewMessage): Promise<void> =>
  sendMessages(tx, deps, [recipientId], message);

/** The users in the tenant of `tx` who may do something: whom to tell that it waits. At most 50; visitors from above are not asked. */
export async function recipientsWith(tx: Tx, permission: string): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`
    select distinct u.id from users u join user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
      join role_menus rm on rm.tenant_id = ur.tenant_id and rm.role_id = ur.role_id
      join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
    where u.tenant_id = ${tx.tenantId} and u.status = 0 and u.deleted_at is null and not u.visiting
      and m.permission = ${permission} order by u.id limit 50`);
  return rows.map(({ id }) => id);
}

/** The same message to everybody who may do something in the tenant of `tx`. */
export async function tellThoseWith(
  tx: Tx,
  deps: Dependencies,
  permission: string,
  message: Omit<NewMessage, 'recipientId'>,
): Promise<void> {
  await sendMessages(tx, deps, await recipientsWith(tx, permission), message);
}

type Row = z.input<typeof routes.get.output>;

const list: ListOf<typeof routes.page, 'messages'> = {
  table: 'messages',
  noun: '消息',
  columns: {
    id: 'id',
    kind: 'kind',
    title: 'title',
    text: 'text',
    link: 'link',
    read: () => sql`read_at is not null`,
    readTime: 'read_at',
    createTime: 'created_at',
  },
  filters: {
    kind: equals('kind'),
    text: (eb, value) => eb.or([contains('title')(eb, value), contains('text')(eb, value)]),
  },
  scope: (eb, { userId }) => eb.and([eb('recipient_id', '=', userId), eb('cleared_at', 'is', null)]),
};

/** All of the caller's, or what is unread. */
const own = listFrom({
  matching({ b, kind, text }: Omit<SearchOf<typeof routes.page>, 'a'>, { session }) {
    const rows = matching(list, { kind, text }, session);
    return b === 'unread' ? rows.where('read_at', 'is', null) : rows;
  },
  listed: (query: AnyQuery) => withColumns<Row>(query, list.columns),
  order: (input) => orderOf(input, { create_time: 'created_at' }, 'created_at'),
});

/** A message belongs to its recipient alone: also an administrator reads only his own. */
function needOwn({ actor }: Work, recipient: number): void {
  if (recipient !== 0 && recipient !== actor.userId) throw forbidden('只能查看自己的消息');
}

/** Sets a time on the caller's own messages that have none yet, all or some. */
async function mark({ tx, actor, emit }: Context, column: 'read_at' | 'cleared_at', ids: readonly number[] | undefined): Promise<true> {
  const touched = await tx.run(
    db
      .updateTable('messages')
      .set({ [column]: sql`now()` })
      .where('tenant_id', '=', tx.tenantId)
      .where('recipient_id', '=', actor.userId)
      .where(column, 'is', null)
      .$if(ids !== undefined, (query) => query.where('id', 'in', ids?.length ? [...ids] : [0])),
  );
  if (touched > 0) await emit('message.changed', { userId: actor.userId });
  return true;
}

export const messages: Handlers<typeof routes> = {
  async page(input, context) {
    needOwn(context, input.a);
    const by = own.order(input);
    return pageOf(context, input, await own.matching(input, context), (query) => inOrder(own.listed(query), by), by);
  },
  export: exporting(routes.export, messageSheet(own)),
  async get({ a, b }, context) {
    needOwn(context, b);
    const row = await context.tx.row(withColumns<Row>(matching(list, {}, context.session).where('id', '=', a), list.columns));
    if (!row) throw notFound('消息');
    return row;
  },
  async unread(_input, { tx, session }) {
    const row = await tx.row<{ unread: number }>(sql`
      select count(*) as unread from messages
      where tenant_id = ${session.tenantId} and recipient_id = ${session.userId} and cleared_at is null and read_at is null`);
    return { unread: row?.unread ?? 0 };
  },
  read: ({ ids }, context) => mark(context, 'read_at', ids),
  clear: ({ ids }, context) => mark(context, 'cleared_at', ids),
};
