/** Care in 现在: tasks that are overdue, gathered in one row, and plans to be reviewed. */
import { sql } from 'kysely';
import { carePlans } from '#contract/care/care-plans.ts';
import { careTasks } from '#contract/care/care-tasks.ts';
import { COUNTED_NOW, countText } from '#contract/screens/now.rules.ts';
import { dayOf } from '#contract/time.ts';
import { instant } from '../db/instants.ts';
import { firstOf, mayDo, seenPeople, type NowFound, type NowSource } from '../lists/now-sources.ts';
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
