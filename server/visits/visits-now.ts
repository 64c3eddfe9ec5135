/** Visits in 现在: one's own that are due, and people who were not reached again and again. */
import { sql } from 'kysely';
import { visitSettingDefaults, visitWays } from '#contract/visits/visit-plans.rules.ts';
import { visitTasks } from '#contract/visits/visit-tasks.ts';
import { MAKE_UP_DAYS, MISSED_DAYS } from '#contract/visits/visit-tasks.rules.ts';
import { dayOf } from '#contract/time.ts';
import { firstOf, mayDo, seenPeople, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { isPresent, placeVisited } from './covered.ts';
import { isStillOpen } from './task-rows.ts';

export const ownVisitsNow: NowSource = {
  kind: 'visit',
  may: mayDo(visitTasks.record.access),
  query: ({ session, now }) => sql<NowFound>`
    select t.id, case when t.closes_on < ${dayOf(now)}::date then 3 else 4 end as severity, 2 as phase, p.name, v.way::text as text,
      v.name as note, p.id as "personId", ${placeVisited} as place, t.id as link, false as mark, t.due_on::timestamptz as since,
      (t.closes_on + 1)::timestamptz as due, f.total
    from ${firstOf(
      sql`select t.id, t.due_on from visit_tasks t join people p on p.tenant_id = t.tenant_id and p.id = t.person_id and ${isPresent}
        where t.tenant_id = ${session.tenantId} and t.user_id = ${session.userId} and t.due_on <= ${dayOf(now)}::date
          and ${isStillOpen(dayOf(now))}`,
      'due_on, id',
    )} f join visit_tasks t on t.tenant_id = ${session.tenantId} and t.id = f.id
      join visit_plans v on v.tenant_id = t.tenant_id and v.id = t.plan_id
      join people p on p.tenant_id = t.tenant_id and p.id = t.person_id`,
  say: (row) => ({ ...row, text: `${visitWays[Number(row.text)]}探访` }),
};

/** Visits that nobody made in time, of people who were not visited since. */
export const lostVisitsNow: NowSource = {
  kind: 'visit_lost',
  may: mayDo(visitTasks.assign.access),
  query: ({ session, now }) => {
    const today = sql`${dayOf(now)}::date`;
    return sql<NowFound>`
    select t.id, 3 as severity, 2 as phase, p.name, to_char(t.due_on, 'MM-DD') || ' 的探访没有完成，' ||
        coalesce('探访人' || t.user_name, '没有指派探访人') as text, v.name as note, p.id as "personId", ${placeVisited} as place, t.id as link,
      false as mark, t.due_on::timestamptz as since, null::timestamptz as due, f.total
    from ${firstOf(
      sql`select t.id, t.closes_on from visit_tasks t join people p on p.tenant_id = t.tenant_id and p.id = t.person_id and ${isPresent}
        where t.tenant_id = ${session.tenantId} and t.state <= 2 and t.closes_on < ${today} - ${sql.lit(MAKE_UP_DAYS)}::integer
          and t.closes_on >= ${today} - ${sql.lit(MISSED_DAYS)}::integer and t.person_id in ${seenPeople(session)}
          and not exists (select from visit_people k where k.tenant_id = t.tenant_id and k.person_id = t.person_id
            and k.last_on > t.closes_on)`,
      'closes_on, id',
    )} f join visit_tasks t on t.tenant_id = ${session.tenantId} and t.id = f.id
      join visit_plans v on v.tenant_id = t.tenant_id and v.id = t.plan_id
      join people p on p.tenant_id = t.tenant_id and p.id = t.person_id`;
  },
};

export const missedPeopleNow: NowSource = {
  kind: 'visit_missed',
  may: mayDo(visitTasks.settle.access),
  query: ({ session }) => sql<NowFound>`
    select p.id, 3 as severity, 2 as phase, p.name, f.missed::text as text, null::text as note, p.id as "personId",
      ${placeVisited} as place, null::bigint as link, false as mark, f.missed_at as since, null::timestamptz as due, f.total
    from ${firstOf(
      sql`select k.person_id, k.missed, k.missed_at from visit_people k
        join people p on p.tenant_id = k.tenant_id and p.id = k.person_id and ${isPresent}
        where k.tenant_id = ${session.tenantId} and k.missed > 0 and k.missed >= coalesce((select value::integer from parameters
            where tenant_id = ${session.tenantId} and key = 'VISIT_MISSED' and value ~ '^[0-9]{1,3}$'),
            ${Number(visitSettingDefaults.VISIT_MISSED)}::integer)
          and k.person_id in ${seenPeople(session)}`,
      'missed_at, person_id',
    )} f join people p on p.tenant_id = ${session.tenantId} and p.id = f.person_id`,
  say: (row) => ({ ...row, text: `连续${row.text}次探访未见到人` }),
};
