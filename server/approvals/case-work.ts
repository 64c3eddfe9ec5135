/**
 * How a case begins, goes on and ends (docs/architecture.md, "To have something approved"). All of it runs in the transaction of whoever
 * causes it: what an area does on an outcome is undone together with the decision, and a killed process leaves neither.
 */
import { sql } from 'kysely';
import { HOUR } from '#contract/time.ts';
import { caseStates, closedCase } from '#contract/approvals/approval-cases.rules.ts';
import type { ApprovalStep } from '#contract/approvals/approval-flows.rules.ts';
import type { ApprovalKind } from '#contract/approvals/approval-kinds.ts';
import { firstTasks, taskStates, type NewTask } from '#contract/approvals/approval-steps.rules.ts';
import type { Work } from '../context.ts';
import { instant } from '../db/instants.ts';
import { db } from '../db/tenant.ts';
import { conflict, refused } from '../errors.ts';
import { emitEach } from '../events.ts';
import { sendMessages } from '../messages/message-sending.ts';
import { sendMessage } from '../messages/messages.ts';
import { subjectOf, type Described, type Outcome } from './approval-subjects.ts';
import { askedOf, lockCase, stepStates, versionOf, writeNote, type CaseState, type StepRow, type VersionRow } from './case-rows.ts';
import { decidersOf, watchers } from './deciders.ts';
import { offeredOf } from './definition-rows.ts';
import { advance, begin, type Advanced, type StepOutcome } from './process-engine.ts';
import { sealedJson } from '../db/sealed-phones.ts';

const NO_ONE = '没有可用的审批人，请联系管理员设置审批流程';

/** Tells people that a case waits for them: a message, and the reminder of the STOMP socket. */
export async function tellDeciders(work: Work, row: CaseState, userIds: readonly number[], title: string): Promise<void> {
  if (userIds.length === 0) return;
  const { tx, deps } = work;
  const people = await tx.rows<{ id: number; username: string }>(
    sql`select id, username from users where tenant_id = ${tx.tenantId} and id = any(${[...userIds]}::bigint[]) order by id`,
  );
  const link = `/activti/detail/${row.id}`;
  await sendMessages(tx, deps, userIds, { kind: 'approval', title, text: row.title, link });
  const told = people.map(({ id, username }) => ({ userId: id, username, task: row.title }));
  await emitEach('task.assigned', told, tx, deps);
}

export async function addTasks(work: Work, row: CaseState, stepId: number, tasks: readonly NewTask[]): Promise<void> {
  if (tasks.length === 0) return;
  const { tx, deps } = work;
  await tx.run(
    db.insertInto('approval_tasks').values(
      tasks.map((task) => ({
        tenant_id: tx.tenantId,
        case_id: row.id,
        step_id: stepId,
        ...task,
        opened_at: instant(deps.now()) as never,
      })),
    ),
  );
  const open = tasks.filter(({ state }) => state === taskStates.open).map(({ user_id }) => user_id);
  await tellDeciders(work, row, open, `${row.applicant_name}的${row.name}待您审批`);
}

async function openStep(work: Work, row: CaseState, step: ApprovalStep): Promise<void> {
  const { tx, deps } = work;
  const now = deps.now();
  const found = await decidersOf(tx, step.deciders, askedOf(row), step.self, now);
  const people = found.length > 0 ? found : await watchers(tx, row.applicant_id);
  if (people.length === 0) throw refused(NO_ONE);
  const due = step.hours === null ? null : now + step.hours * HOUR;
  const made = await tx.row<{ id: number }>(sql`
    insert into approval_steps (tenant_id, case_id, step, name, mode, round, opened_at, due_at, remind_at)
    values (${tx.tenantId}, ${row.id}, ${step.id}, ${step.name}, ${found.length > 0 ? step.mode : 'one'}, ${row.round}, ${instant(now)},
      ${instant(due)}, ${instant(due === null || step.remindHours === null ? null : due - step.remindHours * HOUR)}) returning id`);
  if (found.length === 0)
    await writeNote(
      tx,
      row.id,
      { userId: null, name: '系统' },
      { action: '转审批管理员', stepName: step.name, text: '没有可用的审批人' },
      now,
    );
  await addTasks(work, row, made!.id, firstTasks(found.length > 0 ? step.mode : 'one', people));
}

/** Ends what waits of a case, and does what its area says of the outcome. */
async function end(work: Work, row: CaseState, state: number, outcome: Outcome): Promise<void> {
  const { tx, deps, actor } = work;
  const now = deps.now();
  const over = state !== caseStates.returned;
  await tx.run(sql`
    update approval_cases set state = ${state}, engine = null, taken = ${row.taken}::text[], version = version + 1,
      updated_at = ${instant(now)}, ended_at = ${instant(over ? now : null)}
    where tenant_id = ${tx.tenantId} and id = ${row.id}`);
  await tx.run(sql`
    update approval_steps set state = ${stepStates.ended}, closed_at = ${instant(now)}
    where tenant_id = ${tx.tenantId} and case_id = ${row.id} and state = ${stepStates.open}`);
  await tx.run(sql`
    update approval_tasks set state = ${taskStates.needless}
    where tenant_id = ${tx.tenantId} and case_id = ${row.id} and state in (1, 2, 7)`);
  row.state = state;
  if (row.business_id !== null) await subjectOf(row.kind).ended(work, row.business_id, outcome);
  if (actor.userId === row.applicant_id) return;
  const words = { approved: '已通过', rejected: '未通过', returned: '被退回，请修改后重新提交', withdrawn: '已撤回' }[outcome];
  await sendMessage(tx, deps, {
    recipientId: row.applicant_id,
    kind: 'approval',
    title: `您的${row.name}${words}`,
    text: row.title,
    link: `/activti/detail/${row.id}`,
  });
}

export const endCase = async (work: Work, row: CaseState, outcome: Outcome): Promise<void> => {
  const states = {
    approved: caseStates.approved,
    rejected: caseStates.rejected,
    withdrawn: caseStates.withdrawn,
    returned: caseStates.returned,
  };
  await end(work, row, states[outcome], outcome);
};

/** Writes where the process has come, and opens the steps that wait now; a process that has ended is approved. */
async function follow(work: Work, row: CaseState, version: VersionRow, { state, waiting, taken }: Advanced, open: readonly StepRow[]) {
  const { tx, deps } = work;
  row.taken = [...new Set([...row.taken, ...taken])];
  row.engine = state;
  if (state === null) return endCase(work, row, 'approved');
  await tx.run(sql`
    update approval_cases set engine = ${JSON.stringify(state)}::jsonb, taken = ${row.taken}::text[], version = version + 1,
      updated_at = ${instant(deps.now())} where tenant_id = ${tx.tenantId} and id = ${row.id}`);
  for (const id of waiting) {
    if (open.some(({ step }) => step === id)) continue;
    const step = version.steps.find((one) => one.id === id);
    if (!step) throw new Error(`version ${version.id} says nothing of its step ${id}`);
    await openStep(work, row, step);
  }
}

/** Goes on after a step was approved or is returned from; `open`: the steps that still wait. */
export async function goOn(work: Work, row: CaseState, version: VersionRow, outcome: StepOutcome, open: readonly StepRow[]): Promise<void> {
  await follow(work, row, version, await advance(row.engine!, outcome, row.variables), open);
}

async function launch(work: Work, row: CaseState): Promise<void> {
  const version = await versionOf(work.tx, row.version_id);
  await follow(work, row, version, await begin(version.process, row.variables), []);
  await work.emit('approval.changed', { caseId: row.id });
}

export interface Application extends Described {
  definitionId: number;
  kind: ApprovalKind;
  businessId: number | null;
  form: CaseState['form'];
  applicant: { id: number; name: string };
}

/** Makes the case and asks its first deciders. Throws 409 when the same row waits for a decision already. */
export async function openCase(work: Work, application: Application, version: { id: number; name: string }): Promise<number> {
  const { tx, deps, actor } = work;
  const { definitionId, kind, businessId, form, applicant, title, facts, variables, people, personId } = application;
  const now = deps.now();
  const made = await tx.row<{ id: number }>(sql`
    insert into approval_cases (tenant_id, definition_id, version_id, kind, name, business_id, title, facts, form, variables, people,
      applicant_id, applicant_name, person_id, engine, created_at, updated_at)
    values (${tx.tenantId}, ${definitionId}, ${version.id}, ${kind}, ${version.name}, ${businessId}, ${title},
      ${sealedJson(facts)}::jsonb, ${form === null ? null : sealedJson(form)}::jsonb, ${JSON.stringify(variables)}::jsonb,
      ${JSON.stringify(people)}::jsonb, ${applicant.id}, ${applicant.name}, ${personId}, '{}', ${instant(now)}, ${instant(now)})
    on conflict (tenant_id, kind, business_id) where state in (1, 5) do nothing returning id`);
  if (!made) throw conflict('该申请已提交，正在审批中');
  await writeNote(tx, made.id, actor, { action: '提交申请' }, now);
  await launch(work, await lockCase(tx, made.id));
  return made.id;
}

/** Asks for the approval of a row of an area, by the flow of its kind that is in use. Gives the case's id. */
export async function startApproval(
  work: Work,
  { kind, businessId, applicant }: { kind: Exclude<ApprovalKind, 'general'>; businessId: number; applicant: { id: number; name: string } },
): Promise<number> {
  const offered = await offeredOf(work, kind);
  const described = await subjectOf(kind).describe(work, businessId);
  return openCase(
    work,
    { ...described, definitionId: offered.definitionId, kind, businessId, form: null, applicant },
    { id: offered.versionId, name: offered.name },
  );
}

async function lockOfRow({ tx }: Work, kind: ApprovalKind, businessId: number): Promise<CaseState> {
  const found = await tx.row<{ id: number }>(sql`
    select id from approval_cases where tenant_id = ${tx.tenantId} and kind = ${kind} and business_id = ${businessId} and state in (1, 5)`);
  if (!found) throw conflict('申请没有在审批中，请刷新');
  return lockCase(tx, found.id);
}

/** Submits a case again that was returned to its applicant: from the beginning, by the version that it has. */
export async function resubmitCase(work: Work, row: CaseState, described: Described, form: CaseState['form']): Promise<void> {
  const { tx, deps, actor } = work;
  const closed = closedCase(row.state, 'resubmit');
  if (closed !== null) throw conflict(closed);
  const now = deps.now();
  const { title, facts, variables, people, personId } = described;
  await tx.run(sql`
    update approval_cases set title = ${title}, facts = ${sealedJson(facts)}::jsonb, variables = ${JSON.stringify(variables)}::jsonb,
      people = ${JSON.stringify(people)}::jsonb, person_id = ${personId}, form = ${form === null ? null : sealedJson(form)}::jsonb,
      state = ${caseStates.running}, round = round + 1, engine = '{}', taken = '{}', version = version + 1, updated_at = ${instant(now)}
    where tenant_id = ${tx.tenantId} and id = ${row.id}`);
  await writeNote(tx, row.id, actor, { action: '重新提交' }, now);
  await launch(work, await lockCase(tx, row.id));
}

/** Submits a row of an area again after it was returned and changed. */
export async function resubmitApproval(work: Work, { kind, businessId }: { kind: Exclude<ApprovalKind, 'general'>; businessId: number }) {
  const row = await lockOfRow(work, kind, businessId);
  await resubmitCase(work, row, await subjectOf(kind).describe(work, businessId), null);
}

export async function withdrawCase(work: Work, row: CaseState, comment: string): Promise<void> {
  const closed = closedCase(row.state, 'withdraw');
  if (closed !== null) throw conflict(closed);
  await writeNote(work.tx, row.id, work.actor, { action: '撤回申请', text: comment }, work.deps.now());
  await endCase(work, row, 'withdrawn');
  await work.emit('approval.changed', { caseId: row.id });
}

/** Takes the application of an area's row back. */
export async function withdrawApproval(work: Work, { kind, businessId }: { kind: Exclude<ApprovalKind, 'general'>; businessId: number }) {
  await withdrawCase(work, await lockOfRow(work, kind, businessId), '');
}
