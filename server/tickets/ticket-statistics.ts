/** How tickets were answered in a span of days, and the register of complaints. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { lastDay } from '#contract/tickets/service-times.rules.ts';
import { COMPLAINT, messageKinds, ticketSources, ticketStates, type TicketSource } from '#contract/tickets/tickets.rules.ts';
import { ticketStatistics as routes, type Complaint } from '#contract/tickets/ticket-statistics.ts';
import { DAY, dayOf, instantOf, nextDay } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { db, planned } from '../db/tenant.ts';
import { invalid } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { listFrom } from '../lists/list.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import { exporting } from '../transfers/exports.ts';
import { complaintSheet } from './complaints-sheet.ts';
import { calendarOf } from './ticket-clock.ts';
import { ticketSettingsOf } from './ticket-settings-rows.ts';

const MOST_DAYS = 366;

const times = (of: 'first' | 'solve', as: string) => {
  const [minutes, met] = [sql.ref(`l.${of}_minutes`), sql.ref(`l.${of}_met`)];
  return sql`json_build_object('count', count(${minutes}),
    'p50', round(percentile_cont(0.5) within group (order by ${minutes})::numeric, 1),
    'p90', round(percentile_cont(0.9) within group (order by ${minutes})::numeric, 1),
    'met', count(*) filter (where ${met})) as ${sql.ref(as)}`;
};
const sums = sql`count(*)::integer as total, count(*) filter (where l.state < ${sql.lit(ticketStates.solved)})::integer as open,
  count(*) filter (where l.solved_at is not null)::integer as solved, count(*) filter (where l.reopened > 0)::integer as reopened,
  ${times('first', 'first')}, ${times('solve', 'solve')}, count(l.score)::integer as rated, round(avg(l.score), 2)::float8 as score`;

type Statistics = z.input<typeof routes.read.output>;
type Found = Pick<Statistics, 'byType' | 'byOwner' | 'byMonth'> & { total: Omit<Statistics, 'byType' | 'byOwner' | 'byMonth'>[] };

const parts: Record<keyof Found, RawBuilder<unknown>> = {
  total: sql`select ${sums} from l`,
  byType: sql`select l.type, ${sums} from l group by 1 order by 2 desc, 1`,
  byOwner: sql`select l.owner_id as "ownerId", coalesce(l.owner_name, '未分配') as "ownerName", ${sums} from l
    group by 1, 2 order by 3 desc, 1 limit 100`,
  byMonth: sql`select to_char(l.created_at, 'YYYY-MM') as month, ${sums} from l group by 1 order by 1`,
};

interface Row {
  id: number;
  ticketNo: string;
  createTime: string;
  source: string;
  askerName: string | null;
  askerPhone: string | null;
  about: string | null;
  oldmanName: string | null;
  title: string;
  content: string;
  ownerName: string | null;
  state: number;
  firstAnswerTime: string | null;
  result: string | null;
  solveTime: string | null;
  score: number | null;
}
type Search = Omit<z.output<typeof routes.register.input>, 'current' | 'size'>;

const order = (input: Search) => orderOf(input, { create_time: 'created_at' }, 'created_at');

/** Complaints as they stand in the table; what is in time is said by `judged`. A merged one stands under the other's number. */
const list = listFrom({
  matching({ startDate, endDate, state }: Search, { tx }: Context) {
    let query = db.selectFrom('tickets').where('tenant_id', '=', tx.tenantId).where('type', '=', COMPLAINT);
    if (state) query = query.where('state', '=', state);
    if (startDate) query = query.where('created_at', '>=', `${startDate} 00:00:00`);
    if (endDate) query = query.where('created_at', '<', `${nextDay(endDate)} 00:00:00`);
    return query;
  },
  listed: (query) =>
    query.select([
      'id',
      'number as ticketNo',
      'created_at as createTime',
      'source',
      'asker_name as askerName',
      'asker_phone as askerPhone',
      'about',
      'person_name as oldmanName',
      'title',
      sql<string>`coalesce((select m.text from ticket_messages m where m.tenant_id = tickets.tenant_id and m.ticket_id = tickets.id
        and m.kind <> ${sql.lit(messageKinds.reply)} order by m.id limit 1), '')`.as('content'),
      'owner_name as ownerName',
      'state',
      'first_answered_at as firstAnswerTime',
      'result',
      'solved_at as solveTime',
      'score',
    ]),
  order,
});

/** Gives what says of a complaint whether it is in time. */
async function judging({ tx, deps }: Context, from: string) {
  const settings = await ticketSettingsOf(tx);
  const calendar = await calendarOf(tx, settings, from);
  const now = dayOf(deps.now());
  const kept = (done: string | null, by: string) => (done === null ? (now > by ? 2 : 0) : done.slice(0, 10) <= by ? 1 : 2);
  return (row: Row): z.input<typeof Complaint> => {
    const until = (days: number) => lastDay(calendar, row.createTime.slice(0, 10), days, settings.workingDays);
    const [answerBy, resultBy] = [until(settings.answerDays), until(settings.resultDays)];
    const source = ticketSources[row.source as TicketSource];
    return { ...row, source, answerBy, resultBy, answered: kept(row.firstAnswerTime, answerBy), concluded: kept(row.solveTime, resultBy) };
  };
}

/** The first day whose complaints are shown: from there on holidays are read. */
const EARLIEST = '2000-01-01';

export const ticketStatistics: Handlers<typeof routes> = {
  async read({ startDate, endDate }, { tx }) {
    if (startDate > endDate) throw invalid('开始日期不能晚于结束日期');
    if (instantOf(endDate) - instantOf(startDate) >= MOST_DAYS * DAY) throw invalid(`一次最多统计${MOST_DAYS}天`);
    const columns = Object.entries(parts).map(
      ([name, part]) => sql`(select coalesce(json_agg(part), '[]') from (${part}) part) as ${sql.ref(name)}`,
    );
    const found = await tx.row<Found>(
      planned(sql`with l as materialized (select type, state, owner_id, owner_name, created_at, solved_at, reopened, score,
          first_minutes, first_met, solve_minutes, solve_met from tickets where tenant_id = ${tx.tenantId}
          and created_at >= ${`${startDate} 00:00:00`} and created_at < ${`${nextDay(endDate)} 00:00:00`}
          and state <> ${sql.lit(ticketStates.merged)})
        select ${sql.join(columns)}`),
    );
    const { total, ...rest } = found!;
    return { ...total[0]!, ...rest };
  },

  async register(input, context) {
    const judge = await judging(context, input.startDate ?? EARLIEST);
    const by = order(input);
    const found = await pageOf(context, input, await list.matching(input, context), (query) => inOrder(list.listed(query), by), by);
    return { ...found, records: found.records.map(judge) };
  },

  exportRegister: async (input, context) => {
    const judge = await judging(context, input.startDate ?? EARLIEST);
    return exporting(routes.exportRegister, complaintSheet({ ...list, toRow: judge }))(input, context);
  },
};
