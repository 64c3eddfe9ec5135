/** Whom a plan of visits covers, and who is to visit them: one spelling in SQL, over plans `v`, people `p` and the names of the plan `c`. */
import { sql, type RawBuilder } from 'kysely';
import { visitSettingDefaults, specialTags } from '#contract/visits/visit-plans.rules.ts';
import type { Tx } from '../db/tenant.ts';

type Sql = RawBuilder<unknown>;

/** Dictionary `oldman_status`: who is in the house, or looked after at home. */
const PRESENT = 1;

/** That a person was born so many years before a day. */
const isOld = (years: Sql, today: string) => sql`p.birth_date <= ${today}::date - make_interval(years => ${years})`;

/** That the rule of `v` finds `p`. */
const fits = (today: string) => sql`(v.by_rule and (cardinality(v.tags) = 0 or p.flags && v.tags)
  and (v.min_age is null or ${isOld(sql`v.min_age::integer`, today)})
  and (cardinality(v.care_levels) = 0 or p.care_level = any(v.care_levels))
  and (v.service_type is null or p.service_type = v.service_type)
  and (v.department_id is null or p.department_id = v.department_id))`;

/** That `p` is there to be visited; who is in hospital, away or gone is not. */
export const isPresent = sql`p.status = ${sql.lit(PRESENT)} and p.deleted_at is null`;

/** That `v` covers `p`, with `c` where the plan names them. */
export const covers = (today: string): Sql => sql`(${isPresent} and (coalesce(c.chosen, false) or ${fits(today)}))`;

/** `c` of `v` and `p`. */
export const named = sql`left join visit_plan_people c on c.tenant_id = v.tenant_id and c.plan_id = v.id and c.person_id = p.id`;

/** The id of who is to visit `p`: named for them, else their carer where that is one of the visitors, else one of these, always the same. */
export const visitorOf = sql<number | null>`coalesce(c.user_id,
  case when cardinality(v.visitor_ids) = 0 or p.carer_id = any(v.visitor_ids) then p.carer_id end,
  v.visitor_ids[1 + (p.id % nullif(cardinality(v.visitor_ids), 0))::integer])`;

/** Where `p` is visited: the address of who lives at home, else the bed. */
export const placeVisited = sql<string | null>`case when p.service_type = 2 or p.bed_id is null then p.address else (
  select app.place_text(r.building, r.floor, r.name, b.name) from beds b join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
  where b.tenant_id = p.tenant_id and b.id = p.bed_id) end`;

export const ageOf = (today: string) => sql<number | null>`extract(year from age(${today}::date, p.birth_date))::integer`;

export interface SpecialGroups {
  tags: string[];
  age: number;
  /** In so many visits in a row the person was not reached: the coordinator is told. */
  missed: number;
}

/** What the institution's parameters say. */
export async function specialGroups(tx: Tx): Promise<SpecialGroups> {
  const keys = Object.keys(visitSettingDefaults);
  const rows = await tx.rows<{ key: string; value: string }>(
    sql`select key, value from parameters where tenant_id = ${tx.tenantId} and key = any(${keys}::text[])`,
  );
  const said = { ...visitSettingDefaults, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) };
  const number = (key: 'VISIT_AGE' | 'VISIT_MISSED') => Number(/^\d{1,3}$/.test(said[key]) ? said[key] : visitSettingDefaults[key]);
  return { tags: specialTags(said.VISIT_TAGS), age: number('VISIT_AGE'), missed: number('VISIT_MISSED') };
}

/** That `p` lives at home and belongs to a special group. */
export const isSpecial = ({ tags, age }: SpecialGroups, today: string): Sql => sql`(${isPresent} and p.service_type = 2
  and (p.flags && ${tags}::text[] or ${isOld(sql`${age}::integer`, today)}))`;

/** That `p` is older than the age of the special groups. */
export const isAged = ({ age }: SpecialGroups, today: string): Sql => isOld(sql`${age}::integer`, today);

/** That an active plan covers `p`. */
export const hasPlan = (today: string): Sql => sql`exists (select from visit_plans v ${named}
  where v.tenant_id = p.tenant_id and v.state = 2 and (v.ends_on is null or v.ends_on >= ${today}::date) and ${covers(today)})`;
