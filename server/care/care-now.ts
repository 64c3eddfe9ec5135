/** Care in 现在: tasks that are overdue, gathered in one row, floors to be walked through, and plans to be reviewed. */
import { sql } from 'kysely';
import { careSettingDefaults } from '#contract/care/care-settings.ts';
import { careShiftAt } from '#contract/care/care-times.rules.ts';
import { shiftNumberAt } from '#contract/care/patrol-windows.rules.ts';
import { patrols } from '#contract/care/patrols.ts';
import { carePlans } from '#contract/care/care-plans.ts';
import { careTasks } from '#contract/care/care-tasks.ts';
import { COUNTED_NOW, countText } from '#contract/screens/now.rules.ts';
import { dayOf } from '#contract/time.ts';
import { instant } from '../db/instants.ts';
import { firstOf, mayDo, seenPeople, severityByDue, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { placeOfPerson } from '../rooms/places.ts';

/** One row however many they are: a round is made for them. */
export const overdueCareNow: NowSource = {
  kind: 'care_task',
  may: mayDo(careTasks.page.access),
  query: ({ session, now }) => sql<NowFound>`
    with late as materialized (
      select t.person_id, t.due_at, t.closes_at from care_tasks t
      where t.tenant_id = ${session.tenantId} and t.state = 1 and t.due_at < ${instant(now)}
        and t.due_at > ${instant(now)} - interval '12 hours' and t.closes_at > ${instant(now)} and t.person_id in ${seenPeople(session)}
      order by t.due_at limit ${sql.lit(COUNTED_NOW + 1)}
    ), sum as (select count(*)::integer as tasks, min(due_at) as since, min(closes_at) as due from late)
    select 0::bigint as id, 3 as severity, 2 as phase, '照护任务' as name, sum.tasks::text as text, null::text as note,
      null::bigint as "personId",
      (select app.place_text(r.building, r.floor, '', null) from late l
        join people p on p.tenant_id = ${session.tenantId} and p.id = l.person_id
        join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
        join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id order by r.place limit 1) as place,
      null::bigint as link, false as mark, sum.since, sum.due, 1 as total
    from sum where sum.tasks > 0`,
  say: (row) => ({
    ...row,
    text: `${countText(Number(row.text))} 项超时${row.place === null ? '' : `，${row.place}起`}`,
    place: null,
  }),
};

export const careReviewsNow: NowSource = {
  kind: 'care_review',
  may: mayDo(carePlans.review.access),
  query: ({ session, now }) => sql<NowFound>`
    select f.id, 4 as severity, 2 as phase, p.name, '照护计划需要复核' as text, null::text as note, p.id as "personId",
      ${placeOfPerson(sql`c.tenant_id`, sql`c.person_id`)} as place, null::bigint as link, false as mark,
      f.next_review_on::timestamptz as since, null::timestamptz as due, f.total
    from ${firstOf(
      sql`select id, next_review_on from care_plans where tenant_id = ${session.tenantId} and state = 2 and ends_at is null
        and next_review_on <= ${dayOf(now)}::date and person_id in ${seenPeople(session)}`,
      'next_review_on, id',
    )} f join care_plans c on c.tenant_id = ${session.tenantId} and c.id = f.id
      join people p on p.tenant_id = c.tenant_id and p.id = c.person_id`,
};

/** The floors with residents of the session that have no round in the span of now (`patrolWindowAt` of the contract). */
export const patrolsNow: NowSource = {
  kind: 'patrol',
  may: mayDo(patrols.page.access),
  query: ({ session, now }) => {
    const shift = careShiftAt(now);
    const key = shiftNumberAt(now) === 0 ? 'PATROL_NIGHT_ROUNDS' : 'PATROL_DAY_HOURS';
    const step = key === 'PATROL_DAY_HOURS' ? sql`n * interval '1 hour'` : sql`interval '8 hours' / n`;
    return sql<NowFound>`
      with asked as (
        select coalesce((select case when value ~ '^[0-9]{1,2}$' then value::integer end from parameters
          where tenant_id = ${session.tenantId} and key = ${key}), ${sql.lit(careSettingDefaults[key])}) as n
      ), steps as (select ${step} as step from asked where n > 0
      ), begun as (
        select ${instant(shift.from)}
          + step * floor(extract(epoch from ${instant(now)} - ${instant(shift.from)}) / extract(epoch from step)) as since, step from steps
        where exists (select from patrols where tenant_id = ${session.tenantId} and state < 3)
      ), windows as (select since, least(since + step, ${instant(shift.until)}) as due from begun)
      select f.id, ${severityByDue(sql`f.due`, instant(now))} as severity, 2 as phase, f.name, '本时段还没有巡视' as text, null::text as note,
        null::bigint as "personId", null::text as place, null::bigint as link, false as mark, f.since, f.due, f.total
      from ${firstOf(
        sql`select min(r.id) as id, app.place_text(r.building, r.floor, '', null) as name, w.since, w.due from windows w
          join people p on p.tenant_id = ${session.tenantId} and p.status = 1 and p.deleted_at is null and p.id in ${seenPeople(session)}
          join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
          where not exists (select from patrols t where t.tenant_id = ${session.tenantId} and t.started_at >= w.since
            and t.building = r.building and t.floor = r.floor and t.state < 3)
          group by r.building, r.floor, w.since, w.due`,
        'due, id',
      )} f`;
  },
};
