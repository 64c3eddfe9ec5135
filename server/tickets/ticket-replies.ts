/** Canned answers: what staff often write. */
import { sql } from 'kysely';
import { ticketReplies as routes } from '#contract/tickets/ticket-settings.ts';
import { explaining } from '../db/constraints.ts';
import { conflict } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { contains, reads, writes, type ListOf } from '../lists/crud.ts';

const own = { table: 'ticket_replies', noun: '常用回复' } as const;
const list: ListOf<typeof routes.page, 'ticket_replies'> = {
  ...own,
  columns: { id: 'id', title: 'title', text: 'text', sort: 'sort', version: 'version', createTime: 'created_at' },
  filters: { title: contains('title') },
};
const plain = writes({ ...own, fields: { title: 'title', text: 'text', sort: 'sort' } });
const refusals = { ticket_replies_tenant_id_title_key: conflict('已有同名的常用回复') };

export const ticketReplies: Handlers<typeof routes> = {
  ...reads(list),
  ...plain,
  create: (input, context) => explaining(refusals, plain.create(input, context)),
  update: (input, context) => explaining(refusals, plain.update(input, context)),
  choices: (_, { tx }) =>
    tx.rows<{ id: number; title: string; text: string }>(sql`
      select id, title, text from ticket_replies where tenant_id = ${tx.tenantId} order by sort, id limit 200`),
};
