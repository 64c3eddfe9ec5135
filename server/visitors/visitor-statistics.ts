/** Figures of visitors and outings. Days are those for which visitors booked; who came without a booking has the day of coming. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { DAY, dayOf, instantOf, nextDay } from '#contract/time.ts';
import { visitorStatistics as routes } from '#contract/visitors/visitor-statistics.ts';
import type { Context } from '../context.ts';
import { instant } from '../db/instants.ts';
import { planned } from '../db/tenant.ts';
import { invalid } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { reachesRecord } from './visitor-reach.ts';

const MOST_DAYS = 366;
/** What is shown to a client that says no time. */
const USUAL_DAYS = 30;
const MOST_PEOPLE = 20;

const seen = ({ session }: Context) => reachesRecord(null as never, session) ?? sql`true`;

type Today = z.input<typeof routes.today.output>;
type Hour = z.input<typeof routes.hours.output>[number];
type Period = z.input<typeof routes.period.output>;

export const visitorStatistics: Handlers<typeof routes> = {
  async today(_input, context) {
    const { tx, deps } = context;
    const now = deps.now();
    const row = await tx.row<Today>(sql`
      select v.*, o.* from (
        select count(*) filter (where day = ${dayOf(now)}::date and state in (1, 2, 3, 4, 7) and source < 3)::integer as booked,
          count(*) filter (where state = 1)::integer as pending,
          count(*) filter (where day = ${dayOf(now)}::date and state in (3, 4))::integer as arrived,
          count(*) filter (where state = 3)::integer as inside,
          coalesce(sum(people) filter (where state = 3), 0)::integer as "insidePeople",
          count(*) filter (where day = ${dayOf(now)}::date and state = 4)::integer as left,
          count(*) filter (where state = 3 and due_at < ${instant(now)})::integer as overdue
        from visitor_records where tenant_id = ${tx.tenantId} and ${seen(context)}
          and (day = ${dayOf(now)}::date or state = 3 or state = 1)) v,
        (select count(*)::integer as out, count(*) filter (where due_at < ${instant(now)})::integer as "outOverdue"
        from outings where tenant_id = ${tx.tenantId} and state = 2 and ${seen(context)}) o`);
    return row as Today;
  },

  async hours(_input, context) {
    const { tx, deps } = context;
    const today = dayOf(deps.now());
    const hour = (column: string) => sql`extract(hour from ${sql.ref(column)} at time zone 'Asia/Shanghai')::integer`;
    const rows = await tx.rows<Hour>(sql`
      with d as (select starts_at, arrived_at, left_at, state, source from visitor_records
        where tenant_id = ${tx.tenantId} and day = ${today}::date and ${seen(context)})
      select hour, sum(booked)::integer as booked, sum(arrived)::integer as arrived, sum(gone)::integer as left from (
        select ${hour('starts_at')} as hour, 1 as booked, 0 as arrived, 0 as gone from d where source < 3 and state in (1, 2, 3, 4, 7)
        union all select ${hour('arrived_at')}, 0, 1, 0 from d where arrived_at is not null
        union all select ${hour('left_at')}, 0, 0, 1 from d where left_at is not null) as one
      group by 1 order by 1`);
    return Array.from({ length: 24 }, (_, at) => rows.find(({ hour: its }) => its === at) ?? { hour: at, booked: 0, arrived: 0, left: 0 });
  },

  async period({ startTime, endTime }, context) {
    const { tx, deps } = context;
    const last = endTime ?? dayOf(deps.now());
    const first = startTime ?? nextDay(last, 1 - USUAL_DAYS);
    if (first > last) throw invalid('开始日期不能晚于结束日期');
    if ((instantOf(last) - instantOf(first)) / DAY >= MOST_DAYS) throw invalid(`最多统计${MOST_DAYS}天`);
    const row = await tx.row<{ data: Period }>(
      planned(sql`
      with v as (select day, state, source, people, relation, person_id, person_name, restriction_id, arrived_at, left_at
        from visitor_records
        where tenant_id = ${tx.tenantId} and day between ${first}::date and ${last}::date and ${seen(context)})
      select json_build_object(
        'total', count(*), 'arrived', count(*) filter (where state in (3, 4)),
        'people', coalesce(sum(people) filter (where state in (3, 4)), 0),
        'missed', count(*) filter (where state = 7), 'cancelled', count(*) filter (where state = 5),
        'refused', count(*) filter (where state = 6), 'restricted', count(*) filter (where restriction_id is not null),
        'missedRate', round(count(*) filter (where state = 7)::numeric
          / nullif(count(*) filter (where source < 3 and state in (3, 4, 7)), 0), 4)::float8,
        'minutes', round(percentile_cont(0.5) within group (order by extract(epoch from left_at - arrived_at) / 60)
          filter (where state = 4))::integer,
        'byDay', (select coalesce(json_agg(d order by d.day), '[]') from (select day, count(*) filter (where state in (3, 4)) as arrived,
          count(*) filter (where state = 7) as missed from v group by 1) d),
        'byRelation', (select coalesce(json_agg(r order by r.total desc, r.relation), '[]') from (select relation, count(*) as total,
          sum(people) as people from v where state in (3, 4) group by 1) r),
        'byPerson', (select coalesce(json_agg(p order by p.total desc, p."oldmanId"), '[]') from (select person_id as "oldmanId",
          max(person_name) as name, count(*) as total, sum(people) as people from v where state in (3, 4) and person_id is not null
          group by 1 order by 3 desc, 1 limit ${MOST_PEOPLE}) p),
        'bySource', (select coalesce(json_agg(s order by s.source), '[]') from (select source,
          count(*) filter (where state in (3, 4)) as total, count(*) filter (where state = 7) as missed from v group by 1) s)) as data
      from v`) as never,
    );
    return (row as { data: Period }).data;
  },
};
