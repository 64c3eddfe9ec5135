/** The machine of visit plans: what follows for the visits. */
import {
  closedVisitPlan,
  decideVisitPlan,
  type VisitPlanChange,
  type VisitPlanCommand,
} from '#contract/visits/visit-plan-commands.rules.ts';
import type { Context } from '../context.ts';
import { readOne } from '../lists/crud.ts';
import type { Machine } from '../db/transitions.ts';
import { list, lockPlan, NOUN, type PlanRow } from './plan-rows.ts';
import { dropOpen } from './visit-making.ts';

const CHANGED = `${NOUN}已被他人修改，请刷新后重试`;

/** `set`: what a form changes beside the state. */
export type PlanSaid = VisitPlanCommand & { set?: object };

export const planMachine: Machine<Context, PlanRow, PlanSaid, VisitPlanChange> = {
  table: 'visit_plans',
  read: ({ tx }, id) => lockPlan(tx, id),
  fresh: (context, { id }) => readOne(list, id, context),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedVisitPlan,
  decide(row, { set = {}, ...command }) {
    const decision = decideVisitPlan(row, command);
    return 'refusal' in decision
      ? decision
      : { change: decision.change && { ...decision.change, set: { ...set, ...decision.change.set } } };
  },
  columns: (_context, _row, { set }) => set,
  async follow({ tx, deps }, { id }, { action }) {
    if (action === 'pause' || action === 'end') await dropOpen(tx, deps, id);
  },
  async record(context) {
    await context.emit('visit.changed', { taskId: null });
  },
};
