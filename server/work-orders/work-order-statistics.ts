/**
 * Statistics over the jobs of a span of time: kept sums of the days that no user
 * changed since, and the others as they are, in one statement.
 */
import { nextDay } from '#contract/time.ts';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { statisticsBy, workOrderStatistics as routes, type StatisticsRow } from '#contract/work-orders/work-order-statistics.ts';
import { titled } from '#contract/labels.ts';
import { orderStatisticsLabels } from '#contract/work-orders/work-order-statistics.labels.ts';
import type { Context, Work } from '../context.ts';
import { planned } from '../db/tenant.ts';
import { invalid } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { csv } from '../lists/csv.ts';
import { download } from '../lists/download.ts';
import { writeLog } from '../http/operation-log.ts';
import { columnsOf, type ExportColumn } from '../transfers/exports.ts';
import { xlsx } from '../lists/xlsx.ts';
import { reachedIds, reachesAll } from '../lists/work-order-reach.ts';
import { columns, FIGURES, kinds, linesOf, NEVER, runsOf, sumsOf } from './work-order-sums.ts';
import { kindOf, periodsOf } from './work-order-sum-periods.ts';

type Query = z.output<typeof routes.read.input>;
type Row = z.input<typeof StatisticsRow>;
type Figures = Omit<Row, 'key' | 'name'>;

/** More are never shown or printed. */
const MOST = 1000;

/** Days and months are groups of days; what is kept of them has no key. */
const times = {
  day: { text: (at: RawBuilder<unknown>) => sql`to_char(${at}, 'YYYY-MM-DD')`, begins: sql`day` },
  month: {
    text: (at: RawBuilder<unknown>) => sql`to_char(${at}, 'YYYY-MM')`,
    begins: sql`greatest(since, date_trunc('month', day)::date)`,
  },
} as const;
const timeOf = (by: Query['by']) => (by === 'day' || by === 'month' ? times[by] : null);

const daysOf = (from: string, to: string): string[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 }, (_, at) => nextDay(from, at));

/** The days of a span that were not filled, or changed since; `kept` of those that were filled. */
async function changedDays({ tx }: Work, { from, to }: Query): Promise<{ day: string; kept: boolean }[]> {
  return tx.rows<{ day: string; kept: boolean }>(sql`
    select span.day::date as day, exists (select from work_order_sum_days d
    where d.tenant_id = ${tx.tenantId} and d.day = span.day::date) as kept
    from generate_series(${from}::date, ${to}::date, interval '1 day') as span (day)
    where not exists (select from work_order_sum_days d where d.tenant_id = ${tx.tenantId} and d.day = span.day::date
      and d.filled_at <= now() and d.good_until >= now())
      or exists (select from work_order_marks m where m.tenant_id = ${tx.tenantId} and m.day = span.day::date)
    order by 1`);
}

/**
 * Of a session that reaches all orders, without filters: `cells` by key and `whole` over all,
 * of what was kept and of what the changed days are now. The days are asked for first, so that the
 * planner knows how many they are; both see the database of one moment.
 */
async function kept(context: Context, query: Query): Promise<RawBuilder<unknown>> {
  const { by, from, to } = query;
  const { tenantId } = context.session;
  const kind = timeOf(by) ? kinds.all : kinds[by as keyof typeof kinds];
  const changed = await changedDays(context, query);
  const now = new Set(changed.map(({ day }) => day));
  const runs = runsOf([...now]);
  const clean = daysOf(from, to).filter((day) => !now.has(day));
  const stored = (of: number, days = clean) => sql`select day, key, earlier, name, ${columns(FIGURES)} from work_order_sums
    where tenant_id = ${tenantId} and kind = ${sql.lit(of)} and day = any(${days}::date[])`;
  // By the day or month the days are shown themselves.
  const byKey = async () => {
    if (kind === kinds.all) return stored(kind.kind);
    const lost = changed.flatMap((one) => (one.kept ? [one.day] : []));
    const { periods, rest } = await periodsOf(context.tx, query, lost, clean);
    return sql.join(
      [stored(kind.kind, rest), ...periods.map((period) => stored(kindOf(kind.kind, period), [period.day]))],
      sql` union all `,
    );
  };
  const added = (whole: boolean) => (runs.length === 0 ? sql`` : sql`union all select * from ${whole ? sql`fresh_whole` : sql`fresh`}`);
  const read = sql`lines as materialized (${linesOf(tenantId, { ...kind, runs, earlier: true })}),
    fresh as materialized (${sumsOf(sql`lines`, kind === kinds.all)}), fresh_whole as (${sumsOf(sql`lines`, true)}),`;
  return sql`${runs.length === 0 ? sql`` : read} cells as not materialized (${await byKey()} ${added(false)}),
    whole as (${kind === kinds.all ? sql`select * from cells` : sql`${stored(kinds.all.kind)} ${added(true)}`})`;
}

/** The same of a session that reaches some orders, or of one member of staff or type: all is read, as one long day. */
function filtered({ session }: Context, { by, from, to, serverUserId, serverTypeId }: Query): RawBuilder<unknown> {
  const time = timeOf(by);
  const group = time ? { key: time.text(sql`j.service_at`), name: time.text(sql`j.service_at`) } : kinds[by as keyof typeof kinds];
  const reached = reachesAll(session) ? null : sql`reached as materialized (${reachedIds(session)}),`;
  const jobs = sql`${serverUserId ? sql`and j.user_id = ${serverUserId}` : sql``} ${
    serverTypeId
      ? sql`and j.service_type_id
    = ${serverTypeId}`
      : sql``
  }
    ${reached ? sql`and j.work_order_id in (select id from reached)` : sql``}`;
  return sql`${reached ?? sql``} lines as materialized (${linesOf(session.tenantId, { ...group, runs: [{ from, to }], day: sql`${from}::date`, jobs, earlier: false })}),
    cells as not materialized (${sumsOf(sql`lines`, false)}), whole as (${sumsOf(sql`lines`, true)})`;
}

const share = (part: string, of: string) => sql`round(sum(${sql.ref(part)})::numeric / nullif(sum(${sql.ref(of)}), 0), 4)::float8`;

/** What the page shows, of the sums of several days. */
const shown = sql`
  coalesce(sum(jobs), 0)::integer as jobs, coalesce(sum(finished), 0)::integer as finished,
    coalesce(sum(cancelled), 0)::integer as cancelled,
  coalesce(sum(orders), 0)::integer as orders, (coalesce(sum(fen), 0) / 100.0)::float8 as amount,
    coalesce(sum(packaged), 0)::integer as packaged,
  coalesce(sum(minutes), 0)::integer as minutes, coalesce(sum(late), 0)::integer as "lateStarts",
  coalesce(sum(shorter), 0)::integer as "shortVisits", coalesce(sum(longer), 0)::integer as "longVisits",
  ${share('responded', 'respondable')} as "respondedInTime", ${share('completed', 'completable')} as "completedInTime",
  round(sum(stars)::numeric / nullif(sum(starred), 0), 2)::float8 as score, coalesce(sum(scores), 0)::integer as scores`;

/** Rows and total. Days that were all changed are read anew: of a year of a very large institution that takes longer than a page may. */
async function read(context: Context, query: Query): Promise<{ total: Figures; rows: Row[]; cut: boolean }> {
  const { from, to, by, serverUserId, serverTypeId } = query;
  if (to < from || to >= nextDay(from, 366)) throw invalid('统计时间最多一年');
  const all = reachesAll(context.session) && !serverUserId && !serverTypeId;
  const time = all ? timeOf(by) : null;
  const order = timeOf(by) ? sql`key` : sql`jobs desc, key`;
  const counted = (begins: RawBuilder<unknown>) => sql`(earlier = ${NEVER} or earlier >= ${begins})`;
  await context.tx.snapshot();
  await context.tx.run(sql`select set_config('statement_timeout', '60s', true), set_config('work_mem', '32MB', true)`);
  // Of tens of thousands of people, those that are shown are found first by this one figure.
  const most =
    by === 'person' ? sql`and key in (select key from cells group by key order by sum(jobs) desc, key limit ${sql.lit(MOST + 1)})` : sql``;
  const [found, ...rows] = await context.tx.rows<Row & { place: number }>(
    planned(sql`with ${all ? await kept(context, query) : filtered(context, query)},
      span as (select ${from}::date as since)
      select * from (
        select 0 as place, to_jsonb(0) as key, '' as name, ${shown} from whole, span where ${counted(sql`since`)}
        union all
        (select row_number() over (order by ${order}) as place, to_jsonb(key), name, jobs, finished, cancelled, orders, amount, packaged,
          minutes, "lateStarts", "shortVisits", "longVisits", "respondedInTime", "completedInTime", score, scores
        from (select ${time ? sql`${time.text(sql`day`)} as key, ${time.text(sql`day`)} as name` : sql`key, max(name) as name`}, ${shown}
          from cells, span where ${counted(time?.begins ?? sql`since`)} ${most} group by 1) as grouped limit ${sql.lit(MOST + 1)})
      ) as answer order by place`),
  );
  const { key: _key, name: _name, place: _place, ...total } = found as Row & { place: number };
  return { total, rows: rows.slice(0, MOST).map(({ place: _at, ...row }) => row), cut: rows.length > MOST };
}

const percent = (part: number | null) => (part === null ? '' : `${(part * 100).toFixed(1)}%`);

const sheet: readonly ExportColumn<Row>[] = titled(orderStatisticsLabels, [
  { key: 'name', title: '名称', width: 24 },
  { key: 'orders' },
  { key: 'jobs' },
  { key: 'finished' },
  { key: 'cancelled' },
  { key: 'amount', format: 'money', width: 14 },
  { key: 'packaged', title: '服务包抵扣次数', width: 14 },
  { key: 'minutes', title: '服务时长（分钟）', width: 16 },
  { key: 'lateStarts', title: '迟到次数' },
  { key: 'shortVisits', title: '时长不足次数' },
  { key: 'longVisits', title: '超时长次数' },
  { key: 'respondedInTime', value: ({ respondedInTime }) => percent(respondedInTime) },
  { key: 'completedInTime', value: ({ completedInTime }) => percent(completedInTime) },
  { key: 'score' },
  { key: 'scores', title: '评价数' },
]);

export const workOrderStatistics: Handlers<typeof routes> = {
  read: (query, context) => read(context, query),
  /** Few rows, whole: nothing to go through by keyset. */
  async export(query, context) {
    const started = context.deps.now();
    const { rows } = await read(context, query);
    await writeLog(context, routes.export, { rows: rows.length, ...query }, context.deps.now() - started);
    const name = `工单统计（按${statisticsBy[query.by]}）`;
    const chosen = columnsOf(sheet, query.columns, new Map());
    const batches = (async function* () {
      yield rows;
    })();
    return download(context, name, query.format, query.format === 'csv' ? csv(chosen, batches) : xlsx('工单统计', chosen, batches));
  },
};
