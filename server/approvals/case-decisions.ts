/** What a signer does with a task: one way for a single decision, a batch, a hand-over and further signers. */
import { sql } from 'kysely';
import { caseStates } from '#contract/approvals/approval-cases.rules.ts';
import {
  decideTask,
  taskActionLabels,
  taskOrigins,
  taskStates,
  type Person,
  type TaskCommand,
} from '#contract/approvals/approval-steps.rules.ts';
import type { Context, Work } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import { sendMessages } from '../messages/message-sending.ts';
import { sendMessage } from '../messages/messages.ts';
import { addTasks, endCase, goOn } from './case-work.ts';
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
import { decidersOf } from './deciders.ts';
import { returnTargets } from './case-details.ts';

export interface Remark {
  comment: string;
  files: readonly string[];
}

/** People who can sign in, in the order asked for. Throws a refusal for one that cannot. */
export async function peopleBy(tx: Tx, ids: readonly number[]): Promise<Person[]> {
  const found = await tx.rows<Person>(sql`
    select id, name from users where tenant_id = ${tx.tenantId} and id = any(${[...ids]}::bigint[]) and status = 0 and deleted_at is null`);
  return [...new Set(ids)].map((id) => {
    const person = found.find((one) => one.id === id);
    if (!person) throw refused('人员不存在或已停用');
    return person;
  });
}

interface Held {
  row: CaseState;
  step: StepRow;
  task: TaskRow;
  /** Of this step. */
  tasks: TaskRow[];
  /** Other steps that wait beside it. */
  beside: StepRow[];
  steps: StepRow[];
}

/** A task with its case, which is locked: of any number of callers one goes on. Throws 404 unless it is the caller's own, or `any`. */
export async function holdTask({ tx }: Work, taskId: number, userId: number | 'any'): Promise<Held> {
  const found = await tx.row<{ case_id: number; user_id: number }>(
    sql`select case_id, user_id from approval_tasks where tenant_id = ${tx.tenantId} and id = ${taskId}`,
  );
  if (!found || (userId !== 'any' && found.user_id !== userId)) throw notFound('审批任务');
  const row = await lockCase(tx, found.case_id);
  const [steps, tasks] = await Promise.all([stepsOf(tx, row.id), tasksOf(tx, row.id)]);
  const task = tasks.find(({ id }) => id === taskId)!;
  const step = steps.find(({ id }) => id === task.step_id)!;
  return {
    row,
    step,
    task,
    tasks: tasks.filter(({ step_id }) => step_id === step.id),
    beside: steps.filter(({ id, state }) => state === stepStates.open && id !== step.id),
    steps,
  };
}

/** Copies of a case to people: told once each. */
export async function copyTo(work: Work, row: CaseState, people: readonly Person[]): Promise<Person[]> {
  if (people.length === 0) return [];
  const { tx, deps } = work;
  const made = await tx.rows<{ user_id: number }>(sql`
    insert into approval_copies (tenant_id, case_id, user_id, user_name)
    select ${tx.tenantId}, ${row.id}, id, name
    from unnest(${people.map(({ id }) => id)}::bigint[], ${people.map(({ name }) => name)}::text[]) as one(id, name)
    on conflict do nothing returning user_id`);
  const told = people.filter(({ id }) => made.some(({ user_id }) => user_id === id));
  const title = `${row.applicant_name}的${row.name}抄送给您`;
  const link = `/activti/detail/${row.id}`;
  await sendMessages(
    tx,
    deps,
    told.map(({ id }) => id),
    { kind: 'approval', title, text: row.title, link },
  );
  return told;
}

async function write(work: Work, { row, step, task, tasks }: Held, command: TaskCommand, { comment, files }: Remark) {
  const { tx, deps } = work;
  const now = deps.now();
  const version = await versionOf(tx, row.version_id);
  const declared = version.steps.find(({ id }) => id === step.step);
  const barred = new Set(declared?.self ? [] : [row.applicant_id]);
  const decision = decideTask(step, tasks, task.id, command, barred, now);
  if ('refusal' in decision) {
    if (
      row.state !== caseStates.running &&
      decision.status === 409 &&
      task.state === taskStates.needless &&
      row.state === caseStates.withdrawn
    )
      throw conflict('申请人已撤回申请');
    throw decision.status === 409 ? conflict(decision.refusal) : refused(decision.refusal);
  }
  const change = decision.change!;
  for (const { id, state, decided_at } of change.set)
    await tx.run(sql`
      update approval_tasks set state = ${state}, decided_at = coalesce(${decided_at ?? null}::timestamptz, decided_at),
        comment = case when ${id === task.id} then ${comment} else comment end,
        files = case when ${id === task.id} then ${[...files]}::text[] else files end
      where tenant_id = ${tx.tenantId} and id = ${id}`);
  return { change, version, declared, now };
}

/** Those of a step who are asked now because others have signed or answered. */
async function tellOpened(work: Work, { row, tasks, task }: Held, set: readonly { id: number; state: number }[]): Promise<void> {
  for (const { id, state } of set) {
    const opened = tasks.find((one) => one.id === id);
    if (state !== taskStates.open || !opened || opened.id === task.id) continue;
    const words = opened.state === taskStates.delegated ? '的委派意见已回复，请继续审批' : `的${row.name}待您审批`;
    await sendMessage(work.tx, work.deps, {
      recipientId: opened.user_id,
      kind: 'approval',
      title: `${row.applicant_name}${words}`,
      text: row.title,
      link: `/activti/detail/${row.id}`,
    });
  }
}

/** Approves, rejects or returns. `to` of a return: an earlier step, or `''` for the applicant. */
export async function decide(
  context: Context,
  taskId: number,
  action: 'approve' | 'reject' | 'return',
  to: string,
  remark: Remark,
): Promise<true> {
  const { tx, session, actor } = context;
  const held = await holdTask(context, taskId, session.userId);
  const { row, step, task, steps, beside } = held;
  if (action === 'return') {
    const version = await versionOf(tx, row.version_id);
    if (!returnTargets(version, steps, row.round, step.step).some((one) => one.step === to)) throw refused('不能退回到这一步');
  }
  if (action === 'reject' && remark.comment === '') throw refused('请填写拒绝的原因');
  const { change, version, declared, now } = await write(context, held, { action }, remark);
  const advice = task.origin === taskOrigins.delegate;
  const back = action === 'return' ? `至${to === '' ? '申请人' : steps.find((one) => one.step === to)!.name}` : '';
  const words = `${advice ? '回复意见' : taskActionLabels[action]}${back}`;
  await writeNote(tx, row.id, actor, { action: words, stepName: step.name, text: remark.comment, files: remark.files }, now);
  await tellOpened(context, held, change.set);
  if (change.outcome !== null) {
    const closed = { approved: stepStates.approved, rejected: stepStates.rejected, returned: stepStates.returned }[change.outcome];
    await tx.run(sql`
      update approval_steps set state = ${closed}, closed_at = ${instant(now)} where tenant_id = ${tx.tenantId} and id = ${step.id}`);
    if (change.outcome === 'rejected') await endCase(context, row, 'rejected');
    else if (change.outcome === 'returned' && to === '') await endCase(context, row, 'returned');
    else {
      if (change.outcome === 'approved' && declared)
        await copyTo(context, row, await decidersOf(tx, declared.copyTo, askedOf(row), true, now));
      await goOn(context, row, version, { step: step.step, returnTo: change.outcome === 'returned' ? to : null }, beside);
    }
  }
  await context.emit('approval.changed', { caseId: row.id });
  return true;
}

/** Hands a task to others, adds signers or drops them. */
export async function handOn(
  context: Context,
  taskId: number,
  command: Exclude<TaskCommand, { action: 'approve' }>,
  remark: Remark,
): Promise<true> {
  const { tx, session, actor } = context;
  const held = await holdTask(context, taskId, session.userId);
  const { row, step, tasks } = held;
  const { change, now } = await write(context, held, command, remark);
  await addTasks(context, row, step.id, change.add);
  const names =
    change.add.length > 0
      ? change.add.map(({ user_name }) => user_name)
      : tasks.filter(({ id }) => change.set.some((one) => one.id === id)).map(({ user_name }) => user_name);
  const action = `${taskActionLabels[command.action]}：${names.join('、')}`;
  await writeNote(tx, row.id, actor, { action, stepName: step.name, text: remark.comment, files: remark.files }, now);
  await context.emit('approval.changed', { caseId: row.id });
  return true;
}
