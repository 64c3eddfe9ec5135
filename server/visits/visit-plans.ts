/** Plans of visits: who is visited how often and by whom; put in force, paused and ended. */
import { sql } from 'kysely';
import type { z } from 'zod';
import {
  asksNothing,
  frequencyProblem,
  itemsProblem,
  visitDays,
  type PeopleRule,
  type VisitItem,
} from '#contract/visits/visit-plans.rules.ts';
import { visitPlans as routes } from '#contract/visits/visit-plans.ts';
import { visitPlanStates } from '#contract/visits/visit-plan-commands.rules.ts';
import { DAY, dayOf, instantOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { apply, applyTo, needOpen, openFor } from '../db/transitions.ts';
import { invalid, notFound, refused } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { merged, readOne, reads } from '../lists/crud.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { ageOf, covers } from './covered.ts';
import { planMachine } from './plan-machine.ts';
import { coveredPage, list, lockPlan, namedIn, readPlan, type PlanRow } from './plan-rows.ts';
import { renewPlan } from './visit-making.ts';
import { countsOf } from './visit-statistics.ts';
import { seesVisit } from './task-rows.ts';

const MOST_DAYS = 366;

type Form = Omit<z.output<typeof routes.create.input>, 'start'>;

/** Throws 422 unless all are staff who work here. */
async function needStaff(tx: Tx, ids: readonly (number | null)[]): Promise<void> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return;
  const found = await tx.rows(sql`
    select id from users where tenant_id = ${tx.tenantId} and id = any(${wanted}::bigint[]) and status = 0 and deleted_at is null`);
  if (found.length < wanted.length) throw refused('探访人不存在或已停用');
}

/** Throws 404 unless the session reaches all of these people. */
async function needPeople({ tx, session }: Context, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const found = await tx.rows(sql`
    select p.id from people p where p.tenant_id = ${tx.tenantId} and p.id = any(${wanted}::bigint[]) and p.id in ${seenPeople(session)}`);
  if (found.length < wanted.length) throw notFound('服务对象');
}

const ruleOf = (form: Form): PeopleRule => ({
  tags: form.tags,
  minAge: form.minAge ?? null,
  careLevels: form.careLevels,
  serviceType: form.serviceType ?? null,
  departmentId: form.departmentId ?? null,
});

/** Throws 400 or 422 for a form that makes no sense as a whole. */
async function check(context: Context, form: Form): Promise<void> {
  const problem = frequencyProblem({ ...form, endsOn: form.endsOn ?? null }) ?? itemsProblem(form.items as VisitItem[]);
  if (problem !== null) throw invalid(problem);
  if (form.byRule && asksNothing(ruleOf(form))) throw invalid('请至少设置一个条件');
  if (!form.byRule && !form.people.some(({ chosen }) => chosen)) throw invalid('请选择探访对象，或按条件覆盖');
  if (new Set(form.people.map(({ oldmanId }) => oldmanId)).size < form.people.length) throw invalid('探访对象重复');
  await needStaff(context.tx, [...form.visitorIds, ...form.people.map(({ userId }) => userId)]);
  if (form.departmentId) {
    const known = await context.tx.row(sql`select from departments where tenant_id = ${context.tx.tenantId} and id = ${form.departmentId}`);
    if (!known) throw refused('部门不存在');
  }
}

const columnsOf = (form: Form) => ({
  name: form.name,
  purpose: form.purpose,
  way: form.way,
  by_rule: form.byRule,
  tags: [...new Set(form.tags)],
  min_age: form.minAge ?? null,
  care_levels: form.careLevels,
  service_type: form.serviceType ?? null,
  department_id: form.departmentId ?? null,
  frequency: form.frequency,
  every: form.every,
  weekdays: form.weekdays,
  month_days: form.monthDays,
  starts_on: form.startsOn,
  ends_on: form.endsOn ?? null,
  days_allowed: form.daysAllowed,
  visitor_ids: [...new Set(form.visitorIds)],
  items: JSON.stringify(form.items),
});

/** Writes whom a plan names; those whom the session does not reach stay. */
async function savePeople(context: Context, planId: number, people: Form['people']): Promise<void> {
  const { tx, session } = context;
  await needPeople(
    context,
    people.map(({ oldmanId }) => oldmanId),
  );
  await tx.run(sql`
    delete from visit_plan_people where tenant_id = ${tx.tenantId} and plan_id = ${planId} and person_id in ${seenPeople(session)}`);
  if (people.length === 0) return;
  await tx.run(
    db.insertInto('visit_plan_people').values(
      people.map(({ oldmanId, chosen, userId }) => ({
        tenant_id: tx.tenantId,
        plan_id: planId,
        person_id: oldmanId,
        chosen,
        user_id: userId,
      })),
    ),
  );
}

/** The form that a plan would be saved by as it is. */
async function formOf(context: Context, row: PlanRow): Promise<Form> {
  const people = await namedIn(context, row.id);
  const { chosen: _chosen, ...plan } = await readOne(list, row.id, context);
  return { ...plan, items: plan.items as Form['items'], people };
}

async function create({ start, ...form }: z.output<typeof routes.create.input>, context: Context): Promise<number> {
  const { tx, deps, session } = context;
  await check(context, form);
  const made = await tx.row(
    db
      .insertInto('visit_plans')
      .values({ ...columnsOf(form), tenant_id: tx.tenantId, created_by: session.userId, created_name: session.name })
      .returning('id'),
  );
  const { id } = made!;
  await savePeople(context, id, form.people);
  await context.emit('visit.changed', { taskId: null });
  if (start) {
    await apply(planMachine, context, { id }, { action: 'start' });
    await renewPlan(tx, deps, id);
  }
  return id;
}

export const visitPlans: Handlers<typeof routes> = {
  ...reads(list),
  get: ({ id }, context) => readPlan(context, id),
  create: (form, context) => once(context, routes.create, form, () => create(form, context)),

  async update({ id, version, ...changes }, context) {
    const row = await openFor(planMachine, context, { id, version }, 'edit');
    const form = merged(await formOf(context, row), changes) as Form;
    await check(context, form);
    await applyTo(planMachine, context, row, { action: 'edit', set: columnsOf(form) }, () => savePeople(context, id, form.people));
    if (row.state === visitPlanStates.active) await renewPlan(context.tx, context.deps, id);
    return true;
  },

  async remove({ id }, context) {
    await needOpen(planMachine, context, await lockPlan(context.tx, id), 'delete');
    await context.tx.run(sql`delete from visit_plans where tenant_id = ${context.tx.tenantId} and id = ${id}`);
    await context.emit('visit.changed', { taskId: null });
    return true;
  },

  async start(which, context) {
    await apply(planMachine, context, which, { action: 'start' });
    await renewPlan(context.tx, context.deps, which.id);
    return true;
  },
  pause: (which, context) => apply(planMachine, context, which, { action: 'pause' }),
  end: ({ reason, ...which }, context) => apply(planMachine, context, which, { action: 'end', reason }),

  async preview(form, { tx, session, deps }) {
    const today = dayOf(deps.now());
    const chosen = form.people.filter((one) => one.chosen).map(({ oldmanId }) => oldmanId);
    const people = await tx.rows<{ oldmanId: number; oldmanName: string; age: number | null; total: number }>(sql`
      select p.id as "oldmanId", p.name as "oldmanName", ${ageOf(today)} as age, (count(*) over ())::integer as total
      from people p
        cross join (select ${form.byRule}::boolean as by_rule, ${form.tags}::text[] as tags, ${form.minAge ?? null}::smallint as min_age,
          ${form.careLevels}::smallint[] as care_levels, ${form.serviceType ?? null}::smallint as service_type,
          ${form.departmentId ?? null}::bigint as department_id) v
        cross join lateral (select p.id = any(${chosen}::bigint[]) as chosen) c
      where p.tenant_id = ${tx.tenantId} and ${covers(today)} and p.id in ${seenPeople(session)}
      order by p.name collate app.pinyin, p.id limit 200`);
    return { total: people[0]?.total ?? 0, people };
  },

  people: (input, context) => coveredPage(context, input),

  async results({ id, from, to }, context) {
    const { tx, session, deps } = context;
    if (from > to) throw invalid('开始日期不能晚于结束日期');
    if ((instantOf(to) - instantOf(from)) / DAY >= MOST_DAYS) throw invalid(`最多查询${MOST_DAYS}天`);
    const plan = await readOne(list, id, context);
    const today = dayOf(deps.now());
    const of = sql`t.tenant_id = ${tx.tenantId} and t.plan_id = ${id} and t.due_on between ${from}::date and ${to}::date
      and ${seesVisit(session)}`;
    const counts = await countsOf(tx, of, today);
    const days = await tx.rows<{ day: string; due: number; done: number }>(sql`
      select t.due_on as day, count(*)::integer as due, (count(*) filter (where t.state = 3))::integer as done
      from visit_tasks t where ${of} group by t.due_on order by t.due_on`);
    return { ...counts, days, planned: plan.state <= visitPlanStates.active ? visitDays(plan, from, to) : [] };
  },

  async join({ id, oldmanIds, userId }, context) {
    const { tx, deps } = context;
    const row = await openFor(planMachine, context, { id }, 'edit');
    await needPeople(context, oldmanIds);
    await needStaff(tx, [userId]);
    const added = await tx.run(sql`
      insert into visit_plan_people (tenant_id, plan_id, person_id, chosen, user_id)
      select ${tx.tenantId}, ${id}, person, true, ${userId} from unnest(${[...new Set(oldmanIds)]}::bigint[]) as person
      on conflict (tenant_id, plan_id, person_id) do update set chosen = true where not visit_plan_people.chosen`);
    await applyTo(planMachine, context, row, { action: 'edit' });
    if (row.state === visitPlanStates.active) await renewPlan(tx, deps, id);
    return added;
  },
};
