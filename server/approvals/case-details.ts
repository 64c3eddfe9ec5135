/** One case as those see it who take part in it: all that its form says, its steps and what happened; nothing else of the business. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { caseStates, closedCase } from '#contract/approvals/approval-cases.rules.ts';
import { approvalCases as routes, type Case } from '#contract/approvals/approval-cases.ts';
import { nodeTypes } from '#contract/approvals/approval-diagrams.rules.ts';
import { taskOrigins, taskStates } from '#contract/approvals/approval-steps.rules.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import {
  readCase,
  stepsOf,
  stepStates,
  tasksOf,
  versionOf,
  type CaseState,
  type StepRow,
  type TaskRow,
  type VersionRow,
} from './case-rows.ts';
import { SEES_ALL } from './case-lists.ts';

/** Throws 404 to whoever takes no part in the case and may not see all. */
export async function needPart({ tx, session }: Context, row: CaseState | undefined): Promise<CaseState> {
  if (!row) throw notFound('申请');
  if (row.applicant_id === session.userId || session.permissions.has(SEES_ALL) || session.permissions.has(routes.reassign.access))
    return row;
  const part = await tx.row(sql`
    select 1 as part from approval_tasks where tenant_id = ${tx.tenantId} and case_id = ${row.id} and user_id = ${session.userId}
    union all
    select 1 from approval_copies where tenant_id = ${tx.tenantId} and case_id = ${row.id} and user_id = ${session.userId} limit 1`);
  if (!part) throw notFound('申请');
  return row;
}

/** Who may take an application back: who applied, and once they have left those who watch over approvals, else what was returned would stay. */
export async function mayWithdraw({ tx, session }: Context, row: CaseState): Promise<boolean> {
  if (row.applicant_id === session.userId) return true;
  if (!session.permissions.has(routes.reassign.access)) return false;
  const left = await tx.row(sql`
    select id from users where tenant_id = ${tx.tenantId} and id = ${row.applicant_id} and (status <> 0 or deleted_at is not null)`);
  return left !== undefined;
}

const PARALLEL = Object.entries(nodeTypes)
  .find(([, type]) => type === 'parallel')![0]
  .replace('bpmn:P', 'p');

/** Steps that were approved in this round before the one that waits, the applicant first. Beside branches that run at once: the applicant alone. */
export function returnTargets(version: VersionRow, steps: readonly StepRow[], round: number, at: string): { step: string; name: string }[] {
  const applicant = { step: '', name: '申请人' };
  if (version.process.includes(`<${PARALLEL}`)) return [applicant];
  const before = steps.filter((one) => one.round === round && one.state === stepStates.approved && one.step !== at);
  return [applicant, ...new Map(before.map(({ step, name }) => [step, { step, name }])).values()];
}

const ofTask = ({ id, user_id, user_name, state, origin, parent_id, comment, files, decided_at }: TaskRow) => ({
  id,
  userId: user_id,
  userName: user_name,
  state,
  origin,
  parentId: parent_id,
  comment,
  files,
  decideTime: decided_at,
});

export async function caseOf(context: Context, id: number): Promise<z.input<typeof Case>> {
  const { tx, session } = context;
  const row = await needPart(context, await readCase(tx, id));
  const [version, steps, tasks, notes, copies] = await Promise.all([
    versionOf(tx, row.version_id),
    stepsOf(tx, id),
    tasksOf(tx, id),
    tx.rows<{
      id: number;
      action: string;
      stepName: string | null;
      userName: string;
      text: string;
      files: string[];
      createTime: string;
    }>(sql`
      select id, action, step_name as "stepName", user_name as "userName", text, files, created_at as "createTime" from approval_notes
      where tenant_id = ${tx.tenantId} and case_id = ${id} order by id limit 1000`),
    tx.rows<{ userId: number; userName: string; readTime: string | null }>(sql`
      select user_id as "userId", user_name as "userName", read_at as "readTime" from approval_copies
      where tenant_id = ${tx.tenantId} and case_id = ${id} order by created_at, user_id limit 500`),
    tx.run(sql`
      update approval_copies set read_at = now() where tenant_id = ${tx.tenantId} and case_id = ${id} and user_id = ${session.userId}
        and read_at is null`),
  ]);
  const open = steps.filter(({ state }) => state === stepStates.open);
  const own = tasks.find(({ user_id, state }) => user_id === session.userId && state === taskStates.open);
  const ownStep = own && open.find((step) => step.id === own.step_id);
  const isApplicant = row.applicant_id === session.userId;
  return {
    id,
    kind: row.kind,
    definitionId: row.definition_id,
    name: row.name,
    title: row.title,
    businessId: row.business_id,
    facts: row.facts.map(({ label, value, files }) => ({ label, value, ...(files ? { files: [...files] } : {}) })),
    fields: version.fields.map((field) => ({ ...field, options: [...field.options] })),
    form: row.form as z.input<typeof Case>['form'],
    applicantId: row.applicant_id,
    applicantName: row.applicant_name,
    state: row.state,
    round: row.round,
    createTime: row.created_at,
    endTime: row.ended_at,
    version: row.version,
    diagram: version.diagram,
    taken: row.taken,
    current: open.map(({ step }) => step),
    steps: steps.map(({ id: stepId, step, name, mode, round, state, opened_at, due_at, closed_at }) => ({
      id: stepId,
      step,
      name,
      mode,
      round,
      state,
      openTime: opened_at,
      dueTime: due_at,
      closeTime: closed_at,
      tasks: tasks.filter(({ step_id }) => step_id === stepId).map(ofTask),
    })),
    notes,
    copies,
    taskId: own && row.state === caseStates.running ? own.id : null,
    returnTo: ownStep && own.origin !== taskOrigins.delegate ? returnTargets(version, steps, row.round, ownStep.step) : [],
    can: {
      withdraw: closedCase(row.state, 'withdraw') === null && (await mayWithdraw(context, row)),
      remind: isApplicant && closedCase(row.state, 'remind') === null,
      resubmit: isApplicant && closedCase(row.state, 'resubmit') === null,
      reassign: session.permissions.has(routes.reassign.access) && row.state === caseStates.running,
    },
  };
}
