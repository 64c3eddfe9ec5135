/** What tests of approvals need: a published general flow, and its decisions. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { approvalCases } from '#contract/approvals/approval-cases.ts';
import { approvalDefinitions } from '#contract/approvals/approval-definitions.ts';
import { harness, type Harness, type TestUser } from './harness.ts';

export interface StepGiven {
  id: string;
  name: string;
  deciders: unknown[];
  mode?: 'all' | 'one' | 'turn';
  condition?: unknown;
  hours?: number | null;
  remindHours?: number | null;
  escalateTo?: unknown[];
  self?: boolean;
  copyTo?: unknown[];
}

export const stepOf = (given: StepGiven) => ({
  mode: 'one',
  condition: null,
  hours: null,
  remindHours: null,
  escalateTo: [],
  self: false,
  copyTo: [],
  ...given,
});
export const usersAs = (...people: { userId: number }[]) => ({ by: 'user', ids: people.map(({ userId }) => userId) });
export const amountFrom = (value: number) => ({ any: false, tests: [{ variable: 'amount', comparison: '>=', value }] });

export const FIELDS = [
  { key: 'reason', label: '事由', type: 'text', required: true, options: [] },
  { key: 'amount', label: '金额', type: 'money', required: false, options: [] },
  { key: 'with', label: '同行人', type: 'person', required: false, options: [] },
];

/** Makes and publishes a general flow; gives its id. */
export async function publishFlow(
  t: Harness,
  as: TestUser,
  name: string,
  steps: readonly StepGiven[],
  diagram: string | null = null,
): Promise<number> {
  const made = await t.route(approvalDefinitions.create, as, { name, description: '' });
  assert.equal(made.status, 200, made.msg ?? '');
  const id = made.data as number;
  const draft = { fields: FIELDS, steps: steps.map(stepOf), diagram };
  const saved = await t.route(approvalDefinitions.update, as, { id, version: 1, ...draft } as never);
  assert.equal(saved.status, 200, saved.msg ?? '');
  const published = await t.route(approvalDefinitions.publish, as, { id, version: 2 });
  assert.equal(published.status, 200, published.msg ?? '');
  return id;
}

export async function applyFor(
  t: Harness,
  as: TestUser,
  definitionId: number,
  values: Record<string, unknown> = { reason: '测试' },
): Promise<number> {
  const made = await t.route(approvalCases.apply, as, { definitionId, values } as never);
  assert.equal(made.status, 200, made.msg ?? '');
  return made.data as number;
}

/** The person's own task of a case that waits. Null when none does. */
export const taskOf = async (t: Harness, as: TestUser, id: number): Promise<number | null> =>
  ((await t.route(approvalCases.get, as, { id })).data as { taskId: number | null } | null)?.taskId ?? null;

/** Decides the own task of a case. */
export async function decideOf(t: Harness, as: TestUser, id: number, action: string, more: Record<string, unknown> = {}) {
  const taskId = await taskOf(t, as, id);
  assert.ok(taskId !== null, '没有待审批的任务');
  return t.route(approvalCases.decide, as, { taskId, action, comment: action === 'reject' ? '不同意' : '', ...more } as never);
}

/** An institution with who makes its flows, who applies, and three who decide. */
export async function approvalHouse() {
  const t = await harness();
  const tenant = await t.tenant('平安颐养院');
  const admin = await t.user(tenant, {
    name: '管理员',
    permissions: ['approval_definition_view', 'approval_definition_edit', 'approval_case_all', 'approval_case_manage'],
  });
  const person = (name: string) => t.user(tenant, { name, permissions: [] });
  let number = 0;
  const caseOf = async (id: number) => (await t.route(approvalCases.get, admin, { id })).data;
  return {
    t,
    tenant,
    admin,
    asker: await person('张敏'),
    head: await person('李娜'),
    finance: await person('钱进'),
    boss: await person('王院长'),
    person,
    /** A published flow of these steps. */
    flow: (steps: readonly StepGiven[], diagram: string | null = null) => publishFlow(t, admin, `流程${++number}`, steps, diagram),
    stateOf: async (id: number): Promise<number> => (await caseOf(id)).state,
    waitingOf: async (id: number): Promise<string> => (await caseOf(id)).current.join(),
    /** Cannot sign in any more, or again. */
    leave: (user: { userId: number }, left = true) =>
      t.deps.inTenant(tenant, (tx) =>
        tx.run(sql`update users set status = ${left ? 9 : 0} where tenant_id = ${tenant} and id = ${user.userId}`),
      ),
  };
}
export type ApprovalHouse = Awaited<ReturnType<typeof approvalHouse>>;
