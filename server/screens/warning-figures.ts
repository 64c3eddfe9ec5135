/** Warnings on the big screen: what waits, what came today, how fast it was answered, the last thirty days. */
import { nextDay } from '#contract/time.ts';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { shownName, TAKING_OVER, type NameCover } from '#contract/screens/screens.rules.ts';
import type { ScreenWarning, TenantScreen } from '#contract/screens/screens.ts';
import { isRule, rules } from '#contract/warnings/warnings.rules.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { startOf } from './day-starts.ts';
import { cachedFigure } from '../lists/figure-cache.ts';
import { placeOfWarning } from '../rooms/places.ts';

type Figures = z.input<typeof TenantScreen>['warnings'];

const DAYS = 30;
const MOST_LINES = 12;
const MOST_URGENT = 20;
/** Counts stop here. */
const MOST = 10_001;
/** Of the open ones so many are looked through for the list; the critical ones besides. */
const LOOKED_AT = 300;

const unanswered = sql.raw('(w.status in (0, 2) and w.acknowledged_at is null)');

type Row = Omit<ScreenWarning, 'title'> & { worn: boolean };

/** The warnings of `picked` (a table of ids) as lines, in an order over `w`. */
const linesOf = (tenantId: number, picked: RawBuilder<unknown>, order: RawBuilder<unknown>, most: number) => sql<Row>`
  select w.id, w.rule, w.content, w.severity, w.status as "isDisposed", coalesce(p.name, d.name, d.imei, '未知设备') as name,
    p.id is not null as worn, p.gender,
    extract(year from age(p.birth_date))::integer as age, coalesce(p.flags, '{}') as flags,
      r.id as "roomId", ${placeOfWarning('r', 'b')} as "roomName",
    w.address, w.count, w.created_at as "createTime", w.last_at as "lastTime", w.acknowledged_at as "acknowledgeTime",
    (select u.name from users u where u.tenant_id = w.tenant_id and u.id = w.acknowledged_by) as "acknowledgeName"
  from (${picked}) as picked join warnings w on w.tenant_id = ${tenantId} and w.id = picked.id
    left join people p on p.tenant_id = w.tenant_id and p.id = w.person_id
    left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id and (w.room_id is null or b.room_id = w.room_id)
    left join rooms r on r.tenant_id = w.tenant_id and r.id = coalesce(w.room_id, b.room_id)
    left join devices d on d.tenant_id = w.tenant_id and d.id = w.device_id
  order by ${order} limit ${sql.lit(most)}`;

const toLine =
  (cover: NameCover) =>
  ({ worn, ...row }: Row): ScreenWarning => ({
    ...row,
    title: isRule(row.rule) ? rules[row.rule].label : row.rule,
    name: worn ? shownName(row.name, cover, 'person') : row.name,
    acknowledgeName: row.acknowledgeName === null ? null : shownName(row.acknowledgeName, cover, 'staff'),
  });

/** Open ones and the newest: what nobody has answered first, the gravest before the others, then by time. */
const listed = (tenantId: number) =>
  linesOf(
    tenantId,
    sql`(select id from warnings where tenant_id = ${tenantId} and status in (0, 2) order by happened_at desc limit ${sql.lit(LOOKED_AT)})
    union (select id from warnings where tenant_id = ${tenantId} and status in (0, 2) and severity = 1
    order by happened_at desc limit ${sql.lit(MOST_LINES)})
    union (select id from warnings where tenant_id = ${tenantId} order by created_at desc limit ${sql.lit(MOST_LINES)})`,
    sql`${unanswered} desc, case when ${unanswered} then w.severity end, w.created_at desc, w.id desc`,
    MOST_LINES,
  );

const urgent = (tenantId: number) => sql`
  select id, last_at, created_at from warnings where tenant_id = ${tenantId} and status in (0, 2) and severity = 1
    and rule in (${sql.join(TAKING_OVER.map((rule) => sql.lit(rule)))})
      and (acknowledged_at is null or status = 0 and last_at > acknowledged_at)`;

interface Day {
  day: string;
  total: number;
  critical: number;
}

/** Days from `from` up to before `to`; those without warnings are missing. */
const daysBetween = ({ rows, tenantId }: Tx, from: string, to: string) =>
  rows<Day>(sql`
    select ((created_at at time zone 'Asia/Shanghai')::date)::text as day, count(*)::integer as total,
      (count(*) filter (where severity = 1))::integer as critical
    from warnings where tenant_id = ${tenantId} and created_at >= ${startOf(from)} and created_at < ${startOf(to)} group by 1`);

export async function warningsOf(context: Context, today: string, cover: NameCover): Promise<Figures> {
  const { tx } = context;
  const { tenantId, row, rows } = tx;
  const [first, tomorrow] = [nextDay(today, 1 - DAYS), nextDay(today)];
  const past = sql`from warnings where tenant_id = ${tenantId} and created_at >= ${startOf(first)} and created_at < ${startOf(today)}`;
  const [bySeverity, open, response, urgentTotal, urgentRows, list, now, before] = await Promise.all([
    rows<Figures['today'][number]>(sql`
      select severity, count(*)::integer as total, (count(*) filter (where status = 0))::integer as open,
        (count(*) filter (where status = 2))::integer as "inProgress",
        (count(*) filter (where status = 1))::integer as handled, (count(*) filter (where status = 3))::integer as "falseTrigger",
          (count(*) filter (where status = 4))::integer as test
      from warnings where tenant_id = ${tenantId} and created_at >= ${startOf(today)} and created_at < ${startOf(tomorrow)} group by 1
      order by 1`),
    row<{ open: number; unanswered: number }>(sql`
      select count(*)::integer as open, (count(*) filter (where ${unanswered}))::integer as unanswered
      from (select status, acknowledged_at from warnings where tenant_id = ${tenantId} and status in (0, 2) limit ${sql.lit(MOST)}) as w`),
    row<Figures['response']>(sql`
      select count(seconds)::integer as count, percentile_cont(0.5) within group (order by seconds) as p50,
        percentile_cont(0.9) within group (order by seconds) as p90,
        max(seconds) as most
      from (select case when acknowledged_at is not null then greatest(0, extract(epoch from acknowledged_at - created_at))::float8
        end as seconds from warnings
        where tenant_id = ${tenantId} and created_at >= ${startOf(today)} and created_at < ${startOf(tomorrow)}) as answered`),
    row<{ n: number }>(sql`select count(*)::integer as n from (${urgent(tenantId)}) as w`),
    rows(
      linesOf(
        tenantId,
        sql`${urgent(tenantId)} order by greatest(last_at, created_at) desc limit ${sql.lit(MOST_URGENT)}`,
        sql`greatest(w.last_at, w.created_at) desc, w.id desc`,
        MOST_URGENT,
      ),
    ),
    rows(listed(tenantId)),
    daysBetween(tx, today, tomorrow),
    cachedFigure(context, `screen days ${today}`, past, (own) => daysBetween(own, first, today)),
  ]);
  const days = new Map([...(before.value ?? []), ...now].map((day) => [day.day, day]));
  return {
    today: bySeverity,
    open: open?.open ?? 0,
    unanswered: open?.unanswered ?? 0,
    response: response ?? { count: 0, p50: null, p90: null, most: null },
    urgent: urgentRows.map(toLine(cover)),
    urgentTotal: urgentTotal?.n ?? 0,
    list: list.map(toLine(cover)),
    days: Array.from({ length: DAYS }, (_, at) => nextDay(first, at)).map((day) => days.get(day) ?? { day, total: 0, critical: 0 }),
    counting: before.counting,
  };
}
