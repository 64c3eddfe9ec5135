/** Statistics over the warnings of a span of days. */
import { sql, type RawBuilder } from 'kysely';
import { isRule, rules } from '#contract/warnings/warnings.rules.ts';
import type { warningStatistics as routes } from '#contract/warnings/warning-statistics.ts';
import { planned, type Tx } from '../db/tenant.ts';
import { invalid } from '../errors.ts';
import type { Handlers } from '../implement.ts';

const MOST_DAYS = 366;
const MOST_DEVICES = 50;
const DAY = 86_400_000;

/** The warnings with the seconds from being raised to the first confirmation, the first arrival of a visit, and the decision. */
const lines = (tenantId: number, from: string, to: string) => sql`
  select w.id, case when w.rule = 'condition' then coalesce('条件规则：' || w.title, w.rule) else w.rule end as rule, w.severity, w.status, w.count, w.device_id, (w.created_at at time zone 'Asia/Shanghai')::date as day,
    extract(epoch from (select min(e.at) from warning_events e where e.tenant_id = w.tenant_id and e.warning_id = w.id and e.kind = 'acknowledged') - w.created_at)::float8 as acknowledged,
    extract(epoch from (select min(j.check_in_at) from work_orders o join work_order_jobs j on j.tenant_id = o.tenant_id and j.work_order_id = o.id
      where o.tenant_id = w.tenant_id and o.warning_id = w.id) - w.created_at)::float8 as arrived,
    extract(epoch from w.handled_at - w.created_at)::float8 as closed
  from warnings w where w.tenant_id = ${tenantId} and w.created_at >= ${from}::date::timestamptz and w.created_at < (${to}::date + 1)::timestamptz`;

const times = (column: string, as: string): RawBuilder<unknown> => {
  const of = sql.ref(column);
  return sql`json_build_object('count', count(${of}), 'p50', round(percentile_cont(0.5) within group (order by ${of})::numeric, 1),
    'p90', round(percentile_cont(0.9) within group (order by ${of})::numeric, 1), 'most', round(max(${of})::numeric, 1)) as ${sql.ref(as)}`;
};

const counts = sql`count(*)::integer as total, count(*) filter (where status = 3)::integer as "falseTrigger", count(*) filter (where status = 4)::integer as test`;
/** Of those that are decided. */
const rates = sql`round(count(*) filter (where status = 3)::numeric / nullif(count(*) filter (where status in (1, 3, 4)), 0), 4)::float8 as "falseRate",
  round(count(*) filter (where status = 4)::numeric / nullif(count(*) filter (where status in (1, 3, 4)), 0), 4)::float8 as "testRate"`;

/** Rules of the institution stand by their own names. */
const labelOf = (rule: string) => (isRule(rule) ? rules[rule].label : rule);

async function read(tx: Tx, from: string, to: string) {
  const all = sql`(${lines(tx.tenantId, from, to)}) as l`;
  const rows = (query: RawBuilder<any>) => tx.rows<any>(planned(query));
  const [total] = await rows(sql`
    select ${counts}, count(*) filter (where status = 0)::integer as open, count(*) filter (where status = 2)::integer as "inProgress",
      count(*) filter (where status = 1)::integer as handled, coalesce(sum(count), 0)::integer as occurrences,
      ${times('acknowledged', 'acknowledge')}, ${times('arrived', 'arrive')}, ${times('closed', 'clear')} from ${all}`);
  const bySeverity = await rows(sql`select severity, count(*)::integer as total, ${times('acknowledged', 'acknowledge')} from ${all} group by 1 order by 1`);
  const byRule = await rows(sql`select rule, ${counts}, ${rates}, ${times('acknowledged', 'acknowledge')} from ${all} group by 1 order by 2 desc, 1`);
  const byDevice = await rows(sql`
    select l.device_id as "deviceId", d.imei, d.name, ${counts}, ${rates} from ${all}
    join devices d on d.tenant_id = ${tx.tenantId} and d.id = l.device_id group by 1, 2, 3 order by "falseTrigger" desc, total desc, 1 limit ${MOST_DEVICES}`);
  const byDay = await rows(
    sql`select day::text as day, count(*)::integer as total, count(*) filter (where severity = 1)::integer as critical from ${all} group by 1 order by 1`,
  );
  return { ...total, bySeverity, byRule: byRule.map((row: any) => ({ ...row, label: labelOf(row.rule) })), byDevice, byDay };
}

export const warningStatistics: Handlers<typeof routes> = {
  read({ startTime, endTime }, { tx }) {
    const days = (Date.parse(endTime) - Date.parse(startTime)) / DAY;
    if (days < 0) throw invalid('结束日期不能早于开始日期');
    if (days >= MOST_DAYS) throw invalid('统计时间不能超过一年');
    return read(tx, startTime, endTime);
  },
};
