/** A ticket as staff read it: with its conversation, its history and what hangs together with it. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ticket } from '#contract/tickets/tickets.ts';
import type { TicketSource } from '#contract/tickets/tickets.rules.ts';
import type { Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';

export type Detail = z.input<typeof Ticket>;
type Linked = NonNullable<Detail['mergedInto']> & { how: string };
const MOST_MESSAGES = 1000;

interface Row {
  id: number;
  number: string;
  title: string;
  type: number;
  priority: number;
  state: number;
  source: string;
  source_id: number | null;
  source_text: string | null;
  person_id: number | null;
  person_name: string | null;
  asker_name: string | null;
  asker_phone: string | null;
  relation: string | null;
  about: string | null;
  code: string | null;
  owner_id: number | null;
  owner_name: string | null;
  group_id: number | null;
  group_name: string | null;
  tags: string[];
  first_due_at: string | null;
  solve_due_at: string | null;
  due_at: string | null;
  first_answered_at: string | null;
  first_met: boolean | null;
  solved_at: string | null;
  solve_met: boolean | null;
  closed_at: string | null;
  reopened: number;
  result: string | null;
  score: number | null;
  score_text: string | null;
  created_name: string | null;
  version: number;
  created_at: string;
}

/** Everything of a ticket that the caller has reached. Throws 404. */
export async function readTicket(tx: Tx, id: number, userId: number | null): Promise<Detail> {
  const [row, links, followers, messages, logs] = await Promise.all([
    tx.row<Row>(sql`
      select t.id, t.number, t.title, t.type, t.priority, t.state, t.source, t.source_id, t.source_text, t.person_id, t.person_name,
        t.asker_name, t.asker_phone, t.relation, t.about, t.code, t.owner_id, t.owner_name, t.group_id, g.name as group_name, t.tags,
        t.first_due_at, t.solve_due_at, t.due_at, t.first_answered_at, t.first_met, t.solved_at, t.solve_met, t.closed_at, t.reopened,
        t.result, t.score, t.score_text, t.created_name, t.version, t.created_at
      from tickets t left join ticket_groups g on g.tenant_id = t.tenant_id and g.id = t.group_id
      where t.tenant_id = ${tx.tenantId} and t.id = ${id}`),
    tx.rows<Linked>(sql`
      with self as (select merged_into, split_from from tickets where tenant_id = ${tx.tenantId} and id = ${id}),
      found as (
        select id, case when id = (select merged_into from self) then 'into' when id = (select split_from from self) then 'from'
          when merged_into = ${id} then 'merged' when split_from = ${id} then 'split' else 'related' end as how
        from tickets where tenant_id = ${tx.tenantId} and (id in (select merged_into from self union select split_from from self)
          or merged_into = ${id} or split_from = ${id}
          or id in (select other_id from ticket_links where tenant_id = ${tx.tenantId} and ticket_id = ${id}
            union select ticket_id from ticket_links where tenant_id = ${tx.tenantId} and other_id = ${id})))
      select t.id, t.number as "ticketNo", t.title, t.state, f.how
      from found f join tickets t on t.tenant_id = ${tx.tenantId} and t.id = f.id
      order by t.id limit 200`),
    tx.rows<Detail['followers'][number]>(sql`
      select u.id as "userId", u.name as "userName" from ticket_followers f join users u on u.tenant_id = f.tenant_id and u.id = f.user_id
      where f.tenant_id = ${tx.tenantId} and f.ticket_id = ${id} and u.deleted_at is null order by u.id`),
    tx.rows<Detail['messages'][number]>(sql`
      select m.id, m.kind, m.text, m.files, m.user_id as "userId", m.user_name as "userName", m.created_at as "createTime",
        case when m.ticket_id <> ${id} then t.number end as "mergedNo",
        (select o.number from ticket_messages c join tickets o on o.tenant_id = c.tenant_id and o.id = c.ticket_id
          where c.tenant_id = m.tenant_id and c.copied_from = m.id) as "splitNo"
      from ticket_messages m join tickets t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
      where m.tenant_id = ${tx.tenantId} and (m.ticket_id = ${id}
        or m.ticket_id in (select i.id from tickets i where i.tenant_id = ${tx.tenantId} and i.merged_into = ${id}))
      order by m.created_at, m.id limit ${MOST_MESSAGES}`),
    tx.rows<Detail['logs'][number]>(sql`
      select id, action, note, state, user_name as "userName", created_at as "createTime" from ticket_logs
      where tenant_id = ${tx.tenantId} and ticket_id = ${id} order by id desc limit 500`),
  ]);
  if (!row) throw notFound('诉求');
  const linked = (how: string) => links.filter((one) => one.how === how);
  return {
    id: row.id,
    ticketNo: row.number,
    title: row.title,
    type: row.type,
    priority: row.priority,
    state: row.state,
    source: row.source as TicketSource,
    sourceId: row.source_id,
    sourceText: row.source_text,
    askerName: row.asker_name,
    askerPhone: row.asker_phone,
    relation: row.relation,
    about: row.about,
    code: row.code,
    oldmanId: row.person_id,
    oldmanName: row.person_name,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    groupId: row.group_id,
    groupName: row.group_name,
    tags: row.tags,
    dueTime: row.due_at,
    firstDueTime: row.first_due_at,
    solveDueTime: row.solve_due_at,
    firstAnswerTime: row.first_answered_at,
    firstMet: row.first_met,
    solveTime: row.solved_at,
    solveMet: row.solve_met,
    endTime: row.closed_at ?? row.solved_at,
    reopened: row.reopened,
    result: row.result,
    score: row.score,
    scoreText: row.score_text,
    createUser: row.created_name,
    createTime: row.created_at,
    version: row.version,
    followed: followers.some((one) => one.userId === userId),
    followers,
    mergedInto: linked('into')[0] ?? null,
    splitFrom: linked('from')[0] ?? null,
    merged: linked('merged'),
    split: linked('split'),
    related: linked('related'),
    messages,
    logs,
  };
}
