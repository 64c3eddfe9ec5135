import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { workOrderStatistics as statistics } from '#contract/work-orders/work-order-statistics.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let desk: TestUser;
let carer: TestUser;
let stranger: TestUser;
const span = { from: '2090-01-01', to: '2090-01-31' };
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  desk = await t.user(tenant, { name: '调度' });
  carer = await t.user(tenant, { name: '王芳', permissions: ['members_workorder_view', 'members_workorder_serve'] });
  stranger = await t.user(await t.tenant());
  const oldmanId = await person(t, tenant);
  const bath = (await project(t, desk)).projectId;
  const clean = (await project(t, desk, { type: '家政', name: '保洁', price: 30 })).projectId;
  const make = async (...jobs: [number, boolean][]) => {
    const jobLists = jobs.map(([serverProjectId, sent]) => ({
      serverProjectId,
      serverTime: '2090-01-05 09:00:00',
      serverUserId: sent ? carer.userId : null,
    }));
    return (await t.route(workOrders.create, desk, { oldmanId, oldmanPhone: '13911112222', oldmanAddress: '甲', jobLists })).data as number;
  };
  const done = async (score: number | null, ...jobs: [number, boolean][]) => {
    const id = await make(...jobs);
    await t.route(workOrders.start, carer, { id });
    await t.route(workOrders.finish, carer, { id });
    if (score) await t.route(workOrders.score, desk, { workOrderId: id, score });
    return id;
  };
  await done(5, [bath, true], [clean, true]);
  const late = await done(2, [clean, true]);
  await make([bath, false]);
  await t.route(workOrders.cancel, desk, { id: await make([bath, true]) });
  await t.deps.inTenant(tenant, async (tx) => {
    await tx.run(sql`update work_orders set complete_by = finished_at - interval '1 minute' where tenant_id = ${tenant} and id = ${late}`);
    await tx.run(
      sql`update work_order_jobs set check_out_at = check_in_at + interval '40 minutes'
        where tenant_id = ${tenant} and check_in_at is not null`,
    );
    const spent = (minutes: number, where: ReturnType<typeof sql>) =>
      tx.run(
        sql`update work_order_jobs set check_out_at = check_in_at + make_interval(mins => ${minutes})
          where tenant_id = ${tenant} and check_in_at is not null and ${where}`,
      );
    await spent(20, sql`work_order_id = ${late}`);
    await spent(61, sql`project_id = ${bath}`);
  });
});
after(() => t.close());

describe('statistics', () => {
  it('are for those who may, of a year at most, of their own tenant', async () => {
    assert.equal((await t.route(statistics.read, null, span)).status, 401);
    assert.equal((await t.route(statistics.read, carer, span)).status, 403);
    assert.equal((await t.route(statistics.read, desk, { from: '2090-01-01' })).status, 400);
    assert.deepEqual(refusal(await t.route(statistics.read, desk, { from: '2090-01-01', to: '2091-01-02' })), [400, '统计时间最多一年']);
    assert.equal((await t.route(statistics.read, desk, { ...span, by: 'tenant' })).status, 400);
    assert.deepEqual((await t.route(statistics.read, stranger, span)).data.rows, []);
  });

  it('add up', async () => {
    const { total, rows } = (await t.route(statistics.read, desk, span)).data;
    assert.deepEqual(total, {
      jobs: 5,
      finished: 3,
      cancelled: 1,
      orders: 4,
      amount: 118.5,
      packaged: 0,
      minutes: 121,
      lateStarts: 0,
      shortVisits: 1,
      longVisits: 1,
      respondedInTime: 1,
      completedInTime: 0.5,
      score: 4,
      scores: 2,
    });
    assert.deepEqual(
      rows.map(({ name, jobs, finished, amount, score }: any) => [name, jobs, finished, amount, score]),
      [
        ['助浴', 3, 1, 58.5, 5],
        ['保洁', 2, 2, 60, 3.5],
      ],
    );
    const by = async (by: string) =>
      (await t.route(statistics.read, desk, { ...span, by })).data.rows.map(({ key, name, jobs }: any) => [key, name, jobs]);
    assert.deepEqual(await by('staff'), [
      [carer.userId, '王芳', 4],
      [0, '待派单', 1],
    ]);
    assert.deepEqual(await by('month'), [['2090-01', '2090-01', 5]]);
    assert.equal((await by('person')).length, 1);
    assert.equal((await t.route(statistics.read, desk, { ...span, serverUserId: carer.userId })).data.total.jobs, 4);
  });
});
