/** Turns the days of plans into orders: each once, each in its own transaction, whatever happens to the one before. */
import { dayOf, nextDay } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import {
  isOfRecord,
  recordProblem,
  occurrences,
  planStatus,
  type Occurrence,
  type PlanRule,
} from '#contract/work-orders/work-order-plans.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import type { Actor, Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { Refusal } from '../errors.ts';
import { emit, workIn } from '../events.ts';
import { sendMessages } from '../messages/message-sending.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { chineseOf } from '../http/inputs.ts';
import { create } from './forms.ts';
import { daysOff } from './holidays.ts';
import { reachedBy } from '../elderly/person-contacts.ts';
import { placeOfBed } from '../rooms/places.ts';

export interface PlannedJob {
  serverProjectId: number;
  time: string;
  serverUserId: number | null;
  serverPackageId: number | null;
  remarks: string | null;
}

export const planOf = (tx: Tx, id: number) =>
  tx.row(
    db.selectFrom('work_order_plans').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).where('deleted_at', 'is', null),
  );
export type Plan = NonNullable<Awaited<ReturnType<typeof planOf>>>;

export const ruleOf = (plan: Plan) =>
  ({
    frequency: plan.frequency,
    every: plan.every,
    weekdays: plan.weekdays,
    monthDays: plan.month_days,
    holidayMode: plan.holiday_mode,
    startsOn: plan.starts_on,
    endsOn: plan.ends_on,
    maxCount: plan.max_count,
  }) satisfies PlanRule;

/** Holidays move a day by less than this. */
export const AROUND = 31;
export const daysOfPlan = async (tx: Tx, rule: PlanRule, from: string, to: string): Promise<Occurrence[]> =>
  occurrences(rule, from, to, await daysOff(tx, nextDay(rule.maxCount === null ? from : rule.startsOn, -AROUND), nextDay(to, AROUND)));

/** Who made the plan, as far as writing orders goes. */
async function plannerOf(tx: Tx, userId: number): Promise<Actor> {
  const user = await tx.row(db.selectFrom('users').select('name').where('tenant_id', '=', tx.tenantId).where('id', '=', userId));
  return { userId, name: `${user?.name ?? ''}（周期工单）` };
}

async function activeOf(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.rows(
    db
      .selectFrom('users')
      .select('id')
      .where('tenant_id', '=', tx.tenantId)
      .where('id', 'in', ids)
      .where('status', '=', 0)
      .where('deleted_at', 'is', null),
  );
  return new Set(rows.map(({ id }) => id));
}

const RECORD_FIELDS: Record<string, string> = { oldmanPhone: '联系电话', oldmanAddress: '家庭住址' };

/** Why no order can be made, in words that name what is missing or wrong. */
function problemOf(issues: readonly z.core.$ZodIssue[], person: { phone: string | null } | undefined): string {
  const fields = [...new Set(issues.flatMap(({ path }) => RECORD_FIELDS[String(path[0])] ?? []))];
  if (fields.length === 0) return issues.map(chineseOf).find(Boolean) ?? '服务对象资料不完整';
  return recordProblem(fields, fields.length === 1 && fields[0] === RECORD_FIELDS.oldmanPhone && person?.phone ? '有误：' : '缺少');
}

/** The order of one day, in the transaction that takes the day. */
async function write(deps: Dependencies, tx: Tx, plan: Plan, on: string): Promise<number> {
  const person = await tx.row(
    db
      .selectFrom('people')
      .select(['address', reachedBy('people').as('phone'), placeOfBed(sql.ref('people.tenant_id'), sql.ref('people.bed_id')).as('place')])
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', plan.person_id),
  );
  const jobs = plan.jobs as unknown as PlannedJob[];
  const active = await activeOf(
    tx,
    jobs.flatMap(({ serverUserId }) => serverUserId ?? []),
  );
  const form = workOrders.create.input.safeParse({
    oldmanId: plan.person_id,
    oldmanPhone: person?.phone ?? '',
    oldmanAddress: person?.address || person?.place || '',
    emergencyType: plan.emergency,
    payType: plan.pay_type,
    remarks: plan.remarks,
    jobLists: jobs.map(({ time, serverUserId, ...job }) => ({
      ...job,
      serverTime: `${on} ${time}:00`,
      // Somebody who has left is replaced by a dispatcher, not by nobody coming at all.
      serverUserId: serverUserId !== null && active.has(serverUserId) ? serverUserId : null,
    })),
  });
  if (!form.success) throw new Refusal(422, problemOf(form.error.issues, person));
  const actor = await plannerOf(tx, plan.created_by);
  return create(form.data, workIn(tx, deps, actor), { planId: plan.id });
}

/** Takes a day of a plan: false when it is taken already, or the plan is not active, or not what it was, any more. */
async function take(tx: Tx, { id: planId, version }: Plan, day: string, status: number, reason: string | null): Promise<boolean> {
  const active = await tx.row(
    db
      .selectFrom('work_order_plans')
      .select('id')
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', planId)
      .where('status', '=', planStatus.active)
      .where('deleted_at', 'is', null)
      .where('version', '=', version)
      .forShare(),
  );
  if (!active) return false;
  const taken = await tx.run(
    db
      .insertInto('work_order_plan_days')
      .values({ tenant_id: tx.tenantId, plan_id: planId, day, status, reason })
      .onConflict((on) =>
        on.columns(['tenant_id', 'plan_id', 'day']).doUpdateSet({ status, reason }).where('work_order_plan_days.status', '=', 4),
      ),
  );
  return taken === 1;
}

/** Whether an order was made, or why it could not be. */
async function makeDay(deps: Dependencies, tenantId: number, plan: Plan, { day, on, holiday }: Occurrence): Promise<boolean | string> {
  try {
    return await deps.inTenant(tenantId, async (tx) => {
      if (on === null) {
        await take(tx, plan, day, 2, holiday);
        return false;
      }
      if (!(await take(tx, plan, day, 1, on === day ? null : `${holiday}，改到${on}`))) return false;
      const orderId = await write(deps, tx, plan, on);
      await tx.run(
        db
          .updateTable('work_order_plan_days')
          .set({ work_order_id: orderId })
          .where('tenant_id', '=', tenantId)
          .where('plan_id', '=', plan.id)
          .where('day', '=', day),
      );
      return true;
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return (await deps.inTenant(tenantId, (tx) => take(tx, plan, day, 4, error.message))) && error.message;
  }
}

/** Those who plan are told once that a plan cannot go on, not with each of its days. */
async function tellPlanners(deps: Dependencies, tx: Tx, plan: Plan): Promise<void> {
  const failures = await tx.rows<{ day: string; reason: string }>(sql`
    select day, reason from work_order_plan_days where tenant_id = ${tx.tenantId} and plan_id = ${plan.id} and status = 4
      and day >= ${dayOf(deps.now())} order by day`);
  const [first, last] = [failures[0], failures.at(-1)];
  if (!first || !last) return;
  const days = failures.length === 1 ? first.day : `${first.day}至${last.day}共${failures.length}次`;
  const link = isOfRecord(first.reason) ? `/oldMan/detail?id=${plan.person_id}&tabid=basic&isview=true` : '/order/plan?status=4';
  await tellThoseWith(tx, deps, 'members_workorder_plan', {
    kind: 'workorder',
    title: '周期工单生成失败',
    text: `${first.reason}。周期工单「${plan.name}」${days}未能生成，改好后自动补上`,
    link,
  });
}

/** Whoever a new or changed plan is for is told once, not with each of its orders. */
async function tellStaff(deps: Dependencies, tx: Tx, plan: Plan, made: number): Promise<void> {
  const jobs = plan.jobs as unknown as PlannedJob[];
  const active = await activeOf(
    tx,
    jobs.flatMap(({ serverUserId }) => serverUserId ?? []),
  );
  active.delete(plan.created_by);
  await sendMessages(tx, deps, [...active], {
    kind: 'workorder',
    title: '您有新的周期服务',
    text: `周期工单「${plan.name}」已安排 ${made} 次服务，请在工单中查看`,
    link: '/order/workorder',
  });
}

/** Makes what a plan lacks up to its days ahead, and tries again what failed. Gives how many orders it made. */
export async function generatePlan(deps: Dependencies, tenantId: number, planId: number): Promise<number> {
  const today = dayOf(deps.now());
  const found = await deps.inTenant(tenantId, async (tx) => {
    const plan = await planOf(tx, planId);
    if (plan?.status !== planStatus.active) return null;
    const to = nextDay(today, plan.days_ahead);
    const failed = await tx.rows(
      db
        .selectFrom('work_order_plan_days')
        .select('day')
        .where('tenant_id', '=', tenantId)
        .where('plan_id', '=', planId)
        .where('status', '=', 4)
        .where('day', '>=', today),
    );
    const next = plan.generated_until === null ? today : nextDay(plan.generated_until, 1);
    return {
      plan,
      to,
      next: next < today ? today : next,
      failed: new Set(failed.map(({ day }) => day)),
      days: await daysOfPlan(tx, ruleOf(plan), today, to),
    };
  });
  if (!found) return 0;
  const { plan, to, next, failed, days } = found;
  let made = 0;
  let hasFailed = false;
  for (const one of days) {
    if (one.day < next && !failed.has(one.day)) continue;
    const done = await makeDay(deps, tenantId, plan, one);
    if (done === true) made++;
    if (typeof done === 'string') hasFailed = true;
  }
  await deps.inTenant(tenantId, async (tx) => {
    // Of several that make the same plan's orders at once, the first to get here tells.
    const before = await tx.row(
      db.selectFrom('work_order_plans').select('generated_until').where('tenant_id', '=', tenantId).where('id', '=', planId).forUpdate(),
    );
    const isFirst = before?.generated_until === plan.generated_until;
    await tx.run(
      db
        .updateTable('work_order_plans')
        .set({ generated_until: sql`greatest(generated_until, ${to}::date)` } as never)
        .where('tenant_id', '=', tenantId)
        .where('id', '=', planId)
        // A plan that was changed meanwhile is looked at again from its beginning.
        .where('version', '=', plan.version),
    );
    if (hasFailed && failed.size === 0 && isFirst) await tellPlanners(deps, tx, plan);
    if (made > 0 && plan.generated_until === null) await tellStaff(deps, tx, plan, made);
    // The planner who has just saved it looks at a list that was read before this job.
    await emit('plan.changed', { planId }, tx, deps);
  });
  return made;
}

/** The task of cleanup: at most `most` plans that have days to look at, of all tenants. */
export async function generatePlanned(deps: Dependencies, now: number, most: number): Promise<number> {
  const { rows } = await deps.pool.query<{ tenant_id: number; plan_id: number }>({
    name: 'plans_due',
    text: 'select * from app.plans_due($1, $2)',
    values: [dayOf(now), Math.min(most, 500)],
  });
  let made = 0;
  for (const { tenant_id: tenantId, plan_id: planId } of rows) {
    try {
      made += await generatePlan(deps, tenantId, planId);
    } catch (error) {
      deps.log.warn({ err: error, tenantId, planId }, 'a plan of orders failed');
    }
  }
  return made;
}
