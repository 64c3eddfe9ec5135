/**
 * What falls due of approvals by the product's clock: reminders before a limit, what happens at the limit, and tasks of people who have
 * left. The cleanup runs it in one process; a row is dealt with once, since its time is taken away in the same transaction.
 */
import { sql } from 'kysely';
import { HOUR } from '#contract/time.ts';
import { caseStates } from '#contract/approvals/approval-cases.rules.ts';
import { taskOrigins, taskStates } from '#contract/approvals/approval-steps.rules.ts';
import type { Dependencies, Work } from '../context.ts';
import { instant } from '../db/instants.ts';
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
import { decidersOf, watchers, type Found } from './deciders.ts';

const SYSTEM = { userId: null, name: '系统' };
/** Reminders after the limit, when nobody else is to decide then. */
const AGAIN = 24 * HOUR;

const isOpen = ({ state }: { state: number }) => state === taskStates.open;

/** Gives tasks that wait to other people: one of them gets each, all of them where the step asks one of several. */
async function handOver(
  work: Work,
  row: CaseState,
  step: StepRow,
  tasks: readonly TaskRow[],
  people: readonly Found[],
  why: string,
): Promise<boolean> {
  const { tx, deps } = work;
  const there = new Set(
    (await tasksOf(tx, row.id))
      .filter(({ step_id, state }) => step_id === step.id && state <= taskStates.open)
      .map(({ user_id }) => user_id),
  );
  const fresh = people.filter(({ id }) => !there.has(id));
  if (fresh.length === 0) return false;
  await tx.run(sql`
    update approval_tasks set state = ${taskStates.transferred}
    where tenant_id = ${tx.tenantId} and id = any(${tasks.map(({ id }) => id)}::bigint[])`);
  const first = tasks[0]!;
  await addTasks(
    work,
    row,
    step.id,
    fresh.map(({ id, name }) => ({
      user_id: id,
      user_name: name,
      place: first.place,
      state: taskStates.open,
      origin: taskOrigins.escalation,
      parent_id: first.id,
    })),
  );
  // Any of those who were asked instead may decide.
  if (fresh.length > 1) await tx.run(sql`update approval_steps set mode = 'one' where tenant_id = ${tx.tenantId} and id = ${step.id}`);
  const names = fresh.map(({ name }) => name).join('、');
  await writeNote(tx, row.id, SYSTEM, { action: `转交：${names}`, stepName: step.name, text: why }, deps.now());
  return true;
}

async function sweepStep(work: Work, row: CaseState, step: StepRow, tasks: readonly TaskRow[]): Promise<void> {
  const { tx, deps } = work;
  const now = deps.now();
  const open = tasks.filter(isOpen);
  const gone = await tx.rows<{ id: number }>(sql`
    select u.id from users u where u.tenant_id = ${tx.tenantId} and u.id = any(${open.map(({ user_id }) => user_id)}::bigint[])
      and (u.deleted_at is not null or u.status = 9)`);
  const left = open.filter(({ user_id }) => gone.some(({ id }) => id === user_id));
  if (left.length > 0) {
    const rest = open.length - left.length;
    // The others decide: where one is enough, or where they are asked as well.
    if (rest > 0 && step.mode === 'one')
      await tx.run(sql`
        update approval_tasks set state = ${taskStates.needless} where tenant_id = ${tx.tenantId}
          and id = any(${left.map(({ id }) => id)}::bigint[])`);
    else await handOver(work, row, step, left, await watchers(tx, row.applicant_id), '审批人已停用或离职');
  }
  const [due] = await tx.rows<{ reminder: boolean; over: boolean }>(sql`
    select coalesce(remind_at <= ${instant(now)}, false) as reminder,
      coalesce(due_at <= ${instant(now)} and escalated_at is null, false) as over
    from approval_steps where tenant_id = ${tx.tenantId} and id = ${step.id}`);
  if (!due) return;
  const those = open.filter((one) => !left.includes(one)).map(({ user_id }) => user_id);
  if (due.over) {
    const version = await versionOf(tx, row.version_id);
    const declared = version.steps.find(({ id }) => id === step.step);
    const instead = declared ? await decidersOf(tx, declared.escalateTo, askedOf(row), declared.self, now) : [];
    const handed =
      those.length > 0 &&
      (await handOver(
        work,
        row,
        step,
        open.filter(({ user_id }) => those.includes(user_id)),
        instead,
        '超过审批时限',
      ));
    await tx.run(sql`
      update approval_steps set escalated_at = ${instant(now)}, remind_at = ${instant(handed ? null : now + AGAIN)}
      where tenant_id = ${tx.tenantId} and id = ${step.id}`);
    if (!handed) await tellDeciders(work, row, those, `${row.applicant_name}的${row.name}已超过审批时限`);
  } else if (due.reminder) {
    await tx.run(sql`
      update approval_steps set remind_at = case when due_at > ${instant(now)} then null else ${instant(now + AGAIN)}::timestamptz end
      where tenant_id = ${tx.tenantId} and id = ${step.id}`);
    await tellDeciders(work, row, those, `${row.applicant_name}的${row.name}等待您审批`);
  }
}

/** Cases of a tenant that have something due, the earliest first. */
const dueCases = (tenantId: number, now: number, most: number) => sql<{ case_id: number }>`
  select case_id from (
    select case_id, remind_at as at from approval_steps where tenant_id = ${tenantId} and state = ${sql.lit(stepStates.open)}
      and remind_at <= ${instant(now)}
    union all
    select case_id, due_at from approval_steps where tenant_id = ${tenantId} and state = ${sql.lit(stepStates.open)}
      and escalated_at is null and due_at <= ${instant(now)}
    union all
    select t.case_id, null from approval_tasks t join users u on u.tenant_id = t.tenant_id and u.id = t.user_id
    where t.tenant_id = ${tenantId} and t.state = ${sql.lit(taskStates.open)} and (u.deleted_at is not null or u.status = 9)
  ) as found group by case_id order by min(at) nulls first limit ${most}`;

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
      await deps.inTenant(tenantId, async (tx) => {
        const work = workIn(tx, deps, SYSTEM);
        const row = await lockCase(tx, id);
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
      });
      swept++;
    }
    if (swept >= most) break;
  }
  return swept;
}
