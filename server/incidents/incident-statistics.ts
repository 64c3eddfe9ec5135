/** Figures of incidents in a span of days. Rates are of the days on which residents were counted. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { incidentStatistics as routes } from '#contract/incidents/incident-statistics.ts';
import { FALL, OUT_OF_BED } from '#contract/incidents/incident-types.rules.ts';
import { DAY, dayOf, instantOf, nextDay, textOf } from '#contract/time.ts';
import { planned } from '../db/tenant.ts';
import { invalid } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { passed, reachesIncident } from './incident-rows.ts';

const MOST_DAYS = 366;
const USUAL_DAYS = 365;
const MOST_PEOPLE = 20;

type Statistics = z.input<typeof routes.read.output>;

const kept = (due: string, done: string, now: string) => sql`json_build_object(
  'asked', count(*) filter (where ${sql.ref(due)} is not null and (${sql.ref(done)} is not null or ${sql.ref(due)} < ${now})),
  'met', count(*) filter (where ${sql.ref(done)} <= ${sql.ref(due)}))`;
const GRAVE = sql`count(*) filter (where i.severity <= 2 or i.died)::integer`;

export const incidentStatistics: Handlers<typeof routes> = {
  async read({ startDate, endDate, oldmanId }, { tx, deps, session }) {
    const now = textOf(deps.now());
    const last = endDate ?? dayOf(deps.now());
    const first = startDate ?? nextDay(last, 1 - USUAL_DAYS);
    if (first > last) throw invalid('开始日期不能晚于结束日期');
    if ((instantOf(last) - instantOf(first)) / DAY >= MOST_DAYS) throw invalid(`最多统计${MOST_DAYS}天`);
    const person = oldmanId
      ? sql`and exists (select from incident_people ip where ip.tenant_id = incidents.tenant_id and ip.incident_id = incidents.id
          and ip.person_id = ${oldmanId})`
      : sql``;
    const row = await tx.row<{ data: Statistics }>(
      planned(sql`
      with i as materialized (
        select incidents.*, ${passed(now)} as passed, r.building, r.floor,
          (incidents.occurred_at at time zone 'Asia/Shanghai') as at
        from incidents left join rooms r on r.tenant_id = incidents.tenant_id and r.id = incidents.room_id
        where incidents.tenant_id = ${tx.tenantId} and incidents.deleted_at is null
          and incidents.occurred_at >= ${`${first} 00:00:00`}::timestamptz
          and incidents.occurred_at < ${`${nextDay(last)} 00:00:00`}::timestamptz
          and ${reachesIncident(null, session) ?? sql`true`} ${person}),
      c as (select coalesce(sum(residents), 0)::integer as days, count(*)::integer as counted from resident_counts
        where tenant_id = ${tx.tenantId} and day between ${first}::date and ${last}::date),
      k as (select count(*) as total, count(*) filter (where i.type in (${sql.lit(OUT_OF_BED)}, ${sql.lit(FALL)})) as falls
        from i join resident_counts d on d.tenant_id = i.tenant_id and d.day = i.at::date)
      select json_build_object(
        'total', count(*), 'grave', ${GRAVE}, 'open', count(*) filter (where i.state < 4), 'closed', count(*) filter (where i.state = 4),
        'died', count(*) filter (where i.died), 'falls', count(*) filter (where i.type in (${sql.lit(OUT_OF_BED)}, ${sql.lit(FALL)})),
        'overdue', count(*) filter (where i.passed),
        'family', ${kept('i.family_due_at', 'i.family_told_at', now)}, 'manager', ${kept('i.manager_due_at', 'i.accepted_at', now)},
        'authority', ${kept('i.authority_due_at', 'i.authority_told_at', now)}, 'written', ${kept('i.written_due_at', 'i.written_at', now)},
        'measures', (select json_build_object('total', count(*), 'done', count(m.done_at),
          'overdue', count(*) filter (where m.done_at is null and m.due_on < ${dayOf(deps.now())}::date))
          from incident_measures m join i on i.tenant_id = m.tenant_id and i.id = m.incident_id),
        'residentDays', (select days from c), 'countedDays', (select counted from c),
        'rate', (select round(1000.0 * k.total / nullif(c.days, 0), 2)::float8 from k, c),
        'fallRate', (select round(1000.0 * k.falls / nullif(c.days, 0), 2)::float8 from k, c),
        'bySeverity', (select coalesce(json_agg(x order by x.severity), '[]') from
          (select i.severity, count(*)::integer as total from i group by 1) x),
        'byType', (select coalesce(json_agg(x order by x.total desc, x.type), '[]') from (select i.type, count(*)::integer as total,
          ${GRAVE} as grave, count(*) filter (where i.state < 4)::integer as open from i group by 1) x),
        'byMonth', (select coalesce(json_agg(x order by x.month), '[]') from
          (select to_char(i.at, 'YYYY-MM') as month, count(*)::integer as total, ${GRAVE} as grave from i group by 1) x),
        'byHour', (select coalesce(json_agg(x order by x.hour), '[]') from
          (select extract(hour from i.at)::integer as hour, count(*)::integer as total, ${GRAVE} as grave from i group by 1) x),
        'byPlace', (select coalesce(json_agg(x order by x.total desc, x.building, x.floor), '[]') from
          (select i.building, i.floor, count(*)::integer as total, ${GRAVE} as grave from i group by 1, 2) x),
        'byPerson', (select coalesce(json_agg(x order by x.total desc, x."oldmanId"), '[]') from (select p.person_id as "oldmanId",
          max(p.person_name) as name, count(*)::integer as total, ${GRAVE} as grave from i
          join incident_people p on p.tenant_id = i.tenant_id and p.incident_id = i.id group by 1 order by 3 desc, 1
          limit ${sql.lit(MOST_PEOPLE)}) x)) as data
      from i`) as never,
    );
    return (row as { data: Statistics }).data;
  },
};
