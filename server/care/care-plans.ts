/** Care plans: saved whole, put in force, reviewed, stopped; only drafts are removed. */
import { sql } from 'kysely';
import { closedPlan } from '#contract/care/care-plan-commands.rules.ts';
import { carePlans as routes } from '#contract/care/care-plans.ts';
import { dayOf, isoOf } from '#contract/time.ts';
import { apply, applyTo, needOpen, openFor } from '../db/transitions.ts';
import { db } from '../db/tenant.ts';
import { conflict, invalid, refused } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { reads } from '../lists/crud.ts';
import { planMachine, startPlan, stopPlan } from './plan-machine.ts';
import { interventionsOf, listAt, readPlan, readRow } from './plan-rows.ts';
import { reviewDayOf, savePlan } from './plan-saving.ts';

export const carePlans: Handlers<typeof routes> = {
  page: (input, context) => reads(listAt(context.session.tenantId, context.deps.now())).page(input, context),
  get: ({ id }, context) => readPlan(context, id),

  save: (form, context) => once(context, routes.save, form, () => savePlan(form, context)),

  async remove({ id }, context) {
    const row = await planMachine.read(context, id);
    const closed = closedPlan(row, 'delete');
    if (closed !== null) throw conflict(closed, await readRow(context, id));
    await context.tx.run(sql`delete from care_plans where tenant_id = ${context.tx.tenantId} and id = ${id}`);
    await context.emit('care-plan.changed', { planId: id });
    return true;
  },

  async start({ id, version, startDay }, context) {
    const row = await openFor(planMachine, context, { id, version }, 'start');
    if ((await interventionsOf(context.tx, id)).length === 0) throw refused('照护计划还没有照护措施，不能执行');
    await startPlan(context, row, startDay);
    return true;
  },

  async stop({ id, version, reason }, context) {
    const row = await planMachine.read(context, id);
    await needOpen(planMachine, context, row, 'stop', version);
    if (row.ends_at !== null) throw conflict(`该版本将于${row.ends_at.slice(0, 10)}由新版本替代，请停止新版本`, await readRow(context, id));
    await stopPlan(context, row, reason);
    return true;
  },

  async review({ id, version, outcome, note, nextReviewDay }, context) {
    const { tx, deps, session } = context;
    const nextDay = await reviewDayOf(context, nextReviewDay);
    const row = await openFor(planMachine, context, { id, version }, 'review');
    await applyTo(planMachine, context, row, { action: 'review', nextDay }, () =>
      tx.run(
        db.insertInto('care_reviews').values({
          tenant_id: tx.tenantId,
          plan_id: id,
          outcome,
          note,
          next_review_on: nextDay,
          user_id: session.userId,
          user_name: session.name,
          created_at: isoOf(deps.now()),
        }),
      ),
    );
    return true;
  },

  async consent({ id, version, consentName, consentDay }, context) {
    if (consentDay > dayOf(context.deps.now())) throw invalid('同意日期不能晚于今天');
    return apply(planMachine, context, { id, version }, { action: 'consent', name: consentName, day: consentDay });
  },
};
