/** Statistics over the warnings of a span of days. */
import { DAY, instantOf, isoOf, textOf } from '#contract/time.ts';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { isRule, rules } from '#contract/warnings/warnings.rules.ts';
import { warningStatistics as routes } from '#contract/warnings/warning-statistics.ts';
import { planned, type Tx } from '../db/tenant.ts';
import { csv } from '../lists/csv.ts';
import { invalid } from '../errors.ts';
import { download } from '../lists/download.ts';
import type { Handlers } from '../http/implement.ts';
import { writeLog } from '../http/operation-log.ts';
import { columnsOf } from '../transfers/exports.ts';
import { xlsx } from '../lists/xlsx.ts';
import { answerSeconds } from './answer-targets.ts';
import { linesOf, statisticsColumns } from './statistics-sheet.ts';

const MOST_DAYS = 366;
const MOST_DEVICES = 50;
const MOST_STAFF = 100;
const MOST_PLACES = 100;
const MOST_PEOPLE = 20;
/** What is shown to a client that says no time. */
const USUAL_DAYS = 30;

/** Instants, the last one exclusive. */
interface Span {
  from: string;
  to: string;
}

/**
 * The warnings with the seconds from being raised to the first answer, the first arrival of
 * a visit, and its end. Staff who decide at once have answered.
 */
const lines = (tenantId: number, { from, to }: Span) => sql`
  select w.id, case when w.rule = 'condition' then coalesce('条件规则：' || w.title, w.rule) else w.rule end as rule, w.severity, w.status,
    w.count, w.device_id, w.person_id, r.building, r.floor,
    (w.created_at at time zone 'Asia/Shanghai')::date as day, extract(hour from w.created_at at time zone 'Asia/Shanghai')::integer as hour,
    a.user_id, a.user_name, extract(epoch from a.at - w.created_at)::float8 as acknowledged,
    ${answerSeconds('w.tenant_id', 'w.rule', 'w.severity')} as target, extract(epoch from now() - w.created_at)::float8 as age,
    extract(epoch from (select min(j.check_in_at) from work_orders o join work_order_jobs j on j.tenant_id = o.tenant_id
      and j.work_order_id = o.id
      where o.tenant_id = w.tenant_id and o.warning_id = w.id) - w.created_at)::float8 as arrived,
    case when w.status in (1, 3, 4) then extract(epoch from w.handled_at - w.created_at)::float8 end as closed
  from warnings w
  left join lateral (select e.at, e.user_id, e.user_name from warning_events e where e.tenant_id = w.tenant_id and e.warning_id = w.id
    and e.kind in ('acknowledged', 'handled')
    order by e.id limit 1) a on true
  left join people p on p.tenant_id = w.tenant_id and p.id = w.person_id
  left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
  left join rooms r on r.tenant_id = w.tenant_id and r.id = coalesce(w.room_id, b.room_id)
  where w.tenant_id = ${tenantId} and w.created_at >= ${from} and w.created_at < ${to}`;

const times = (column: string, as: string): RawBuilder<unknown> => {
  const of = sql.ref(column);
  return sql`json_build_object('count', count(${of}), 'p50', round(percentile_cont(0.5) within group (order by ${of})::numeric, 1),
    'p90', round(percentile_cont(0.9) within group (order by ${of})::numeric, 1), 'most', round(max(${of})::numeric, 1)) as ${sql.ref(as)}`;
};

const counts = sql`count(*)::integer as total, count(*) filter (where l.status = 3)::integer as "falseTrigger",
  count(*) filter (where l.status = 4)::integer as test`;
const critical = sql`count(*) filter (where l.severity = 1)::integer as critical`;
/** Of those that are decided. */
const rates = sql`round(count(*) filter (where l.status = 3)::numeric / nullif(count(*) filter (where l.status in (1, 3, 4)), 0),
  4)::float8 as "falseRate",
  round(count(*) filter (where l.status = 4)::numeric / nullif(count(*) filter (where l.status in (1, 3, 4)), 0), 4)::float8 as "testRate"`;
/** What still has time counts as neither. */
const punctual = sql`count(*) filter (where l.target is not null and (l.acknowledged is not null or l.age > l.target))::integer as asked,
  count(*) filter (where l.acknowledged <= l.target)::integer as met`;

/** Rules of the institution stand by their own names. */
const labelOf = (rule: string) => (isRule(rule) ? rules[rule].label : rule);

/** The parts of the answer, each a query over the warnings `l`, which are read once. */
const parts = (tenantId: number): Record<string, RawBuilder<unknown>> => ({
  total: sql`select ${counts}, count(*) filter (where l.status = 0)::integer as open,
    count(*) filter (where l.status = 2)::integer as "inProgress",
    count(*) filter (where l.status = 1)::integer as handled, coalesce(sum(l.count), 0)::integer as occurrences, ${punctual},
    ${times('l.acknowledged', 'acknowledge')}, ${times('l.arrived', 'arrive')}, ${times('l.closed', 'clear')} from l`,
  bySeverity: sql`select l.severity, count(*)::integer as total,
    max(l.target) filter (where l.rule <> 'service_call') as "answerSeconds", ${punctual},
    ${times('l.acknowledged', 'acknowledge')}, ${times('l.closed', 'clear')} from l group by 1 order by 1`,
  byRule: sql`select l.rule, ${counts}, ${rates}, ${times('l.acknowledged', 'acknowledge')} from l group by 1 order by 2 desc, 1`,
  byDevice: sql`select l.device_id as "deviceId", d.imei, d.name, ${counts}, ${rates} from l
    join devices d on d.tenant_id = ${tenantId} and d.id = l.device_id group by 1, 2, 3
    order by "falseTrigger" desc, total desc, 1 limit ${MOST_DEVICES}`,
  byStaff: sql`select l.user_id as "userId", coalesce(l.user_name, '未知') as name,
    count(*)::integer as total, ${punctual}, ${times('l.acknowledged', 'acknowledge')} from l
    where l.acknowledged is not null group by 1, 2 order by 3 desc, 1 limit ${MOST_STAFF}`,
  byPlace: sql`select l.building, l.floor, count(*)::integer as total, ${critical},
    count(*) filter (where l.status = 3)::integer as "falseTrigger",
    ${times('l.acknowledged', 'acknowledge')} from l group by 1, 2 order by 3 desc, 1, 2 limit ${MOST_PLACES}`,
  byPerson: sql`select l.person_id as "oldmanId", p.name, ${counts}, ${critical} from l
    join people p on p.tenant_id = ${tenantId} and p.id = l.person_id
    group by 1, 2 order by 3 desc, 1 limit ${MOST_PEOPLE}`,
  byHour: sql`select l.hour, count(*)::integer as total, ${critical} from l group by 1 order by 1`,
  byDay: sql`select l.day::text as day, count(*)::integer as total, ${critical} from l group by 1 order by 1`,
});

type Statistics = z.input<typeof routes.read.output>;
/** What the query gives: the totals as a list of one, the lines of rules still without their labels. */
type Found = Pick<Statistics, 'bySeverity' | 'byDevice' | 'byStaff' | 'byPlace' | 'byPerson' | 'byHour' | 'byDay'> & {
  total: Omit<Statistics, `by${string}`>[];
  byRule: Omit<Statistics['byRule'][number], 'label'>[];
};

async function read(tx: Tx, span: Span) {
  const columns = Object.entries(parts(tx.tenantId)).map(
    ([name, part]) => sql`(select coalesce(json_agg(part), '[]') from (${part}) part) as ${sql.ref(name)}`,
  );
  const found = await tx.row<Found>(planned(sql`with l as materialized (${lines(tx.tenantId, span)}) select ${sql.join(columns)}`));
  const { total, byRule, ...rest } = found!;
  return { ...total[0]!, ...rest, byRule: byRule.map((row) => ({ ...row, label: labelOf(row.rule) })) };
}

/** The span that a query asks for. Throws 400 when it ends before it begins or is longer than a year. */
function spanOf({ startTime, endTime }: { startTime: string | null; endTime: string | null }, now: number): Span {
  const at = (moment: string) => instantOf(moment.length > 10 ? moment : `${moment} 00:00:00`);
  const end = endTime ?? textOf(now).slice(0, 10);
  const until = at(end) + (end.length > 10 ? 1000 : DAY);
  const from = startTime === null ? until - USUAL_DAYS * DAY : at(startTime);
  if (from >= until) throw invalid('结束日期不能早于开始日期');
  if (until - from > MOST_DAYS * DAY) throw invalid('统计时间不能超过一年');
  return { from: isoOf(from), to: isoOf(until) };
}

export const warningStatistics: Handlers<typeof routes> = {
  read: (query, { tx, deps }) => read(tx, spanOf(query, deps.now())),
  /** Few rows, whole. */
  async export(query, context) {
    const started = context.deps.now();
    const rows = linesOf(await read(context.tx, spanOf(query, context.deps.now())));
    await writeLog(context, routes.export, { rows: rows.length, ...query }, context.deps.now() - started);
    const chosen = columnsOf(statisticsColumns, query.columns, new Map());
    const batches = (async function* () {
      yield rows;
    })();
    return download(context, '预警统计', query.format, query.format === 'csv' ? csv(chosen, batches) : xlsx('预警统计', chosen, batches));
  },
};
