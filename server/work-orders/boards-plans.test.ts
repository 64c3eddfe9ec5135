import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql, type RawBuilder } from 'kysely';
import { person, project } from '#test/care.ts';
import { harness, type Harness } from '#test/harness.ts';
import { nodes, on, scans, type PlanNode } from '#test/plans.ts';
import type { Session } from '../context.ts';
import type { Query } from '../db/tenant.ts';
import { inSpan, jobsSeen } from './boards-rows.ts';

/** A tenant with many orders: a day's board must not cost more than the day. */
const ORDERS = Number(process.env.YIAN_BOARD_ORDERS || 40_000);
let t: Harness;
let tenant: number;
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  const desk = await t.user(tenant);
  const personId = await person(t, tenant);
  const { projectId, typeId } = await project(t, desk);
  await t.deps.inTenant(tenant, async (tx) => {
    await tx.run(sql`set local statement_timeout = 0`);
    await tx.run(sql`insert into work_orders (tenant_id, number, status, person_id, person_name, person_phone, person_address, created_at)
      select ${tenant}, 'P' || n, 1, ${personId}, '王秀英', '1', '甲', now() - n * interval '4 minutes'
      from generate_series(1, ${ORDERS}::int) as n`);
    await tx.run(sql`insert into work_order_jobs (tenant_id, work_order_id, project_id, project_name, service_type_id, service_type_name,
      service_at, minutes, price_fen)
      select tenant_id, id, ${projectId}, '助浴', ${typeId}, '生活照料', created_at, 45, 100 from work_orders where tenant_id = ${tenant}`);
  });
  const { connection } = await import('../db/pool.ts');
  const { default: pg } = await import('pg');
  const owner = new pg.Client(connection(t.target('owner'), 'plans'));
  await owner.connect();
  await owner.query('analyze work_orders, work_order_jobs');
  await owner.end();
});
after(() => t.close());

const session = (given: Partial<Session>) =>
  ({ tenantId: tenant, userId: 1, dataScope: 0, departmentIds: [], permissions: new Set(), ...given }) as unknown as Session;
const planOf = (query: Query<unknown>): Promise<PlanNode> =>
  t.deps.inTenant(tenant, async (tx) => {
    const row = await tx.row<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(sql`explain (format json) ${query as RawBuilder<unknown>}`);
    return row!['QUERY PLAN'][0]!.Plan;
  });

describe('a day of the board of a tenant with many orders', () => {
  const yesterday = () => new Date(Date.now() - 16 * 3_600_000).toISOString().slice(0, 10);
  const day = () => inSpan(jobsSeen(session({})), { from: `${yesterday()} 00:00:00`, to: `${yesterday()} 23:59:59` });

  it('is found by the time of its jobs', async () => {
    const plan = await planOf(day().orderBy('j.service_at').orderBy('j.id').limit(3001));
    assert.equal(
      on(plan, 'work_order_jobs_time').length,
      1,
      JSON.stringify(nodes(plan).map((node) => [node['Node Type'], node['Index Name']])),
    );
    assert.deepEqual([...scans(plan, 'work_orders'), ...scans(plan, 'work_order_jobs')], []);
  });

  it('is so too for a department', async () => {
    const narrow = inSpan(jobsSeen(session({ dataScope: 2, departmentIds: [1] })), {
      from: `${yesterday()} 00:00:00`,
      to: `${yesterday()} 23:59:59`,
    });
    const plan = await planOf(narrow.orderBy('j.service_at').orderBy('j.id').limit(3001));
    assert.deepEqual([...scans(plan, 'work_orders'), ...scans(plan, 'work_order_jobs')], []);
  });
});
