/** 发送记录: who was told by which way, and why not. */
import { sql } from 'kysely';
import { messageDeliveries as routes } from '#contract/messages/message-deliveries.ts';
import { notFound } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { equals, from, reads, to, type ListOf } from '../lists/crud.ts';
import { containing } from '../lists/like.ts';
import { exporting, listOf } from '../transfers/exports.ts';
import { deliverySheet } from './message-deliveries-sheet.ts';

const list: ListOf<typeof routes.page, 'message_deliveries'> = {
  table: 'message_deliveries',
  noun: '发送记录',
  columns: {
    id: 'id',
    userName: () =>
      sql`(select u.name from users u where u.tenant_id = message_deliveries.tenant_id and u.id = message_deliveries.user_id)`,
    kind: 'kind',
    channel: 'channel',
    state: 'state',
    attempts: 'attempts',
    error: 'error',
    createTime: 'created_at',
    dueTime: 'due_at',
    sentTime: 'sent_at',
  },
  filters: {
    userName: (_eb, value) => sql`user_id in (select u.id from users u
      where u.tenant_id = message_deliveries.tenant_id and u.name like ${containing(value)})`,
    kind: equals('kind'),
    channel: equals('channel'),
    state: equals('state'),
    startTime: from('created_at'),
    endTime: to('created_at'),
  },
};

export const messageDeliveries: Handlers<typeof routes> = {
  page: reads(list).page,
  export: exporting(routes.export, deliverySheet(listOf(list))),

  async ofMessage({ id }, { tx, session }) {
    const own = await tx.row(sql`
      select 1 from messages where tenant_id = ${tx.tenantId} and id = ${id} and recipient_id = ${session.userId} and cleared_at is null`);
    if (!own) throw notFound('消息');
    return tx.rows<{
      id: number;
      kind: string;
      channel: 'sms' | 'email' | 'push';
      state: number;
      attempts: number;
      error: string | null;
      createTime: string;
      dueTime: string | null;
      sentTime: string | null;
    }>(sql`
      select id, kind, channel, state, attempts, error, created_at as "createTime", due_at as "dueTime", sent_at as "sentTime"
      from message_deliveries where tenant_id = ${tx.tenantId} and message_id = ${id} order by id`);
  },
};
