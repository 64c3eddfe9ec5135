/** What becomes of a plan's orders that are there already, when the plan or the holidays change. */
import { dayOf, nextDay } from '#contract/time.ts';
import { sql } from 'kysely';
import { occurrences, planStatus, type Occurrence } from '#contract/work-orders/work-order-plans.rules.ts';
import { canDo, orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Context, Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { apply } from '../db/transitions.ts';
import type { JobHandlers } from '../jobs/attempts.ts';
import { enqueue } from '../jobs/queue.ts';
import { sendMessage } from '../messages/messages.ts';
import { daysOff } from './holidays.ts';
import { workOrder } from './order-steps.ts';
import { AROUND, generatePlan, planOf, ruleOf, type Plan } from './plan-generation.ts';
import { matching } from './plan-rows.ts';

/** Each of the staff learns at once how many of her services were cancelled. */
async function tellStaff({ tx, deps, actor }: Work, plan: string, orderIds: readonly number[]): Promise<void> {
  const rows = await tx.rows<{ user_id: number; times: number; first: string }>(sql`
    select user_id, count(distinct work_order_id)::integer as times, min(service_at) as first from work_order_jobs
    where tenant_id = ${tx.tenantId} and work_order_id = any(${[...orderIds]}::bigint[]) and user_id is not null
      and user_id <> ${actor.userId} group by 1`);
  for (const { user_id: recipientId, times, first } of rows)
    await sendMessage(tx, deps, {
      recipientId,
      kind: 'workorder',
      title: '周期服务已取消',
      text: `周期工单「${plan}」取消了您的 ${times} 次服务，最早的是 ${first.slice(5, 16)}`,
      link: '/order/workorder',
    });
}

/**
 * Cancels the plan's orders that are not begun, from tomorrow on or of the days
 * `only`; their days are free again. An order that was cancelled by hand stays so, unless its day was named.
 */
export async function cancelFuture(
  context: Context,
  { id: planId, name }: Pick<Plan, 'id' | 'name'>,
  reason: string,
  only?: readonly string[],
): Promise<void> {
  const { tx, deps } = context;
  let days = db
    .selectFrom('work_order_plan_days as d')
    .leftJoin('work_orders as o', (on) => on.onRef('o.tenant_id', '=', 'd.tenant_id').onRef('o.id', '=', 'd.work_order_id'))
    .select(['d.day', 'o.id', 'o.status'])
    .where('d.tenant_id', '=', tx.tenantId)
    .where('d.plan_id', '=', planId)
    .where('d.status', '<>', 3)
    .orderBy('o.id');
  days = only ? days.where('d.day', 'in', [...only]) : days.where('d.day', '>', dayOf(deps.now()));
  const [freed, cancelled] = [[] as string[], [] as number[]];
  for (const { day, id, status } of await tx.rows(days)) {
    const begun = status !== null && status !== orderStatus.unassigned && status !== orderStatus.assigned;
    if (begun && !(only && status === orderStatus.cancelled)) continue;
    if (id !== null && !begun && canDo('cancel', status as number)) {
      await apply(workOrder, context, { id }, { action: 'cancel', reason, quiet: true });
      cancelled.push(id);
    }
    freed.push(day);
  }
  if (cancelled.length) await tellStaff(context, name, cancelled);
  if (freed.length)
    await tx.run(
      db.deleteFrom('work_order_plan_days').where('tenant_id', '=', tx.tenantId).where('plan_id', '=', planId).where('day', 'in', freed),
    );
}

/**
 * Has the plan's orders made as soon as everything is committed: a job for each version
 * of a plan, which the queue keeps when a process is killed.
 */
export async function generateLater({ tx }: Work, planId: number): Promise<void> {
  const plan = await planOf(tx, planId);
  if (plan) await enqueue(tx, 'planned-orders', `${planId}.${plan.version}`, { planId });
}

/** Each day is taken once, so that a job that is done again makes nothing twice. */
export const planJobs = {
  'planned-orders': async (deps, { tenantId, payload: { planId } }) => void (await generatePlan(deps, tenantId, planId)),
} satisfies JobHandlers;

interface Kept {
  plan_id: number;
  day: string;
  /** The day on which it was planned to take place; null: left out for a holiday. */
  planned: string | null;
}

/** Days to come whose orders nobody has begun, moved by hand or cancelled, and those that a holiday has left out. */
const keptOf = ({ tx, deps }: Work, planIds: readonly number[]) =>
  tx.rows<Kept>(sql`
    select d.plan_id, d.day, case when d.status = 1 then right(coalesce(d.reason, d.day::text), 10) end as planned
    from work_order_plan_days d left join work_orders o on o.tenant_id = d.tenant_id and o.id = d.work_order_id
    where d.tenant_id = ${tx.tenantId} and d.plan_id = any(${[...planIds]}::bigint[]) and d.day > ${dayOf(deps.now())}::date
      and (d.status = 2 or (d.status = 1 and o.status in (1, 2)
        and (select min(j.service_at) from work_order_jobs j where j.tenant_id = o.tenant_id
          and j.work_order_id = o.id)::date::text = right(coalesce(d.reason, d.day::text), 10)))
    order by d.plan_id, d.day`);

/**
 * The session's plans with the days whose orders lie otherwise than the holidays say by
 * now: a holiday was added or taken away since they were made.
 */
export async function misplaced(context: Context): Promise<{ plan: Plan; days: string[] }[]> {
  const { tx, session } = context;
  const active = matching(session, {})
    .where('work_order_plans.status', '=', planStatus.active)
    .where('work_order_plans.holiday_mode', '<>', 1);
  const plans = await tx.rows(active.selectAll('work_order_plans'));
  const kept = Map.groupBy(
    await keptOf(
      context,
      plans.map(({ id }) => id),
    ),
    ({ plan_id }) => plan_id,
  );
  const days = [...kept.values()]
    .flat()
    .map(({ day }) => day)
    .toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const since = plans.reduce((least, plan) => (plan.max_count !== null && plan.starts_on < least ? plan.starts_on : least), first);
  const off = await daysOff(tx, nextDay(since, -AROUND), nextDay(last, AROUND));
  return plans.flatMap((plan) => {
    const own = kept.get(plan.id) ?? [];
    if (own.length === 0) return [];
    const now = new Map<string, Occurrence>(occurrences(ruleOf(plan), first, last, off).map((one) => [one.day, one]));
    const moved = own.filter(({ day, planned }) => now.has(day) && now.get(day)?.on !== planned).map(({ day }) => day);
    return moved.length > 0 ? [{ plan, days: moved }] : [];
  });
}
