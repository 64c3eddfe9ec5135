/** Recurring orders: what staff set up, and what becomes of its days. */
import { dayOf, nextDay } from '#contract/time.ts';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { z } from 'zod';
import { planStatus, planStatusLabels } from '#contract/work-orders/work-order-plans.rules.ts';
import { workOrderPlans as routes, type PlanDay } from '#contract/work-orders/work-order-plans.ts';
import { payTypeOffered } from '#contract/work-orders/work-orders.rules.ts';
import type { Context, Session, Work } from '../context.ts';
import { merged } from '../lists/crud.ts';
import { removing } from '../lists/removals.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, pageOf } from '../lists/paging.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import { exporting } from '../transfers/exports.ts';
import { staffOf } from './dispatches.ts';
import { personOf } from './forms.ts';
import { cancelFuture, generateLater, misplaced } from './plan-changes.ts';
import { daysOfPlan, planOf, ruleOf, type Plan } from './plan-generation.ts';
import { reschedule } from './reschedules.ts';
import { planRemoval } from './plan-removal.ts';
import { formOf, listed, matching, order, toWire, type PlanForm } from './plan-rows.ts';
import { planSheet } from './work-order-plans-sheet.ts';
import { projectsOf } from './work-order-jobs.ts';

const list = listFrom({
  matching: (input: SearchOf<typeof routes.page>, { session }) => matching(session, input),
  listed,
  order,
  toRow: toWire,
});

function checkRule({ frequency, weekdays, monthDays, startsOn, endsOn }: z.output<typeof routes.preview.input>): void {
  if (frequency === 2 && weekdays.length === 0) throw invalid('请选择星期');
  if (frequency === 3 && monthDays.length === 0) throw invalid('请选择日期');
  if (endsOn && endsOn < startsOn) throw invalid('结束日期不能早于开始日期');
}

/** A package pays for its own person; whether it has a count left is asked when each order is made. */
async function checkPackages(tx: Tx, { oldmanId, jobs }: PlanForm): Promise<void> {
  const wanted = [...new Set(jobs.flatMap(({ serverPackageId }) => serverPackageId ?? []))];
  if (wanted.length === 0) return;
  const own = db
    .selectFrom('person_packages')
    .select('id')
    .where('tenant_id', '=', tx.tenantId)
    .where('person_id', '=', oldmanId)
    .where('deleted_at', 'is', null);
  if ((await tx.rows(own.where('id', 'in', wanted))).length < wanted.length) throw refused('该服务包不属于该服务对象，请重新选择');
}

/** Refuses what an order of this plan would be refused for; gives the columns. */
async function columnsOf(form: PlanForm, { tx }: Work) {
  checkRule(form);
  if (!payTypeOffered(form.payType)) throw refused('不能使用服务包支付，请选择其他支付方式');
  await personOf(tx, form.oldmanId);
  await projectsOf(
    tx,
    form.jobs.map(({ serverProjectId }) => serverProjectId),
  );
  await checkPackages(tx, form);
  await staffOf(
    tx,
    form.jobs.flatMap(({ serverUserId }) => serverUserId ?? []),
  );
  return {
    name: form.name,
    person_id: form.oldmanId,
    emergency: form.emergencyType,
    pay_type: form.payType,
    remarks: form.remarks ?? null,
    jobs: form.jobs,
    frequency: form.frequency,
    every: form.every,
    weekdays: form.weekdays,
    month_days: form.monthDays,
    holiday_mode: form.holidayMode,
    starts_on: form.startsOn,
    ends_on: form.endsOn ?? null,
    max_count: form.maxCount ?? null,
    days_ahead: form.daysAhead,
  };
}

type Columns = Awaited<ReturnType<typeof columnsOf>>;
const stored = ({ jobs, ...columns }: Columns) => ({ ...columns, jobs: sql`${JSON.stringify(jobs)}::jsonb` as never });
/** Whether its days or their orders would be others. */
const isOther = (plan: Plan, columns: Columns) =>
  Object.entries(columns).some(([column, value]) => !isDeepStrictEqual(plan[column as keyof Plan], value));

/** The plan, if the session reaches it. */
async function reach({ tx, session }: Context, id: number): Promise<Plan> {
  const reached = await tx.row(matching(session, {}).where('work_order_plans.id', '=', id).select('work_order_plans.id'));
  const plan = reached && (await planOf(tx, id));
  if (!plan) throw notFound('周期工单');
  return plan;
}

async function fresh(tx: Tx, session: Session, id: number) {
  const row = await tx.row(listed(matching(session, {}).where('work_order_plans.id', '=', id)));
  if (!row) throw notFound('周期工单');
  return toWire(row);
}

/** Sets columns of a plan that is as the caller read it and in one of `from`. */
async function claim(
  { tx, session }: Context,
  { id, version }: { id: number; version: number },
  from: readonly number[],
  set: object,
): Promise<void> {
  const won = await tx.run(
    db
      .updateTable('work_order_plans')
      .set({ ...set, version: sql`version + 1`, updated_at: sql`now()` } as never)
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id)
      .where('version', '=', version)
      .where('status', 'in', [...from]),
  );
  if (won === 0) {
    const now = await fresh(tx, session, id);
    throw conflict(
      now.version === version ? `周期工单${planStatusLabels[now.status]}，不能进行此操作` : '周期工单已被他人修改，请刷新后重试',
      now,
    );
  }
}

const { active, paused, ended } = planStatus;

export const workOrderPlans: Handlers<typeof routes> = {
  async page(input, context) {
    const { session } = context;
    const ordered = (query: ReturnType<typeof matching>) => inOrder(listed(query), order(input));
    const found = await pageOf(context, input, matching(session, input), ordered, order(input), (expected) =>
      matching(session, input, expected),
    );
    return { ...found, records: found.records.map(toWire) };
  },
  export: exporting(routes.export, planSheet(list)),
  async get({ id }, context) {
    await reach(context, id);
    return fresh(context.tx, context.session, id);
  },

  async create(form, context) {
    const { tx, session } = context;
    const values = { ...stored(await columnsOf(form, context)), tenant_id: tx.tenantId, created_by: session.userId };
    const { id } = (await tx.row(db.insertInto('work_order_plans').values(values).returning('id'))) as { id: number };
    await generateLater(context, id);
    return id;
  },

  async update({ id, version, cancelFuture: anew, ...form }, context) {
    const plan = await reach(context, id);
    const columns = await columnsOf(merged(formOf(plan), form), context);
    // What is sent as it was read is not looked at from its beginning again.
    const begins = anew || isOther(plan, columns);
    await claim(context, { id, version }, [active, paused], { ...stored(columns), ...(begins ? { generated_until: null } : {}) });
    if (anew) await cancelFuture(context, plan, '周期工单已修改');
    if (begins) await generateLater(context, id);
    return true;
  },

  async pause({ id, version, cancelFuture: too }, context) {
    const plan = await reach(context, id);
    await claim(context, { id, version }, [active], { status: paused });
    if (too) await cancelFuture(context, plan, '周期工单已暂停');
    return true;
  },

  async resume({ id, version }, context) {
    await reach(context, id);
    await claim(context, { id, version }, [paused], { status: active, generated_until: null });
    await generateLater(context, id);
    return true;
  },

  async end({ id, version, cancelFuture: too }, context) {
    const plan = await reach(context, id);
    await claim(context, { id, version }, [active, paused], { status: ended });
    if (too) await cancelFuture(context, plan, '周期工单已结束');
    return true;
  },

  ...removing(planRemoval),

  async preview(rule, { tx, deps }) {
    checkRule(rule);
    const whole = { ...rule, endsOn: rule.endsOn ?? null, maxCount: rule.maxCount ?? null };
    const today = dayOf(deps.now());
    const from = rule.startsOn > today ? rule.startsOn : today;
    return (await daysOfPlan(tx, whole, from, nextDay(from, 365))).slice(0, 60);
  },

  async days({ id, from, to }, context) {
    const { tx } = context;
    const plan = await reach(context, id);
    if (to < from || to > nextDay(from, 366)) throw invalid('时间范围最多一年');
    const planned = await daysOfPlan(tx, ruleOf(plan), from, to);
    const kept = await tx.rows(
      db
        .selectFrom('work_order_plan_days as d')
        .leftJoin('work_orders as o', (on) => on.onRef('o.tenant_id', '=', 'd.tenant_id').onRef('o.id', '=', 'd.work_order_id'))
        .select(['d.day', 'd.status', 'd.reason', 'o.id as workOrderId', 'o.number as workNo', 'o.status as state'])
        .select(
          sql<
            string | null
          >`(select min(j.service_at) from work_order_jobs j where j.tenant_id = o.tenant_id and j.work_order_id = o.id)`.as('serverTime'),
        )
        .where('d.tenant_id', '=', tx.tenantId)
        .where('d.plan_id', '=', id)
        .where('d.day', '>=', from)
        .where('d.day', '<=', to),
    );
    const future = plan.status === active ? planned : [];
    const empty = { status: null, reason: null, workOrderId: null, workNo: null, state: null, serverTime: null };
    const all = new Map<string, z.input<typeof PlanDay>>(future.map((one) => [one.day, { ...one, ...empty }]));
    // What there is stays in sight after the rule has changed.
    for (const row of kept) {
      const one = planned.find(({ day }) => day === row.day) ?? { day: row.day, on: row.day, holiday: null };
      all.set(row.day, { ...one, ...row });
    }
    return [...all.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
  },

  async skip({ id, day, skip, reason }, context) {
    const { tx, deps } = context;
    const plan = await reach(context, id);
    if (day < dayOf(deps.now())) throw refused('不能修改过去的日期');
    const days = db
      .deleteFrom('work_order_plan_days')
      .where('tenant_id', '=', tx.tenantId)
      .where('plan_id', '=', id)
      .where('day', '=', day);
    if (!skip) {
      if ((await tx.run(days.where('status', '=', 3))) === 0) throw conflict('该日期的服务没有取消，请刷新后重试');
      await claim(context, { id, version: plan.version }, [active, paused], { generated_until: null });
      await generateLater(context, id);
      return true;
    }
    const wanted = (await daysOfPlan(tx, ruleOf(plan), day, day)).length > 0;
    const there = await tx.row(
      db
        .selectFrom('work_order_plan_days')
        .select('status')
        .where('tenant_id', '=', tx.tenantId)
        .where('plan_id', '=', id)
        .where('day', '=', day),
    );
    if (!wanted && !there) throw refused('计划在该日期没有服务');
    if (there?.status === 3) throw conflict('该日期已取消');
    await cancelFuture(context, plan, reason ?? '本次服务取消', [day]);
    const left = { tenant_id: tx.tenantId, plan_id: id, day, status: 3, reason };
    const done = await tx.run(
      db
        .insertInto('work_order_plan_days')
        .values(left)
        .onConflict((on) => on.columns(['tenant_id', 'plan_id', 'day']).doNothing()),
    );
    if (done === 0) throw conflict('该日期的工单已开始服务，不能取消');
    return true;
  },

  async misplaced(_, context) {
    const found = await misplaced(context);
    return { plans: found.length, days: found.reduce((sum, { days }) => sum + days.length, 0) };
  },

  async realign(_, context) {
    const found = await misplaced(context);
    if (found.length === 0) throw refused('没有需要重新安排的服务');
    for (const { plan, days } of found) {
      await claim(context, plan, [active], { generated_until: null });
      await cancelFuture(context, plan, '节假日调整', days);
      await generateLater(context, plan.id);
    }
    return true;
  },

  reschedule,
};
