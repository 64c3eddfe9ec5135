/** Figures of visits: of a month by plan, visitor and special group, and who of these groups has no plan. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { MAKE_UP_DAYS } from '#contract/visits/visit-tasks.rules.ts';
import type { VisitCounts } from '#contract/visits/visit-plans.ts';
import type { visitTasks as routes } from '#contract/visits/visit-tasks.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { nameTyped } from '../lists/people-reach.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { ageOf, covers, hasPlan, isAged, isSpecial, named, placeVisited, specialGroups, visitorOf } from './covered.ts';
import { seesVisit } from './task-rows.ts';

type Counts = z.input<typeof VisitCounts>;
type Statistics = z.input<typeof routes.statistics.output>;
type Gaps = z.input<typeof routes.gaps.output>;

const counted = (when: RawBuilder<unknown>) => sql`(count(*) filter (where ${when}))::integer`;

/** The counts of visits `t`: those of days to come that were not made yet are not due. */
const countsOn = (today: string) => {
  const lapsed = sql`t.closes_on + ${sql.lit(MAKE_UP_DAYS)} < ${today}::date`;
  const inTime = sql`(t.done_at at time zone 'Asia/Shanghai')::date <= t.closes_on`;
  return sql`${counted(sql`t.state >= 3 or t.due_on <= ${today}::date`)} as due,
    ${counted(sql`t.state = 3 and ${inTime}`)} as "onTime", ${counted(sql`t.state = 3 and not ${inTime}`)} as late,
    ${counted(sql`t.state = 4`)} as "notReached", ${counted(sql`t.state <= 2 and ${lapsed}`)} as missed,
    ${counted(sql`t.state <= 2 and t.due_on <= ${today}::date and not ${lapsed}`)} as open`;
};

/** The counts of the visits that `of` leaves. */
export async function countsOf(tx: Tx, of: RawBuilder<unknown>, today: string): Promise<Counts> {
  return (await tx.row<Counts>(sql`select ${countsOn(today)} from visit_tasks t where ${of}`))!;
}

type Shared = Counts & { key: string; name: string };

export async function statisticsOf({ month }: { month: string }, { tx, deps, session }: Context): Promise<Statistics> {
  const today = dayOf(deps.now());
  const from = `${month}-01`;
  const until = nextDay(`${nextDay(from, 31).slice(0, 7)}-01`, -1);
  const of = sql`t.tenant_id = ${tx.tenantId} and t.due_on between ${from}::date and ${until}::date and ${seesVisit(session)}`;
  const groups = await specialGroups(tx);
  const seen = sql`p.id in ${seenPeople(session)}`;
  const total = await countsOf(tx, of, today);
  const plans = await tx.rows<Shared>(sql`
    select v.id::text as key, v.name, ${countsOn(today)} from visit_tasks t
      join visit_plans v on v.tenant_id = t.tenant_id and v.id = t.plan_id
    where ${of} group by v.id, v.name order by count(*) desc, v.id limit 100`);
  const visitors = await tx.rows<Shared>(sql`
    select coalesce(t.user_id, 0)::text as key, coalesce(max(t.user_name), '待指派') as name, ${countsOn(today)} from visit_tasks t
    where ${of} group by t.user_id order by count(*) desc, t.user_id limit 200`);
  const found = await tx.rows<Statistics['groups'][number]>(sql`
    select g.key, g.key as name, count(*)::integer as people, (count(*) filter (where p.covered))::integer as covered,
      (count(*) filter (where p.reached))::integer as reached
    from (select p.flags, ${isAged(groups, today)} as aged, ${hasPlan(today)} as covered,
        exists (select from visit_tasks t where t.tenant_id = p.tenant_id and t.person_id = p.id and t.state = 3
          and t.due_on between ${from}::date and ${until}::date) as reached
      from people p where p.tenant_id = ${tx.tenantId} and ${isSpecial(groups, today)} and ${seen}) p
      join unnest(${[...groups.tags, `${groups.age}岁以上`]}::text[]) with ordinality as g (key, at)
        on g.key = any(p.flags) or g.at > ${groups.tags.length}::integer and p.aged
    group by g.key, g.at order by g.at`);
  const gaps = await tx.row<{ count: number }>(sql`
    select count(*)::integer as count from people p
    where p.tenant_id = ${tx.tenantId} and ${isSpecial(groups, today)} and not ${hasPlan(today)} and ${seen}`);
  return { total, plans, visitors, groups: found, gaps: gaps!.count };
}

/** A page of the people of special groups whom no active plan covers, the oldest first. */
export async function gapsOf(
  { userName, current, size }: { userName?: string | undefined; current: number; size: number },
  { tx, deps, session }: Context,
): Promise<Gaps> {
  const today = dayOf(deps.now());
  const groups = await specialGroups(tx);
  const typed = userName ? sql`and ${nameTyped(tx.tenantId)(null as never, userName)}` : sql``;
  const of = sql`people p where p.tenant_id = ${tx.tenantId} and ${isSpecial(groups, today)} and not ${hasPlan(today)}
    and p.id in ${seenPeople(session)} and p.id in (select people.id from people where people.tenant_id = ${tx.tenantId} ${typed})`;
  const total = await tx.row<{ count: number }>(sql`select count(*)::integer as count from ${of}`);
  const records = await tx.rows<Gaps['records'][number]>(sql`
    select f.id as "oldmanId", f.name as "oldmanName", f.gender, f.age, f.flags, f.mobile, f.place, u.name as "carerName",
      k.last_on as "lastDay"
    from (select p.id, p.name, p.gender, ${ageOf(today)} as age, p.flags, p.mobile, ${placeVisited} as place, p.carer_id, p.birth_date
      from ${of} order by p.birth_date, p.id limit ${size} offset ${(current - 1) * size}) f
      left join users u on u.tenant_id = ${tx.tenantId} and u.id = f.carer_id
      left join visit_people k on k.tenant_id = ${tx.tenantId} and k.person_id = f.id
    order by f.birth_date, f.id`);
  return { records, total: total!.count, size, current, pages: Math.ceil(total!.count / size) };
}

/** What the page of a person says before their visits. */
export async function ofPerson({ tx, deps, session }: Context, personId: number): Promise<z.input<typeof routes.person.output> | null> {
  const today = dayOf(deps.now());
  const known = await tx.row<{ lastDay: string | null; finding: string | null; missed: number }>(sql`
    select k.last_on as "lastDay", k.finding, coalesce(k.missed, 0)::integer as missed
    from people p left join visit_people k on k.tenant_id = p.tenant_id and k.person_id = p.id
    where p.tenant_id = ${tx.tenantId} and p.id = ${personId} and p.id in ${seenPeople(session)}`);
  if (!known) return null;
  const plans = await plansOf(tx, personId, today);
  return { ...known, plans };
}

const plansOf = (tx: Tx, personId: number, today: string) =>
  tx.rows<z.input<typeof routes.person.output>['plans'][number]>(sql`
    select x.id, x.name, u.name as "userName", (select min(t.due_on) from visit_tasks t where t.tenant_id = ${tx.tenantId}
      and t.person_id = ${personId} and t.plan_id = x.id and t.state <= 2 and t.closes_on >= ${today}::date) as "nextDay"
    from (select v.id, v.name, ${visitorOf} as visitor from visit_plans v join people p on p.tenant_id = v.tenant_id and p.id = ${personId}
      ${named} where v.tenant_id = ${tx.tenantId} and v.state = 2 and ${covers(today)}) x
      left join users u on u.tenant_id = ${tx.tenantId} and u.id = x.visitor order by x.id`);
