/** Plans of visits as they are read: the list, one with the people it names, one that is changed. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { CoveredPerson, visitPlans as routes, VisitPlanDetail } from '#contract/visits/visit-plans.ts';
import { dayOf } from '#contract/time.ts';
import type { Context, Session } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, readOne, type ListOf } from '../lists/crud.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { ageOf, covers, named, placeVisited, visitorOf } from './covered.ts';

export const NOUN = '探访计划';

export const list: ListOf<typeof routes.page, 'visit_plans'> = {
  table: 'visit_plans',
  noun: NOUN,
  columns: {
    id: 'id',
    name: 'name',
    purpose: 'purpose',
    way: 'way',
    state: 'state',
    byRule: 'by_rule',
    tags: 'tags',
    minAge: 'min_age',
    careLevels: 'care_levels',
    serviceType: 'service_type',
    departmentId: 'department_id',
    departmentName: lookup('departments', 'name', 'visit_plans.department_id'),
    chosen: () => sql<number>`(select count(*)::integer from visit_plan_people c
      where c.tenant_id = visit_plans.tenant_id and c.plan_id = visit_plans.id and c.chosen)`,
    frequency: 'frequency',
    every: 'every',
    weekdays: 'weekdays',
    monthDays: 'month_days',
    startsOn: 'starts_on',
    endsOn: 'ends_on',
    daysAllowed: 'days_allowed',
    visitorIds: 'visitor_ids',
    visitors: () => sql`(select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name)
        order by array_position(visit_plans.visitor_ids, u.id)), '[]'::json)
      from users u where u.tenant_id = visit_plans.tenant_id and u.id = any(visit_plans.visitor_ids))`,
    items: 'items',
    endReason: 'end_reason',
    createBy: 'created_name',
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name'), way: equals('way'), state: equals('state') },
  sorts: { starts_on: 'starts_on' },
};

/** A plan, locked. Throws 404. */
export async function lockPlan(tx: Tx, id: number) {
  const row = await tx.row(db.selectFrom('visit_plans').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate());
  if (!row) throw notFound(NOUN);
  return row;
}
export type PlanRow = Awaited<ReturnType<typeof lockPlan>>;

/** Whom a plan names, as far as the session reaches. */
export const namedIn = ({ tx, session }: Context, id: number) =>
  tx.rows<z.input<typeof VisitPlanDetail>['people'][number]>(sql`
    select c.person_id as "oldmanId", p.name as "oldmanName", c.chosen, c.user_id as "userId", u.name as "userName"
    from visit_plan_people c join people p on p.tenant_id = c.tenant_id and p.id = c.person_id
      left join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
    where c.tenant_id = ${tx.tenantId} and c.plan_id = ${id} and p.id in ${seenPeople(session)}
    order by p.name collate app.pinyin, p.id`);

/** Over `v`, `p` and `c`: whom a plan covers today, as far as the session reaches. */
const coveredBy = (session: Session, id: number, today: string) => sql`visit_plans v
  join people p on p.tenant_id = v.tenant_id ${named}
  where v.tenant_id = ${session.tenantId} and v.id = ${id} and ${covers(today)} and p.id in ${seenPeople(session)}`;

export async function countCovered({ tx, session, deps }: Context, id: number): Promise<number> {
  const found = await tx.row<{ total: number }>(sql`
    select count(*)::integer as total from ${coveredBy(session, id, dayOf(deps.now()))}`);
  return found!.total;
}

/** A plan with the people it names. Throws 404. */
export async function readPlan(context: Context, id: number): Promise<z.input<typeof VisitPlanDetail>> {
  const row = await readOne(list, id, context);
  return { ...row, people: await namedIn(context, id), covered: await countCovered(context, id) };
}

/** A page of the people whom a plan covers, with who visits them. */
export async function coveredPage(context: Context, { id, current, size }: { id: number; current: number; size: number }) {
  const { tx, session, deps } = context;
  await readOne(list, id, context);
  const today = dayOf(deps.now());
  const total = await countCovered(context, id);
  const records = await tx.rows<z.input<typeof CoveredPerson>>(sql`
    select f.id as "oldmanId", f.name as "oldmanName", f.gender, f.age, f.flags, f.place, f.chosen, u.id as "userId", u.name as "userName",
      k.last_on as "lastDay", (select min(t.due_on) from visit_tasks t where t.tenant_id = ${tx.tenantId} and t.person_id = f.id
        and t.plan_id = ${id} and t.state <= 2 and t.closes_on >= ${today}::date) as "nextDay"
    from (select p.id, p.name, p.gender, ${ageOf(today)} as age, p.flags, ${placeVisited} as place, coalesce(c.chosen, false) as chosen,
        ${visitorOf} as visitor
      from ${coveredBy(session, id, today)} order by p.name collate app.pinyin, p.id
      limit ${size} offset ${(current - 1) * size}) f
      left join users u on u.tenant_id = ${tx.tenantId} and u.id = f.visitor
      left join visit_people k on k.tenant_id = ${tx.tenantId} and k.person_id = f.id
    order by f.name collate app.pinyin, f.id`);
  return { records, total, size, current, pages: Math.ceil(total / size) };
}
