/** Statistics over the jobs of a span of time. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { statisticsBy, workOrderStatistics as routes, type StatisticsRow } from '#contract/work-orders/work-order-statistics.ts';
import type { Context } from '../context.ts';
import { planned } from '../db/tenant.ts';
import { invalid } from '../errors.ts';
import type { Handlers } from '../implement.ts';
import { csv } from '../csv.ts';
import { download } from '../export.ts';
import { writeLog } from '../system/write-log.ts';
import { columnsOf, type ExportColumn } from '../transfers/exports.ts';
import { xlsx } from '../xlsx.ts';
import { addDays } from './plan-generation.ts';
import { visibleTo } from './work-order-rows.ts';

type Query = z.output<typeof routes.read.input>;
type Row = z.input<typeof StatisticsRow>;
type Figures = Omit<Row, 'key' | 'name'>;

/** More are never shown or printed. */
const MOST = 1000;
const LATE = sql.lit('15 minutes');

/** What rows are grouped by: their key and their name, over `j` (jobs) or, of what jobs do not say, over `o` (orders). */
const GROUPS = {
  project: { key: sql`j.project_id`, name: sql`j.project_name` },
  type: { key: sql`j.service_type_id`, name: sql`j.service_type_name` },
  staff: { key: sql`coalesce(j.user_id, 0)`, name: sql`coalesce(j.user_name, '待派单')` },
  person: null,
  day: { key: sql`to_char(j.service_at, 'YYYY-MM-DD')`, name: sql`to_char(j.service_at, 'YYYY-MM-DD')` },
  month: { key: sql`to_char(j.service_at, 'YYYY-MM')`, name: sql`to_char(j.service_at, 'YYYY-MM')` },
} as const;
const OF_ORDER = { key: sql`o.person_id`, name: sql`o.person_name` };

/**
 * Compared as timestamps with time zone: with a date the comparison is not leakproof, and row-level security would keep it from the index.
 * One line for each order in each group, so that the order and its rating are read once however many jobs it has there. `first` is true of one line of each
 * order: in the total an order of several groups is one.
 */
function linesOf({ session }: Context, { by, from, to, serverUserId, serverTypeId }: Query) {
  const group = GROUPS[by];
  const { key, name } = group ? { key: sql`g.key`, name: sql`g.name` } : OF_ORDER;
  return sql`
    select ${key} as key, ${name} as name, g.first, g.jobs, g.finished, g.cancelled, g.fen, g.packaged, g.minutes, g.late, s.score,
      o.status <> 6 and o.responded_at <= o.respond_by as responded,
      o.status <> 6 and o.respond_by is not null and (o.responded_at is not null or o.respond_by < now()) as respondable,
      o.status in (4, 7) and o.finished_at <= o.complete_by as completed,
      o.status <> 6 and o.complete_by is not null and (o.status in (4, 7) or o.complete_by < now()) as completable
    from (select j.work_order_id, ${group?.key ?? sql`0`} as key, max(${group?.name ?? sql`''`}) as name,
        lag(j.work_order_id) over (order by j.work_order_id, ${group?.key ?? sql`0`}) is distinct from j.work_order_id as first,
        count(*)::integer as jobs, (count(*) filter (where j.status = 4))::integer as finished, (count(*) filter (where j.status = 6))::integer as cancelled,
        (sum(j.price_fen) filter (where j.status = 4 and j.package_id = 0))::bigint as fen,
        (count(*) filter (where j.status = 4 and j.package_id <> 0))::integer as packaged,
        (sum(ceil(date_part('epoch', j.check_out_at - j.check_in_at) / 60)) filter (where j.status = 4))::integer as minutes,
        (count(*) filter (where j.check_in_at > j.service_at + interval ${LATE}))::integer as late
      from work_order_jobs j
      where j.tenant_id = ${session.tenantId} and j.service_at >= ${from}::date::timestamptz and j.service_at < (${to}::date + 1)::timestamptz
        ${serverUserId ? sql`and j.user_id = ${serverUserId}` : sql``} ${serverTypeId ? sql`and j.service_type_id = ${serverTypeId}` : sql``}
      group by 1, 2) as g
    join work_orders o on o.tenant_id = ${session.tenantId} and o.id = g.work_order_id
    left join work_order_scores s on s.tenant_id = ${session.tenantId} and s.work_order_id = o.id and o.status = ${sql.lit(orderStatus.rated)}
    ${session.dataScope <= 1 ? sql`` : sql`where o.id in (${visibleTo(session).select('work_orders.id')})`}`;
}

/** A count of orders: of a group all its lines, of the total the first line of each. */
const orders = (condition: RawBuilder<unknown>) =>
  sql`case grouping(key) when 0 then count(*) filter (where ${condition}) else count(*) filter (where ${condition} and first) end`;
const share = (part: RawBuilder<unknown>, of: RawBuilder<unknown>) => sql`round(${orders(part)}::numeric / nullif(${orders(of)}, 0), 4)::float8`;

const aggregates = sql`
  coalesce(sum(jobs), 0)::integer as jobs,
  coalesce(sum(finished), 0)::integer as finished,
  coalesce(sum(cancelled), 0)::integer as cancelled,
  (${orders(sql`true`)})::integer as orders,
  coalesce(sum(fen), 0)::bigint / 100.0 as amount,
  coalesce(sum(packaged), 0)::integer as packaged,
  coalesce(sum(minutes), 0)::integer as minutes,
  coalesce(sum(late), 0)::integer as "lateStarts",
  ${share(sql`responded`, sql`respondable`)} as "respondedInTime",
  ${share(sql`completed`, sql`completable`)} as "completedInTime",
  round(sum(score * jobs)::numeric / sum(jobs) filter (where score is not null), 2)::float8 as score,
  (${orders(sql`score is not null`)})::integer as scores`;

const numbers = <T extends Figures>(row: T): T => ({ ...row, amount: Number(row.amount) });

/** Rows and total of one pass over the jobs. A year of a very large tenant takes longer than a page may. */
async function read(context: Context, query: Query): Promise<{ total: Figures; rows: Row[] }> {
  const { from, to, by } = query;
  if (to < from || to >= addDays(from, 366)) throw invalid('统计时间最多一年');
  const order = by === 'day' || by === 'month' ? sql`key` : sql`jobs desc, key`;
  await context.tx.run(sql`set local statement_timeout = '60s'`);
  const [all, ...rows] = await context.tx.rows<Row>(
    planned(sql`select * from (select to_jsonb(key) as key, max(name) as name, ${aggregates} from (${linesOf(context, query)}) as lines group by grouping sets ((key), ())
      order by grouping(key) desc, ${order} limit ${sql.lit(MOST + 1)}) as counted`),
  );
  const { key: _key, name: _name, ...total } = all as Row;
  return { total: numbers(total), rows: rows.map(numbers) };
}

const percent = (part: number | null) => (part === null ? '' : `${(part * 100).toFixed(1)}%`);

const columns: readonly ExportColumn<Row>[] = [
  { key: 'name', title: '名称', width: 24 },
  { key: 'orders', title: '工单数' },
  { key: 'jobs', title: '服务数' },
  { key: 'finished', title: '已完成' },
  { key: 'cancelled', title: '已取消' },
  { key: 'amount', title: '金额', format: 'money', width: 14 },
  { key: 'packaged', title: '套餐抵扣次数', width: 14 },
  { key: 'minutes', title: '服务时长（分钟）', width: 16 },
  { key: 'lateStarts', title: '迟到次数' },
  { key: 'respondedInTime', title: '派单及时率', value: ({ respondedInTime }) => percent(respondedInTime) },
  { key: 'completedInTime', title: '完成及时率', value: ({ completedInTime }) => percent(completedInTime) },
  { key: 'score', title: '平均评分' },
  { key: 'scores', title: '评价数' },
];

export const workOrderStatistics: Handlers<typeof routes> = {
  read: (query, context) => read(context, query),
  /** Few rows, whole: nothing to go through by keyset. */
  async export(query, context) {
    const started = context.deps.now();
    const { rows } = await read(context, query);
    await writeLog(context, routes.export, { rows: rows.length, ...query }, context.deps.now() - started);
    const name = `工单统计（按${statisticsBy[query.by]}）`;
    const chosen = columnsOf(columns, query.columns, new Map());
    const batches = (async function* () {
      yield rows;
    })();
    return download(context, name, query.format, query.format === 'csv' ? csv(chosen, batches) : xlsx('工单统计', chosen, batches));
  },
};
