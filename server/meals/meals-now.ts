/** Meals of 现在: who ate nothing again and again, days without a menu, dishes without a sample, samples whose time is over. */
import { sql } from 'kysely';
import { dietPlans } from '#contract/meals/diet-plans.ts';
import { foodSamples } from '#contract/meals/food-samples.ts';
import { mealRecords } from '#contract/meals/meal-records.ts';
import { DEFAULT_TIMES, mealDefaults, mealNames, meals, weekOf } from '#contract/meals/meals.rules.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import type { Session } from '../context.ts';
import { instant } from '../db/instants.ts';
import { firstOf, mayDo, seenPeople, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { placeOfPerson } from '../rooms/places.ts';

/** Its value as it is set; null where it is not. */
const parameter = ({ tenantId }: Session, key: string) =>
  sql`(select value from parameters where tenant_id = ${tenantId} and key = ${key})`;

/** The meals with their words, as rows. */
const KNOWN = sql`(values ${sql.join(mealNames.map((name, at) => sql`(${sql.lit(at)}, ${sql.lit(name)}, ${sql.lit(meals[name])})`))})
  as known (at, meal, word)`;

/** Within these days a meal counts. */
const DAYS = 3;

/** Who ate nothing at the last meals that were noted, as many as the parameter says. */
export const refusedMealsNow: NowSource = {
  kind: 'meal_refused',
  may: mayDo(mealRecords.save.access),
  query: ({ session, now }) => {
    const since = sql`${nextDay(dayOf(now), 1 - DAYS)}::date`;
    const most = sql`coalesce(nullif(substring(${parameter(session, 'MEAL_REFUSALS')} from '^[0-9]{1,2}$'), '')::integer,
      ${sql.lit(mealDefaults.refusals)})`;
    return sql<NowFound>`
    select f.person_id as id, 2 as severity, 2 as phase, p.name, '连续' || f.most || '餐未吃' as text, null::text as note,
      f.person_id as "personId", ${placeOfPerson(sql`${session.tenantId}::bigint`, sql`f.person_id`)} as place, null::bigint as link,
      false as mark, f.since, null::timestamptz as due, f.total
    from ${firstOf(
      sql`select n.person_id, n.most, last.since from (
          select distinct person_id, ${most} as most from care_notes
          where tenant_id = ${session.tenantId} and eaten = 5 and meal_on >= ${since} and person_id in ${seenPeople(session)}) n
        cross join lateral (select count(*) as meals, min(e.eaten) as least, min(e.noted_at) as since from (
          select eaten, noted_at from care_notes where tenant_id = ${session.tenantId} and person_id = n.person_id and meal is not null
            and meal_on >= ${since} order by noted_at desc limit n.most) e) last
        where n.most > 0 and last.meals = n.most and last.least = 5`,
      'since, person_id',
    )} f join people p on p.tenant_id = ${session.tenantId} and p.id = f.person_id`;
  },
};

/** Meals of today that have begun and have dishes without a sample, each as one row. */
export const missingSamplesNow: NowSource = {
  kind: 'sample_missing',
  may: mayDo(foodSamples.create.access),
  query: ({ session, now }) => {
    const today = dayOf(now);
    const { monday, index } = weekOf(today);
    const times = sql`coalesce(${parameter(session, 'MEAL_TIMES')}, ${sql.lit(DEFAULT_TIMES)})`;
    return sql<NowFound>`
    select f.id, 3 as severity, 2 as phase, f.word as name, f.missing || '道菜品未留样' as text, null::text as note, null::bigint as "personId",
      null::text as place, null::bigint as link, false as mark, f.since, null::timestamptz as due, f.total
    from ${firstOf(
      sql`select (${today}::date - date '2020-01-01') * 10 + m.at as id, m.word, m.since, count(distinct i.dish_id)::integer as missing from (
          select known.*, (${today}::date + substring(${times} from known.word || '\\s*([0-9]{2}:[0-9]{2})')::time) at time zone 'Asia/Shanghai'
            as since from ${KNOWN}) m
        join diet_plans d on d.tenant_id = ${session.tenantId} and d.week_on = ${monday}::date and d.state = 2
        join diet_plan_dishes i on i.tenant_id = d.tenant_id and i.plan_id = d.id and i.day = ${index} and i.meal = m.meal
        where m.since <= ${instant(now)} and not exists (select from food_samples s where s.tenant_id = d.tenant_id
          and s.day = ${today}::date and s.meal = i.meal and s.dish_id = i.dish_id)
        group by m.at, m.word, m.since`,
      'since, id',
    )} f`;
  },
};

/** Today and tomorrow without dishes in the institution's published plan, once it has published one. */
export const missingMenusNow: NowSource = {
  kind: 'menu_missing',
  may: mayDo(dietPlans.publish.access),
  query: ({ session, now }) => {
    const today = dayOf(now);
    const days = [today, nextDay(today, 1)].map((day, ahead) => ({ day, ahead, ...weekOf(day) }));
    return sql<NowFound>`
    select f.id, f.severity, 2 as phase, f.name, '没有已发布的菜谱' as text, f.monday as note, null::bigint as "personId",
      null::text as place, null::bigint as link, false as mark, null::timestamptz as since, f.due, f.total
    from ${firstOf(
      sql`select asked.day - date '2020-01-01' as id, case asked.ahead when 0 then 2 else 3 end as severity,
          (case asked.ahead when 0 then '今天' else '明天' end) || to_char(asked.day, ' MM-DD') as name, asked.monday,
          asked.day::timestamp at time zone 'Asia/Shanghai' as due
        from (values ${sql.join(days.map(({ day, ahead, monday, index }) => sql`(${day}::date, ${ahead}::integer, ${monday}::text, ${index}::integer)`))})
          as asked (day, ahead, monday, index)
        where exists (select from diet_plans where tenant_id = ${session.tenantId} and state > 1 and building = '')
          and not exists (select from diet_plans d join diet_plan_dishes i on i.tenant_id = d.tenant_id and i.plan_id = d.id
            and i.day = asked.index where d.tenant_id = ${session.tenantId} and d.week_on = asked.monday::date and d.state = 2
            and d.building = '')`,
      'due, id',
    )} f`;
  },
};

/** Samples whose time is over, those of a meal as one row. */
export const dueSamplesNow: NowSource = {
  kind: 'sample_due',
  may: mayDo(foodSamples.dispose.access),
  query: ({ session, now }) => sql<NowFound>`
    select f.id, 4 as severity, 2 as phase, f.name, f.kept || '份留样到期' as text, null::text as note, null::bigint as "personId",
      null::text as place, null::bigint as link, false as mark, f.due as since, f.due, f.total
    from ${firstOf(
      sql`select (s.day - date '2020-01-01') * 10 + known.at as id, to_char(s.day, 'MM-DD') || known.word as name,
          count(*)::integer as kept, min(s.keep_until) as due
        from food_samples s join ${KNOWN} on known.meal = s.meal
        where s.tenant_id = ${session.tenantId} and s.state = 1 and s.keep_until <= ${instant(now)}
        group by s.day, known.at, known.word`,
      'due, id',
    )} f`,
};
