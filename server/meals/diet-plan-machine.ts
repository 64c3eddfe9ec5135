/** The machine of diet plans. */
import { closedDietPlan, decideDietPlan, type DietPlanChange, type DietPlanCommand } from '#contract/meals/diet-plan-commands.rules.ts';
import type { Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import type { Machine } from '../db/transitions.ts';
import { notFound } from '../errors.ts';

export const NOUN = '膳食计划';
const CHANGED = `${NOUN}已被他人修改，请刷新后重试`;

/** A plan, locked. Throws 404. */
export async function lockDietPlan(tx: Tx, id: number) {
  const row = await tx.row(db.selectFrom('diet_plans').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate());
  if (!row) throw notFound(NOUN);
  return row;
}
export type DietPlanRow = Awaited<ReturnType<typeof lockDietPlan>>;

export const dietPlanMachine: Machine<Work, DietPlanRow, DietPlanCommand, DietPlanChange> = {
  table: 'diet_plans',
  read: ({ tx }, id) => lockDietPlan(tx, id),
  fresh: async (_work, { id, version }) => ({ id, version }),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedDietPlan,
  decide: decideDietPlan,
  columns: (_work, _row, { set }) => set,
  follow: async () => {},
  record: (work, { id }) => work.emit('diet-plan.changed', { planId: id }),
};
