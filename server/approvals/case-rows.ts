/** The rows of a case as decisions read them. */
import { sql } from 'kysely';
import { storedFields, storedSteps } from '#contract/approvals/approval-cases.ts';
import type { ApprovalStep, StepMode } from '#contract/approvals/approval-flows.rules.ts';
import type { FormField } from '#contract/approvals/approval-forms.rules.ts';
import type { TaskState } from '#contract/approvals/approval-steps.rules.ts';
import type { Values } from '#contract/approvals/approval-conditions.rules.ts';
import type { ApprovalKind } from '#contract/approvals/approval-kinds.ts';
import type { FormValues } from '#contract/approvals/approval-forms.rules.ts';
import { instant } from '../db/instants.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import type { Asked } from './deciders.ts';
import type { Fact } from './approval-subjects.ts';

export interface CaseState {
  id: number;
  definition_id: number;
  version_id: number;
  kind: ApprovalKind;
  name: string;
  business_id: number | null;
  title: string;
  facts: Fact[];
  form: FormValues | null;
  variables: Values;
  people: Record<string, number[]>;
  applicant_id: number;
  applicant_name: string;
  person_id: number | null;
  state: number;
  round: number;
  engine: object | null;
  taken: string[];
  reminded_at: string | null;
  version: number;
  created_at: string;
  ended_at: string | null;
}

export interface StepRow {
  id: number;
  case_id: number;
  step: string;
  name: string;
  mode: StepMode;
  round: number;
  state: number;
  opened_at: string;
  due_at: string | null;
  remind_at: string | null;
  escalated_at: string | null;
  closed_at: string | null;
}

/** States of a step. */
export const stepStates = { open: 1, approved: 2, rejected: 3, returned: 4, ended: 5 } as const;

export interface TaskRow extends TaskState {
  step_id: number;
  comment: string;
  files: string[];
}

export interface VersionRow {
  id: number;
  fields: FormField[];
  steps: ApprovalStep[];
  diagram: string;
  process: string;
}

const cases = () => db.selectFrom('approval_cases').selectAll();

/** The case, locked: decisions on one case take turns. Throws 404. */
export async function lockCase(tx: Tx, id: number): Promise<CaseState> {
  const row = await tx.row(cases().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate());
  if (!row) throw notFound('申请');
  return row as unknown as CaseState;
}

export async function readCase(tx: Tx, id: number): Promise<CaseState | undefined> {
  return (await tx.row(cases().where('tenant_id', '=', tx.tenantId).where('id', '=', id))) as unknown as CaseState | undefined;
}

export async function versionOf(tx: Tx, id: number): Promise<VersionRow> {
  const row = await tx.row(db.selectFrom('approval_versions').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id));
  const { fields, steps, diagram, process } = row!;
  return { id, fields: storedFields.parse(fields), steps: storedSteps.parse(steps), diagram, process };
}

export const stepsOf = (tx: Tx, caseId: number): Promise<StepRow[]> =>
  tx.rows(
    db.selectFrom('approval_steps').selectAll().where('tenant_id', '=', tx.tenantId).where('case_id', '=', caseId).orderBy('id'),
  ) as unknown as Promise<StepRow[]>;

export const tasksOf = (tx: Tx, caseId: number): Promise<TaskRow[]> =>
  tx.rows(
    db
      .selectFrom('approval_tasks')
      .selectAll()
      .where('tenant_id', '=', tx.tenantId)
      .where('case_id', '=', caseId)
      .orderBy('step_id')
      .orderBy('place')
      .orderBy('id'),
  ) as unknown as Promise<TaskRow[]>;

export const askedOf = ({ applicant_id, person_id, people }: CaseState): Asked => ({
  applicantId: applicant_id,
  personId: person_id,
  people,
});

/** What was said and done, at the product's clock. */
export interface NewNote {
  action: string;
  stepName?: string | null;
  text?: string;
  files?: readonly string[];
}

export const writeNote = (
  tx: Tx,
  caseId: number,
  by: { userId: number | null; name: string },
  { action, stepName = null, text = '', files = [] }: NewNote,
  now: number,
): Promise<number> =>
  tx.run(sql`
    insert into approval_notes (tenant_id, case_id, action, step_name, user_id, user_name, text, files, created_at)
    values (${tx.tenantId}, ${caseId}, ${action}, ${stepName}, ${by.userId}, ${by.name}, ${text}, ${[...files]}::text[],
      ${instant(now)})`);
