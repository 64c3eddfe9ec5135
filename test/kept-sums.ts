/** The sums that are kept of one house's work orders: filled, and read beside what all of its orders say. `await keptSums()`. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import pg from 'pg';
import { nextDay } from '#contract/time.ts';
import { dataScopes } from '#contract/users/roles.ts';
import { workOrderStatistics as routes, statisticsBy } from '#contract/work-orders/work-order-statistics.ts';
import type { Context, Session } from '#server/context.ts';
import { connection } from '#server/db/pool.ts';
import type { Tx } from '#server/db/tenant.ts';
import { workOrderStatistics } from '#server/work-orders/work-order-statistics.ts';
import { fillDays } from '#server/work-orders/work-order-sum-filling.ts';
import { fillPeriod, type Period } from '#server/work-orders/work-order-sum-periods.ts';
import { person, project } from './care.ts';
import type { World } from './changing-orders.ts';
import { harness } from './harness.ts';

const BY = Object.keys(statisticsBy) as (keyof typeof statisticsBy)[];

/** A house whose orders change on `days` days from `from` on. */
export async function keptSums(from: string, days: number) {
  const t = await harness();
  const tenantId = await t.tenant();
  const desk = await t.user(tenantId, { name: '调度' });
  const staff = [await t.user(tenantId, { name: '王芳' }), await t.user(tenantId, { name: '李娜' })];
  const projects = [
    await project(t, desk),
    await project(t, desk, { type: '家政', name: '保洁' }),
    await project(t, desk, { type: '康复', name: '训练' }),
  ];
  const personIds = [await person(t, tenantId), await person(t, tenantId), await person(t, tenantId)];
  // A user who reaches all orders by their department reads what orders and jobs say, not what was kept.
  const department = await t.deps.inTenant(tenantId, async (tx) => {
    const made = await tx.row<{ id: number }>(sql`insert into departments (tenant_id, name) values (${tenantId}, '护理部') returning id`);
    await tx.run(sql`update people set department_id = ${made!.id} where tenant_id = ${tenantId}`);
    return made!.id;
  });
  const world: World = { tenantId, personIds, projects, staffIds: staff.map(({ userId }) => userId), from, days };
  const admin = new pg.Client({
    ...connection(t.target('superuser'), 'sums'),
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  await admin.connect();

  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => t.deps.inTenant(tenantId, work);
  /** Reads for a user who reaches everything, through what was kept or, `plain`, from all orders and jobs. */
  const read = (tx: Tx, query: object, plain: boolean) => {
    const session = {
      tenantId,
      userId: desk.userId,
      dataScope: plain ? dataScopes.custom : dataScopes.all,
      permissions: new Set(),
      departmentIds: [department],
    } as unknown as Session;
    return workOrderStatistics.read(routes.read.input.parse(query), { tx, session, actor: session } as unknown as Context) as Promise<{
      total: any;
      rows: any[];
    }>;
  };
  return {
    t,
    desk,
    world,
    /** Connected as the superuser. */
    admin,
    inTenant,
    read,
    /** Both ways of the same moment, by everything, over some spans. */
    compare: (what: string, spans: { from: string; to: string }[]) =>
      inTenant(async (tx) => {
        await tx.snapshot();
        for (const span of spans)
          for (const by of BY)
            assert.deepEqual(
              await read(tx, { ...span, by }, false),
              await read(tx, { ...span, by }, true),
              `${what}, by ${by}, ${span.from} to ${span.to}`,
            );
      }),
    /** So many of its days, the first `at` days after the first of all. */
    daysOf: (at: number, many: number) => Array.from({ length: many }, (_, day) => nextDay(from, at + day)),
    fill: (these: string[], least = 1) => fillDays(t.deps.inTenant, tenantId, these, least),
    sumUp: (period: Period) => fillPeriod(t.deps.inTenant, tenantId, period),
    count: async (text: string) =>
      (await admin.query(`select count(*)::integer as n from ${text} and tenant_id = ${tenantId}`)).rows[0].n as number,
    async close() {
      await admin.end();
      await t.close();
    },
  };
}
