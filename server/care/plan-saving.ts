/** Saving a plan with all its parts: a new one, a draft changed, or a new version of one in force. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { planStates, reviewProblem, USUAL_REVIEW_DAYS } from '#contract/care/care-plan-commands.rules.ts';
import type { carePlans as routes } from '#contract/care/care-plans.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { need, type Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { applyTo, needOpen, needVersion } from '../db/transitions.ts';
import { conflict, invalid } from '../errors.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import { readOne } from '../lists/crud.ts';
import { careColumns, checkedCare, type Care } from './care-parts.ts';
import { inTurn, planMachine, startPlan } from './plan-machine.ts';
import { lockPlan, readRow, type PlanRow } from './plan-rows.ts';

type Form = z.output<typeof routes.save.input>;

/** After so many days a plan is looked at again, unless the form says when. */
export async function reviewDays(tx: Tx): Promise<number> {
  const set = await tx.row<{ value: string }>(
    sql`select value from parameters where tenant_id = ${tx.tenantId} and key = 'CARE_REVIEW_DAYS'`,
  );
  const days = Number(set?.value ?? '');
  return Number.isInteger(days) && days >= 1 && days <= 366 ? days : USUAL_REVIEW_DAYS;
}

export async function reviewDayOf({ tx, deps }: Context, asked: string | null): Promise<string> {
  const day = asked ?? nextDay(dayOf(deps.now()), await reviewDays(tx));
  const problem = reviewProblem(day, deps.now());
  if (problem !== null) throw invalid(problem);
  return day;
}

async function columnsOf(context: Context, form: Form) {
  const { consentName, consentDay } = form;
  if ((consentName === null) !== (consentDay === null)) throw invalid('知情同意人和同意日期请一起填写');
  if (consentDay !== null && consentDay > dayOf(context.deps.now())) throw invalid('同意日期不能晚于今天');
  return {
    problems: JSON.stringify(form.problems) as never,
    goals: JSON.stringify(form.goals) as never,
    next_review_on: await reviewDayOf(context, form.nextReviewDay),
    consent_name: consentName,
    consent_on: consentDay,
    remarks: form.remarks,
  };
}

async function putInterventions(tx: Tx, planId: number, interventions: readonly Care[]): Promise<void> {
  await tx.run(sql`delete from care_interventions where tenant_id = ${tx.tenantId} and plan_id = ${planId}`);
  if (interventions.length === 0) return;
  await tx.run(
    db
      .insertInto('care_interventions')
      .values(interventions.map((one) => ({ tenant_id: tx.tenantId, plan_id: planId, ...careColumns(one) }))),
  );
}

async function addDraft(context: Context, form: Form): Promise<PlanRow> {
  const { tx, session } = context;
  const known = await tx.row<{ id: number }>(sql`
    select id from care_plans where tenant_id = ${tx.tenantId} and person_id = ${form.oldmanId}
      and state = ${sql.lit(planStates.draft)}`);
  if (known) throw conflict('该服务对象已有照护计划草稿，请先执行或删除草稿', await readRow(context, known.id));
  const last = await tx.row<{ serial: number }>(sql`
    select coalesce(max(serial), 0)::integer as serial from care_plans where tenant_id = ${tx.tenantId} and person_id = ${form.oldmanId}`);
  const made = await tx.row(
    db
      .insertInto('care_plans')
      .values({
        tenant_id: tx.tenantId,
        person_id: form.oldmanId,
        serial: last!.serial + 1,
        ...(await columnsOf(context, form)),
        created_by: session.userId,
        created_name: session.name,
      })
      .returning('id'),
  );
  return lockPlan(tx, made!.id);
}

/** The draft that is to say what the form says; of a plan in force a new one. */
async function draftFor(context: Context, form: Form): Promise<PlanRow> {
  if (form.id === undefined) {
    need(context, 'members_oldmanplan_add');
    await readOne(peopleRows(context.session), form.oldmanId, context);
    await inTurn(context, form.oldmanId);
    const open = await context.tx.row<{ id: number }>(sql`
      select id from care_plans where tenant_id = ${context.tx.tenantId} and person_id = ${form.oldmanId}
        and state = ${sql.lit(planStates.running)} and ends_at is null`);
    if (open) throw conflict('该服务对象已有执行中的照护计划，请打开该计划修改', await readRow(context, open.id));
    return addDraft(context, form);
  }
  const row = await planMachine.read(context, form.id);
  if (row.person_id !== form.oldmanId) throw invalid('照护计划不能改给其他服务对象');
  if (row.state === planStates.running) {
    await needVersion(planMachine, context, row, form.version);
    return addDraft(context, form);
  }
  await needOpen(planMachine, context, row, 'edit', form.version);
  await applyTo(planMachine, context, row, { action: 'edit', set: await columnsOf(context, form) });
  return row;
}

/** Gives the id of the version that was written. */
export async function savePlan(form: Form, context: Context): Promise<number> {
  const interventions = checkedCare(form.interventions);
  if (form.startDay !== null && interventions.length === 0) throw invalid('执行的照护计划至少需要一项照护措施');
  const row = await draftFor(context, form);
  await putInterventions(context.tx, row.id, interventions);
  if (form.startDay === null) await context.emit('care-plan.changed', { planId: row.id });
  else await startPlan(context, row, form.startDay);
  return row.id;
}
