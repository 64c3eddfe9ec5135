/** The flows of an institution as rows: what a draft draws and what is wrong with it, what is in use, and what it begins with. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { diagramOf, processOf } from '#contract/approvals/approval-diagrams.rules.ts';
import type { FieldForm, StepForm } from '#contract/approvals/approval-definitions.ts';
import { flowOf, flowProblem, type Flow } from '#contract/approvals/approval-flows.rules.ts';
import { fieldsProblem, formPeople, formVariables, type FormField } from '#contract/approvals/approval-forms.rules.ts';
import { approvalKinds, type ApprovalKind, type ApprovalVariable } from '#contract/approvals/approval-kinds.ts';
import type { Work } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { Refusal, refused } from '../errors.ts';
import { workIn } from '../events.ts';
import { readDiagram } from './diagram-files.ts';

type Step = z.output<typeof StepForm>;

export interface Draft {
  fields: z.output<typeof FieldForm>[];
  steps: Step[];
  /** BPMN 2.0 as staff drew it; null: the list of steps is the flow. */
  diagram: string | null;
}

export const variablesOf = (kind: ApprovalKind, fields: readonly FormField[]): Readonly<Record<string, ApprovalVariable>> =>
  kind === 'general' ? formVariables(fields) : approvalKinds[kind].variables;
export const peopleOf = (kind: ApprovalKind, fields: readonly FormField[]): Readonly<Record<string, string>> =>
  kind === 'general' ? formPeople(fields) : approvalKinds[kind].people;

export interface Drawn {
  flow: Flow;
  /** BPMN 2.0 as it is shown. */
  diagram: string;
}

/** The flow of a draft. Throws a refusal for a drawing that cannot be read. */
export async function drawnOf(kind: ApprovalKind, { fields, steps, diagram }: Draft): Promise<Drawn> {
  if (diagram !== null) return { flow: await readDiagram(diagram), diagram };
  const flow = flowOf(steps, variablesOf(kind, fields));
  return { flow, diagram: diagramOf(flow) };
}

/** What is wrong with a draft; null when it can be published. */
export function problemOf(kind: ApprovalKind, { fields, steps }: Draft, flow: Flow): string | null {
  const form = kind === 'general' ? fieldsProblem(fields) : null;
  return form ?? flowProblem(flow, steps, variablesOf(kind, fields), peopleOf(kind, fields));
}

/** The drawing of a draft, and what is wrong with it, whether it can be read or not. */
export async function shownOf(kind: ApprovalKind, draft: Draft): Promise<{ drawn: string | null; problem: string | null }> {
  try {
    const { flow, diagram } = await drawnOf(kind, draft);
    return { drawn: diagram, problem: problemOf(kind, draft, flow) };
  } catch (error) {
    if (error instanceof Refusal) return { drawn: null, problem: error.message };
    throw error;
  }
}

/** Makes the next version of a definition out of its draft. Throws what is wrong with it. */
export async function publishDraft(work: Work, definition: { id: number; kind: ApprovalKind }, draft: Draft): Promise<number> {
  const { tx, deps, actor } = work;
  const { flow, diagram } = await drawnOf(definition.kind, draft);
  const problem = problemOf(definition.kind, draft, flow);
  if (problem !== null) throw refused(problem);
  const tasks = new Set(flow.nodes.map(({ id }) => id));
  const steps = draft.steps
    .filter(({ id }) => tasks.has(id))
    .map((step) => ({ ...step, name: flow.nodes.find(({ id }) => id === step.id)?.name || step.name }));
  const made = await tx.row<{ number: number }>(sql`
    insert into approval_versions (tenant_id, definition_id, number, fields, steps, diagram, process, published_by, published_at)
    select ${tx.tenantId}, ${definition.id}, coalesce(max(number), 0) + 1, ${JSON.stringify(draft.fields)}::jsonb,
      ${JSON.stringify(steps)}::jsonb, ${diagram}, ${processOf(flow)}, ${actor.name}, ${instant(deps.now())}
    from approval_versions where tenant_id = ${tx.tenantId} and definition_id = ${definition.id} returning number`);
  return made!.number;
}

const step = (id: string, name: string, deciders: Step['deciders'], condition: Step['condition'] = null): Step => ({
  id,
  name,
  mode: 'one',
  deciders,
  condition,
  hours: 48,
  remindHours: 24,
  escalateTo: [],
  self: false,
  copyTo: [],
});

/** What a new institution begins with; its flows say it, and staff change it there. */
const ABOVE = {
  /** From so many days on the head of the institution decides as well. */
  staff_leave: { variable: 'days', value: 3, name: '院长审批', role: 'admin' },
  /** From this amount on (yuan) the head of the institution decides as well. */
  account: { variable: 'amount', value: 5000, name: '院长审批', role: 'admin' },
  /** From this amount on (yuan) the head of the institution decides as well. */
  earnest: { variable: 'amount', value: 5000, name: '院长审批', role: 'admin' },
  /** From this fee of a month on (yuan) the head of the institution decides as well. */
  admission: { variable: 'monthFee', value: 10000, name: '院长审批', role: 'admin' },
  /** From this amount on (yuan) finance decides as well. */
  material_purchase: { variable: 'amount', value: 1000, name: '财务审批', role: 'finance' },
} as const satisfies Partial<Record<ApprovalKind, object>>;

async function firstSteps(tx: Tx, kind: keyof typeof ABOVE): Promise<Step[]> {
  const head = step('s1', '部门负责人审批', [{ by: 'head', of: 'applicant', up: 0 }]);
  const { variable, value, name, role } = ABOVE[kind];
  const found = await tx.row<{ id: number }>(sql`select id from roles where tenant_id = ${tx.tenantId} and code = ${role}`);
  if (!found) return [head];
  return [head, step('s2', name, [{ by: 'role', ids: [found.id] }], { any: false, tests: [{ variable, comparison: '>=', value }] })];
}

/** Each kind of an area has its flow from the beginning: made when the institution first needs it. */
export async function ensureDefinitions(work: Work): Promise<void> {
  const { tx, deps } = work;
  const kinds = Object.keys(ABOVE) as (keyof typeof ABOVE)[];
  const there = await tx.rows<{ kind: string }>(sql`
    select kind from approval_definitions where tenant_id = ${tx.tenantId} and kind = any(${kinds}::text[])`);
  for (const kind of kinds) {
    if (there.some((one) => one.kind === kind)) continue;
    const draft: Draft = { fields: [], steps: await firstSteps(tx, kind), diagram: null };
    const made = await tx.row<{ id: number }>(sql`
      insert into approval_definitions (tenant_id, kind, name, draft, created_by, created_at, updated_at)
      values (${tx.tenantId}, ${kind}, ${approvalKinds[kind].label}, ${JSON.stringify(draft)}::jsonb, '系统', ${instant(deps.now())},
        ${instant(deps.now())}) on conflict do nothing returning id`);
    if (!made) continue;
    const number = await publishDraft(workIn(tx, deps, { userId: null, name: '系统' }), { id: made.id, kind }, draft);
    await tx.run(sql`update approval_definitions set published = ${number} where tenant_id = ${tx.tenantId} and id = ${made.id}`);
  }
}

export interface Offered {
  definitionId: number;
  versionId: number;
  kind: ApprovalKind;
  name: string;
  description: string;
  fields: FormField[];
}

/** The flows that can be applied by. */
export const offers = (tx: Tx): Promise<Offered[]> =>
  tx.rows<Offered>(sql`
    select d.id as "definitionId", v.id as "versionId", d.kind, d.name, d.description, v.fields from approval_definitions d
      join approval_versions v on v.tenant_id = d.tenant_id and v.definition_id = d.id and v.number = d.published
    where d.tenant_id = ${tx.tenantId} and d.enabled order by d.kind = 'general', d.id`);

/** The flow in use of an area's kind. */
export async function offeredOf(work: Work, kind: Exclude<ApprovalKind, 'general'>): Promise<Offered> {
  await ensureDefinitions(work);
  const offered = (await offers(work.tx)).find((one) => one.kind === kind);
  if (!offered) throw refused(`审批流程“${approvalKinds[kind].label}”已停用，请联系管理员`);
  return offered;
}
