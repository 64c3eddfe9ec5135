/** The machine of care plans: what follows for the tasks, and that of a person's versions one is in force. */
import { sql } from 'kysely';
import {
  closedPlan,
  decidePlan,
  planStates,
  startOf,
  startProblem,
  type PlanChange,
  type PlanCommand,
} from '#contract/care/care-plan-commands.rules.ts';
import { instantOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { applyTo, type Machine } from '../db/transitions.ts';
import { conflict, invalid } from '../errors.ts';
import { lockPlan, NOUN, readRow, type PlanRow } from './plan-rows.ts';
import { renewTasks } from './task-expansion.ts';

const CHANGED = `${NOUN}已被修改，请刷新后重试`;

export const planMachine: Machine<Context, PlanRow, PlanCommand, PlanChange> = {
  table: 'care_plans',
  async read(context, id) {
    const { oldmanId } = await readRow(context, id);
    await inTurn(context, oldmanId);
    return lockPlan(context.tx, id);
  },
  fresh: (context, { id }) => readRow(context, id),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedPlan,
  decide: decidePlan,
  columns: (_context, _row, { set }) => set,
  async follow() {},
  async record(context, { id }) {
    await context.emit('care-plan.changed', { planId: id });
  },
};

/** Changes of a person's plans wait for each other. */
export const inTurn = ({ tx }: Context, personId: number) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`care-plan:${tx.tenantId}:${personId}`}, 0))`);

/** The version that is in force or will be, and has no end. */
async function openPlan({ tx }: Context, personId: number): Promise<PlanRow | null> {
  const open = await tx.row<{ id: number }>(sql`
    select id from care_plans where tenant_id = ${tx.tenantId} and person_id = ${personId} and state = ${sql.lit(planStates.running)}
      and ends_at is null`);
  return open ? lockPlan(tx, open.id) : null;
}

/** Puts a draft in force from a day on; the version before ends there. */
export async function startPlan(context: Context, row: PlanRow, day: string): Promise<void> {
  const now = context.deps.now();
  const problem = startProblem(day, now);
  if (problem !== null) throw invalid(problem);
  const at = startOf(day, now);
  const before = await openPlan(context, row.person_id);
  if (before) {
    if (instantOf(before.starts_at!) > now)
      throw conflict(
        `第${before.serial}版将于${before.starts_at!.slice(0, 10)}开始执行，请先停止该版本`,
        await readRow(context, before.id),
      );
    await applyTo(planMachine, context, before, { action: 'replace', at, by: context.session.name, serial: row.serial });
  }
  await applyTo(planMachine, context, row, { action: 'start', at });
  await renewTasks(context.tx, context.deps, row.person_id);
}

/** Stops a version; the one that it was to replace goes on. */
export async function stopPlan(context: Context, row: PlanRow, reason: string): Promise<void> {
  const { tx, deps, session } = context;
  const upcoming = row.state === planStates.running && instantOf(row.starts_at!) > deps.now();
  await applyTo(planMachine, context, row, { action: 'stop', by: session.name, reason });
  const before = upcoming
    ? await tx.row<{ id: number }>(sql`
        select id from care_plans where tenant_id = ${tx.tenantId} and person_id = ${row.person_id}
          and state = ${sql.lit(planStates.running)} and ends_at = ${row.starts_at}::timestamptz`)
    : undefined;
  if (before) await applyTo(planMachine, context, await lockPlan(tx, before.id), { action: 'go_on' });
  await renewTasks(tx, deps, row.person_id);
}

/** Stops what is in force for a person who leaves, and what was to follow. */
export async function stopPlansOf(context: Context, personId: number, reason: string): Promise<void> {
  await inTurn(context, personId);
  for (let open = await openPlan(context, personId); open !== null; open = await openPlan(context, personId))
    await stopPlan(context, open, reason);
}
