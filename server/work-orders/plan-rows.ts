/** Recurring orders as lists show them, and which of them a session may see. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { planStatus, TROUBLED } from '#contract/work-orders/work-order-plans.rules.ts';
import type { WorkOrderPlan, workOrderPlans as routes } from '#contract/work-orders/work-order-plans.ts';
import type { Session } from '../context.ts';
import { db } from '../db/tenant.ts';
import { nameContains } from '../lists/people-reach.ts';
import { orderOf, type Expected } from '../lists/paging.ts';
import { ruleOf, type Plan, type PlannedJob } from './plan-generation.ts';
import { visibleTo } from '../lists/work-order-reach.ts';
import type { SelectedBy } from '../lists/query.ts';

type Query = Omit<z.output<typeof routes.page.input>, 'current' | 'size'>;

/** A plan past its last day has ended, whatever nobody wrote down. */
const statusNow = sql<number>`case when work_order_plans.ends_on < current_date
  then ${sql.lit(planStatus.ended)} else work_order_plans.status end`;

/** Days to come whose order could not be made, over `work_order_plans`. */
const failures = sql`select d.day, d.reason from work_order_plan_days d
  where d.tenant_id = work_order_plans.tenant_id and d.plan_id = work_order_plans.id and d.status = 4 and d.day >= current_date`;

/**
 * Scope "own" and "department" see the plans of the people they see orders of; a dispatcher's own ones always. `removed`: those that were
 * removed, too.
 */
export function matching(session: Session, { name, oldmanName, oldmanId, status }: Query, expected?: Expected, removed = false) {
  let query = db.selectFrom('work_order_plans').where('work_order_plans.tenant_id', '=', session.tenantId);
  if (!removed) query = query.where('work_order_plans.deleted_at', 'is', null);
  if (session.dataScope > 1 && !session.permissions.has('members_workorder_dispatch'))
    query = query.where((eb) =>
      eb.or([
        eb('work_order_plans.created_by', '=', session.userId),
        eb(
          'work_order_plans.id',
          'in',
          visibleTo(session).where('work_orders.plan_id', 'is not', null).select('work_orders.plan_id') as never,
        ),
      ]),
    );
  // Plans are few beside people: their own names are looked at one by one.
  if (name) query = query.where(sql<boolean>`strpos(work_order_plans.name, ${name}) > 0`);
  if (oldmanId) query = query.where('work_order_plans.person_id', '=', oldmanId);
  if (oldmanName)
    query = query.where('work_order_plans.person_id', 'in', (eb) =>
      eb
        .selectFrom('people')
        .select('people.id')
        .where('people.tenant_id', '=', session.tenantId)
        .where((people) => nameContains(session.tenantId)(people, oldmanName, expected)),
    );
  if (status === TROUBLED) query = query.where(sql<boolean>`${statusNow} = ${sql.lit(planStatus.active)} and exists (${failures})`);
  else if (status) query = query.where(statusNow, '=', status);
  return query;
}

export const listed = (query: ReturnType<typeof matching>) =>
  query.selectAll('work_order_plans').select([
    statusNow.as('status_now'),
    sql<string>`(select p.name from people p where p.tenant_id = work_order_plans.tenant_id and p.id = work_order_plans.person_id)`.as(
      'person_name',
    ),
    sql<
      string | null
    >`(select u.name from users u where u.tenant_id = work_order_plans.tenant_id and u.id = work_order_plans.created_by)`.as('creator'),
    sql<number>`(select count(*)::integer from (${failures}) as f)`.as('failed'),
    sql<string | null>`(select f.reason from (${failures}) as f order by f.day limit 1)`.as('problem'),
    sql<(PlannedJob & { serverProjectName: string | null; serverUserName: string | null })[]>`(select jsonb_agg(j || jsonb_build_object(
        'serverProjectName', (select p.name from service_projects p where p.tenant_id = work_order_plans.tenant_id
          and p.id = (j ->> 'serverProjectId')::bigint),
        'serverUserName', (select u.name from users u where u.tenant_id = work_order_plans.tenant_id
          and u.id = (j ->> 'serverUserId')::bigint)) order by n)
      from jsonb_array_elements(work_order_plans.jobs) with ordinality as e(j, n))`.as('named_jobs'),
  ]);

export function toWire(row: SelectedBy<ReturnType<typeof listed>>): z.input<typeof WorkOrderPlan> {
  return {
    id: row.id,
    name: row.name,
    status: row.status_now,
    oldmanId: row.person_id,
    oldmanName: row.person_name,
    emergencyType: row.emergency,
    payType: row.pay_type,
    remarks: row.remarks,
    jobs: row.named_jobs.map((job) => ({ ...job, serverProjectName: job.serverProjectName ?? '' })),
    frequency: row.frequency,
    every: row.every,
    weekdays: row.weekdays,
    monthDays: row.month_days,
    holidayMode: row.holiday_mode,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    maxCount: row.max_count,
    daysAhead: row.days_ahead,
    generatedUntil: row.generated_until,
    failed: row.failed,
    problem: row.problem,
    createBy: row.creator,
    version: row.version,
    createTime: row.created_at,
  };
}

export const order = (input: { ascs?: string[] | undefined; descs?: string[] | undefined }) =>
  orderOf(input, { create_time: 'work_order_plans.created_at', starts_on: 'work_order_plans.starts_on' }, 'work_order_plans.created_at');

export type PlanForm = z.output<typeof routes.create.input>;

/** The plan as a form that leaves it alone says it. */
export const formOf = (plan: Plan): PlanForm => ({
  name: plan.name,
  oldmanId: plan.person_id,
  emergencyType: plan.emergency,
  payType: plan.pay_type,
  remarks: plan.remarks,
  jobs: plan.jobs as PlannedJob[],
  ...ruleOf(plan),
  daysAhead: plan.days_ahead,
});
