/** Cases of approvals for the benchmarks: a flow of two steps, and cases that wait for the first one or are over. */
import type pg from 'pg';
import { approvalCases } from '#contract/approvals/approval-cases.ts';
import { diagramOf, processOf } from '#contract/approvals/approval-diagrams.rules.ts';
import { flowOf, type ApprovalStep } from '#contract/approvals/approval-flows.rules.ts';
import { advance, begin, type Advanced } from '#server/approvals/process-engine.ts';

export const FLOW = 11;
const VERSION = 12;
/** Who decides the first step besides the signed-in user, whose id is the tenant's, and who decides the second one. */
export const DECIDERS = { from: 1001, count: 50 };
export const SECOND = 2001;
const APPLICANTS = { from: 3001, count: 100 };

const step = (id: string, name: string, userId: number): ApprovalStep => ({
  id,
  name,
  mode: 'one',
  deciders: [{ by: 'user', ids: [userId] }],
  condition: null,
  hours: 48,
  remindHours: 24,
  escalateTo: [{ by: 'user', ids: [SECOND] }],
  self: false,
  copyTo: [],
});
const stepsOf = (tenant: number) => [step('s1', '负责人审批', tenant), step('s2', '院长审批', SECOND)];
const process = processOf(flowOf(stepsOf(0), {}));
/** Where each case stands that waits for its first step. */
export const first: Advanced = await begin(process, {});

/** Users and the published flow of a tenant. */
export async function fillFlow(admin: pg.Client, tenant: number): Promise<void> {
  for (const { from, count } of [DECIDERS, APPLICANTS, { from: SECOND, count: 1 }])
    await admin.query(`insert into users (tenant_id, id, username, name, department_id)
      select ${tenant}, i, 'u${tenant}x' || i, '职工' || i, ${tenant} from generate_series(${from}, ${from + count - 1}) as i`);
  const steps = stepsOf(tenant);
  const draft = { fields: [], steps, diagram: null };
  await admin.query(
    `insert into approval_definitions (tenant_id, id, kind, name, draft, published, created_by) values ($1, ${FLOW}, 'general', '用款', $2, 1, '系统')`,
    [tenant, JSON.stringify(draft)],
  );
  await admin.query(
    `insert into approval_versions (tenant_id, id, definition_id, number, fields, steps, diagram, process, published_by)
     overriding system value values ($1, ${VERSION}, ${FLOW}, 1, '[]', $2, $3, $4, '系统')`,
    [tenant, JSON.stringify(steps), diagramOf(flowOf(steps, {})), process],
  );
}

/** Every table of cases, and what they tell. */
const TABLES = ['approval_notes', 'approval_copies', 'approval_tasks', 'approval_steps', 'approval_cases', 'messages', 'operation_logs'];
export async function clearCases(admin: pg.Client, tenant: number): Promise<void> {
  await admin.query('set session_replication_role = replica');
  for (const table of TABLES) await admin.query(`delete from ${table} where tenant_id = ${tenant}`);
  await admin.query('set session_replication_role = origin');
}

/** Cases 1 … `count` of a tenant; step and task have the case's id. SQL of `i`: whether it is `running`, and who its `decider` is. */
export async function fillCases(admin: pg.Client, tenant: number, count: number, running: string, decider: string): Promise<void> {
  const at = `now() - (${count} - i) * interval '5 minutes'`;
  const rows = `generate_series(1, ${count}) as i`;
  // Foreign keys of generated rows hold by construction.
  await admin.query('set session_replication_role = replica');
  await admin.query(
    `insert into approval_cases (tenant_id, id, definition_id, version_id, kind, name, title, facts, form, variables, people, applicant_id,
       applicant_name, state, engine, taken, created_at, updated_at, ended_at)
     select ${tenant}, i, ${FLOW}, ${VERSION}, 'general', '用款', '用款：第' || i || '笔', '[{"label":"事由","value":"买纸"}]', '{"reason":"买纸"}',
       '{}', '{}', ${APPLICANTS.from} + i % ${APPLICANTS.count}, '职工', case when ${running} then 1 else 2 end,
       case when ${running} then $1::jsonb end, $2, ${at}, ${at}, case when not (${running}) then ${at} end from ${rows}`,
    [JSON.stringify(first.state), first.taken],
  );
  await admin.query(`insert into approval_steps (tenant_id, id, case_id, step, name, mode, round, state, opened_at, due_at, closed_at)
    overriding system value
    select ${tenant}, i, i, 's1', '负责人审批', 'one', 1, case when ${running} then 1 else 2 end, ${at}, now() + interval '30 days',
      case when not (${running}) then ${at} end from ${rows}`);
  await admin.query(`insert into approval_tasks (tenant_id, id, case_id, step_id, user_id, user_name, place, state, origin, opened_at, decided_at)
    overriding system value
    select ${tenant}, i, i, i, ${decider}, '职工', 0, case when ${running} then 2 else 3 end, 1, ${at},
      case when not (${running}) then ${at} end from ${rows}`);
  await admin.query(`insert into approval_notes (tenant_id, case_id, action, user_id, user_name, created_at)
    select ${tenant}, i, '提交申请', ${APPLICANTS.from}, '职工', ${at} from ${rows}`);
  await admin.query('set session_replication_role = origin');
  for (const table of ['approval_cases', 'approval_steps', 'approval_tasks'])
    await admin.query(`select setval(pg_get_serial_sequence('${table}', 'id'), 10000000)`);
  for (const table of TABLES) await admin.query(`vacuum (analyze) ${table}`);
}

/** What the engine makes of the approval of the first step. */
export const advanced = (): Promise<Advanced> => advance(first.state!, { step: 's1', returnTo: null }, {});
const second = await advanced();

/** What a decision reads and writes, and no more: each statement waits for the one before, as the product's do. */
export async function bareDecision(client: pg.Client, tenant: number, taskId: number): Promise<void> {
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
  await client.query('begin');
  const found = await run(
    'lock',
    `select c.id, c.engine, t.step_id, v.steps from approval_tasks t join approval_cases c on c.tenant_id = t.tenant_id and c.id = t.case_id
       join approval_versions v on v.tenant_id = c.tenant_id and v.id = c.version_id
     where t.tenant_id = ${tenant} and t.id = $1 and t.user_id = ${tenant} and t.state = 2 for update of c`,
    [taskId],
  );
  const { id, step_id: stepId } = found.rows[0];
  await run('task', `update approval_tasks set state = 3, decided_at = now(), comment = $2 where tenant_id = ${tenant} and id = $1`, [
    taskId,
    '同意',
  ]);
  await run(
    'note',
    `insert into approval_notes (tenant_id, case_id, action, step_name, user_id, user_name, text, created_at)
     values (${tenant}, $1, '同意', '负责人审批', ${tenant}, '值班员', $2, now())`,
    [id, '同意'],
  );
  await run('step', `update approval_steps set state = 2, closed_at = now() where tenant_id = ${tenant} and id = $1`, [stepId]);
  await run(
    'case',
    `update approval_cases set engine = $2, taken = taken || $3::text[], version = version + 1, updated_at = now()
     where tenant_id = ${tenant} and id = $1`,
    [id, JSON.stringify(second.state), second.taken],
  );
  const next = await run(
    'next',
    `insert into approval_steps (tenant_id, case_id, step, name, mode, round, opened_at, due_at, remind_at)
     values (${tenant}, $1, 's2', '院长审批', 'one', 1, now(), now() + interval '48 hours', now() + interval '24 hours') returning id`,
    [id],
  );
  await run(
    'signer',
    `insert into approval_tasks (tenant_id, case_id, step_id, user_id, user_name, place, state, origin)
     select ${tenant}, $1, $2, u.id, u.name, 0, 2, 1 from users u where u.tenant_id = ${tenant} and u.id = ${SECOND}`,
    [id, next.rows[0].id],
  );
  await run(
    'message',
    `insert into messages (tenant_id, recipient_id, kind, title, text, link) values (${tenant}, ${SECOND}, 'approval', $1, $2, $3)`,
    ['职工的用款待您审批', '用款', `/activti/detail/${id}`],
  );
  await run('notify', `select pg_notify('yian_events', $1)`, [JSON.stringify({ t: tenant, k: 'approval.changed', p: { caseId: id } })]);
  await run(
    'log',
    `insert into operation_logs (tenant_id, title, user_id, username, address, user_agent, method, uri, parameters, milliseconds, request_id)
     values (${tenant}, '审批', ${tenant}, 'bench', '127.0.0.1', '', 'PUT', $1, $2, 1, 'bench')`,
    [approvalCases.decide.path, '{}'],
  );
  await client.query('commit');
}
