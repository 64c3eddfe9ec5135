import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import pg from 'pg';
import { workOrderStatistics as routes } from '#contract/work-orders/work-order-statistics.ts';
import { connection } from '#server/db/pool.ts';
import { person, project } from '#test/care.ts';
import { harness, type Harness } from '#test/harness.ts';
import { fillQuietDays, LEAST_JOBS } from './work-order-sum-filling.ts';

let t: Harness;
let admin: pg.Client;
before(async () => {
  t = await harness();
  admin = new pg.Client(connection(t.target('superuser'), 'sums'));
  await admin.connect();
});
after(async () => {
  await admin.end();
  await t.close();
});

describe('cleanup', () => {
  it('fills busy days that were left alone for two minutes, and forgets the marks of small ones', async () => {
    const tenantId = await t.tenant();
    const boss = await t.user(tenantId);
    const made = await project(t, boss);
    const oldmanId = await person(t, tenantId);
    const add = (day: string, many: number) =>
      t.deps.inTenant(tenantId, async (tx) => {
        await tx.run(
          sql`insert into work_orders (tenant_id, number, person_id, person_name, person_phone, person_address)
            select ${tenantId}, ${day} || n, ${oldmanId}, '', '', '' from generate_series(1, ${many}::integer) as n`,
        );
        await tx.run(sql`insert into work_order_jobs (tenant_id, work_order_id, project_id, project_name, service_type_id,
          service_type_name, service_at, minutes, price_fen)
          select tenant_id, id, ${made.projectId}, '助浴', ${made.typeId}, '生活照料', ${`${day} 09:00:00`}, 30, 1 from work_orders
          where tenant_id = ${tenantId} and number like ${`${day}%`}`);
      });
    await add('2026-03-01', LEAST_JOBS);
    await add('2026-03-02', LEAST_JOBS - 1);
    const kept = async () =>
      (await admin.query('select day::text from work_order_sum_days where tenant_id = $1', [tenantId])).rows.map(({ day }) => day);
    await fillQuietDays(t.deps, Date.now(), 1000);
    assert.deepEqual(await kept(), []);
    await fillQuietDays(t.deps, Date.now() + 3 * 60_000, 1000);
    assert.deepEqual(await kept(), ['2026-03-01']);
    assert.equal((await admin.query('select from work_order_marks where tenant_id = $1', [tenantId])).rowCount, 0);
    assert.equal((await t.route(routes.read, boss, { from: '2026-03-01', to: '2026-03-02' })).data.total.jobs, 2 * LEAST_JOBS - 1);
    const stranger = await t.user(await t.tenant());
    assert.equal((await t.route(routes.read, stranger, { from: '2026-03-01', to: '2026-03-02' })).data.total.jobs, 0);
    assert.equal(await t.deps.inTenant(stranger.tenantId, async (tx) => (await tx.rows(sql`select from work_order_sums`)).length), 0);
  });
});
