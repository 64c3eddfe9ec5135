/**
 * What falls due of approvals by the product's clock: reminders before a limit, what happens at the limit, and tasks of people who have
 * left. The cleanup runs it in one process; a step is dealt with once, since its time is taken away, or moved on, in the same transaction.
 */
import { sql } from 'kysely';
import { HOUR, instantOf } from '#contract/time.ts';
import { caseStates } from '#contract/approvals/approval-cases.rules.ts';
import { afterLeaving, handTo, type Replacement } from '#contract/approvals/approval-replacements.rules.ts';
import { isRunning, taskStateLabels, taskStates } from '#contract/approvals/approval-steps.rules.ts';
import type { Dependencies, Work } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { workIn } from '../events.ts';
import { addTasks, tellDeciders } from './case-work.ts';
import {
  askedOf,
  lockCase,
  stepsOf,
  stepStates,
  tasksOf,
  versionOf,
  writeNote,
  type CaseState,
  type StepRow,
  type TaskRow,
} from './case-rows.ts';
import { decidersOf, watchers } from './deciders.ts';

const SYSTEM = { userId: null, name: '系统' };
/** Reminders after the limit, when nobody else is to decide then. */
const AGAIN = 24 * HOUR;
/** When someone may have been found, where there was no one; also after a failure, which so keeps no other case from its turn. */
const RETRY = HOUR;

const isOpen = ({ state }: { state: number }) => state === taskStates.open;

/** Writes who decides instead, and tells them. */
async function replace(work: Work, row: CaseState, step: StepRow, tasks: readonly TaskRow[], made: Replacement, why: string) {
  const { tx, deps } = work;
  const { set, add, mode } = made;
  await tx.run(sql`
    update approval_tasks t set state = one.state
    from unnest(${set.map(({ id }) => id)}::bigint[], ${set.map(({ state }) => state)}::smallint[]) as one(id, state)
    where t.tenant_id = ${tx.tenantId} and t.id = one.id`);
  if (mode !== step.mode) await tx.run(sql`update approval_steps set mode = ${mode} where tenant_id = ${tx.tenantId} and id = ${step.id}`);
  await addTasks(work, row, step.id, add);
  const again = tasks.filter((task) => !isOpen(task) && set.some((one) => one.id === task.id && isOpen(one)));
  await tellDeciders(
    work,
    row,
    again.map(({ user_id }) => user_id),
    `${row.applicant_name}的${row.name}待您审批`,
  );
  const asked = [...add, ...again].map(({ user_name }) => user_name).join('、');
  const left = tasks.filter(({ id }) => set.some((one) => one.id === id)).map(({ user_name }) => user_name);
  const action = asked === '' ? `${taskStateLabels[taskStates.needless]}：${left.join('、')}` : `转交：${asked}`;
  await writeNote(tx, row.id, SYSTEM, { action, stepName: step.name, text: why }, deps.now());
}

/** At the limit: gives the step to those who were named for it. False when there is no one else. */
async function escalate(work: Work, row: CaseState, step: StepRow, tasks: readonly TaskRow[]): Promise<boolean> {
  const { tx, deps } = work;
  const declared = (await versionOf(tx, row.version_id)).steps.find(({ id }) => id === step.step);
  if (!declared || declared.escalateTo.length === 0) return false;
  const people = await decidersOf(tx, declared.escalateTo, askedOf(row), declared.self, deps.now());
  const made = handTo(step.mode, tasks, new Set(tasks.map(({ id }) => id)), people);
  if (made) await replace(work, row, step, tasks, made, '超过审批时限');
  return made !== null;
}

/** Replaces those who cannot sign in any more. Gives the tasks as they are then. */
async function withoutLeavers(work: Work, row: CaseState, step: StepRow, tasks: readonly TaskRow[]): Promise<readonly TaskRow[]> {
  const { tx, deps } = work;
  const gone = await tx.rows<{ id: number }>(sql`
    select id from users where tenant_id = ${tx.tenantId} and (deleted_at is not null or status = 9)
      and id = any(${tasks.filter(isRunning).map(({ user_id }) => user_id)}::bigint[])`);
  const ids = new Set(gone.map(({ id }) => id));
  if (!tasks.some((task) => isOpen(task) && ids.has(task.user_id))) return tasks;
  const made = afterLeaving(step.mode, tasks, ids, await watchers(tx, row.applicant_id));
  if (made) {
    await replace(work, row, step, tasks, made, '审批人已停用或离职');
    return (await tasksOf(tx, row.id)).filter(({ step_id }) => step_id === step.id);
  }
  await tx.run(sql`
    update approval_steps set retry_at = ${instant(deps.now() + RETRY)} where tenant_id = ${tx.tenantId} and id = ${step.id}`);
  return tasks;
}

async function sweepStep(work: Work, row: CaseState, step: StepRow, tasks: readonly TaskRow[]): Promise<void> {
  const { tx, deps } = work;
  const now = deps.now();
  const isPast = (time: string | null) => time !== null && instantOf(time) <= now;
  const over = isPast(step.due_at) && step.escalated_at === null;
  const handed = over && (await escalate(work, row, step, tasks));
  const asked = handed ? [] : await withoutLeavers(work, row, step, tasks);
  if (!over && !isPast(step.remind_at)) return;
  const again = !handed && isPast(step.due_at) ? now + AGAIN : null;
  await tx.run(sql`
    update approval_steps set remind_at = ${instant(again)}, escalated_at = coalesce(escalated_at, ${instant(over ? now : null)})
    where tenant_id = ${tx.tenantId} and id = ${step.id}`);
  await tellDeciders(
    work,
    row,
    asked.filter(isOpen).map(({ user_id }) => user_id),
    `${row.applicant_name}的${row.name}${over ? '已超过审批时限' : '等待您审批'}`,
  );
}

async function sweepCase(tx: Tx, deps: Dependencies, id: number): Promise<void> {
  const work = workIn(tx, deps, SYSTEM);
  const row = await lockCase(tx, id);
  // It was decided meanwhile.
  if (row.state !== caseStates.running) return;
  const [steps, tasks] = await Promise.all([stepsOf(tx, id), tasksOf(tx, id)]);
  for (const step of steps.filter(({ state }) => state === stepStates.open))
    await sweepStep(
      work,
      row,
      step,
      tasks.filter(({ step_id }) => step_id === step.id),
    );
  await work.emit('approval.changed', { caseId: id });
}

/** Cases of a tenant that have something due, the earliest first. */
function dueCases(tenantId: number, now: number, most: number) {
  const open = sql`s.tenant_id = ${tenantId} and s.state = ${sql.lit(stepStates.open)}
    and (s.retry_at is null or s.retry_at <= ${instant(now)})`;
  return sql<{ case_id: number }>`
    select case_id from (
      select s.case_id, s.remind_at as at from approval_steps s where ${open} and s.remind_at <= ${instant(now)}
      union all
      select s.case_id, s.due_at from approval_steps s where ${open} and s.escalated_at is null and s.due_at <= ${instant(now)}
      union all
      select s.case_id, coalesce(s.retry_at, t.opened_at) from users u
        join approval_tasks t on t.tenant_id = ${tenantId} and t.user_id = u.id and t.state = ${sql.lit(taskStates.open)}
        join approval_steps s on ${open} and s.id = t.step_id
      where u.tenant_id = ${tenantId} and (u.deleted_at is not null or u.status = 9)
    ) as found group by case_id order by min(at), case_id limit ${most}`;
}

/** Deals with at most `most` cases of all tenants as of `now` (epoch ms); gives how many. */
export async function sweepApprovals(deps: Dependencies, now: number, most: number): Promise<number> {
  const { rows: tenants } = await deps.pool.query<{ tenant_id: number }>({
    name: 'approvals_due',
    text: 'select tenant_id from app.approvals_due(to_timestamp($1::float8 / 1000)) order by 1',
    values: [now],
  });
  let swept = 0;
  for (const { tenant_id: tenantId } of tenants) {
    const cases = await deps.inTenant(tenantId, (tx) => tx.rows(dueCases(tenantId, now, most - swept)));
    for (const { case_id: id } of cases) {
      try {
        await deps.inTenant(tenantId, (tx) => sweepCase(tx, deps, id));
      } catch (error) {
        deps.log.warn({ err: error, tenantId, caseId: id }, 'the sweep of an approval failed');
        await deps.inTenant(tenantId, (tx) =>
          tx.run(sql`
            update approval_steps set retry_at = ${instant(now + RETRY)}
            where tenant_id = ${tenantId} and case_id = ${id} and state = ${sql.lit(stepStates.open)}`),
        );
      }
      swept++;
    }
    if (swept >= most) break;
  }
  return swept;
}
