/** Every recycle bin: the same for all that has one, and what each of them says. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { devices } from '#contract/devices/devices.ts';
import { people } from '#contract/elderly/people.ts';
import { productCategories } from '#contract/goods-orders/product-categories.ts';
import { products } from '#contract/goods-orders/products.ts';
import type { Route } from '#contract/http.ts';
import { KEPT_DAYS } from '#contract/removals.ts';
import { servicePackages } from '#contract/services/service-packages.ts';
import { serviceProjects, serviceTypes } from '#contract/services/services.ts';
import { materials } from '#contract/stock/materials.ts';
import { DAY } from '#contract/time.ts';
import { workOrderPlans } from '#contract/work-orders/work-order-plans.ts';
import { tasks } from '#server/cleanup.ts';
import { productTables, categoryTables } from '#server/goods-orders/product-removals.ts';
import { roomTables } from '#server/rooms/room-removal.ts';
import { packageTables, projectTables, typeTables } from '#server/services/service-removals.ts';
import { materialTables } from '#server/stock/material-removal.ts';
import { person } from './care.ts';
import { material, product } from './goods.ts';
import { refusal, type TestUser } from './harness.ts';
import { offer } from './packages.ts';
import { removing } from './removing.ts';

const { t, admin, stranger, plan, name, id, service, row } = await removing();
let reader: TestUser;
before(async () => {
  reader = await t.user(admin.tenantId, { permissions: ['members_oldman_view', 'tenant_device_view', 'business_bccostproject_view'] });
});
after(() => t.close());

/** The routes of something that has a bin. */
type Bin = Record<'get' | 'page' | 'remove' | 'consequences' | 'removed' | 'restore' | 'purge', Route>;
const kinds: Record<string, { routes: Bin; make: () => Promise<number>; as?: () => TestUser }> = {
  服务对象: { routes: people, make: () => person(t, admin.tenantId, name('老人')) },
  设备: { routes: devices, make: () => id(devices.create, { imei: name('BIN-'), type: 'watch' }) },
  周期工单: { routes: workOrderPlans, make: () => plan.create(), as: () => plan.desk },
  服务分类: { routes: serviceTypes, make: () => id(serviceTypes.create, { name: name('分类') }) },
  服务项目: { routes: serviceProjects, make: async () => (await service()).projectId },
  服务套餐: { routes: servicePackages, make: async () => offer(t, admin, [{ projectId: (await service()).projectId, count: 2 }]) },
  商品: { routes: products, make: () => product(t, admin) },
  商品分类: { routes: productCategories, make: () => id(productCategories.create, { name: name('商品分类') }) },
  物资: { routes: materials, make: () => material(t, admin) },
};

const inBin = async (routes: Bin, as: TestUser, wanted: number, input: object = {}) =>
  ((await t.route(routes.removed, as, { size: 100, ...input })).data.records as Record<string, unknown>[]).find((one) => one.id === wanted);

describe('every recycle bin', () => {
  for (const [noun, { routes, make, as: who = () => admin }] of Object.entries(kinds))
    it(`of ${noun}: out of sight, back as it was, cleared for good, and of one tenant`, async () => {
      const as = who();
      const one = await make();
      const before = (await t.route(routes.get, as, { id: one })).data;
      const asked = await t.route(routes.consequences, as, { id: one });
      assert.deepEqual([asked.status, asked.data.blockers], [200, []], JSON.stringify(asked.data));
      for (const route of [routes.consequences, routes.remove])
        assert.deepEqual(refusal(await t.route(route, stranger, { id: one })), [404, `${noun}不存在`]);

      const both = await Promise.all([t.route(routes.remove, as, { id: one }), t.route(routes.remove, as, { id: one })]);
      assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 404], 'of two at once one wins');
      assert.deepEqual(refusal(await t.route(routes.get, as, { id: one })), [404, `${noun}不存在`]);
      const { records } = (await t.route(routes.page, as, { size: 100 })).data;
      assert.ok(!records.some((other: { id: number }) => other.id === one), 'no list shows it');
      const entry = await inBin(routes, as, one, { name: asked.data.name });
      assert.deepEqual([entry?.name, entry?.daysLeft, entry?.deleteName !== null], [asked.data.name, KEPT_DAYS - 1, true]);

      assert.equal(await inBin(routes, stranger, one), undefined);
      for (const route of [routes.restore, routes.purge])
        assert.deepEqual(refusal(await t.route(route, stranger, { id: one })), [404, `已删除的${noun}不存在`]);
      const back = await Promise.all([t.route(routes.restore, as, { id: one }), t.route(routes.restore, as, { id: one })]);
      assert.deepEqual(back.map(({ status }) => status).toSorted(), [200, 404], String(back.map(({ msg }) => msg)));
      const after = (await t.route(routes.get, as, { id: one })).data;
      const still = ({ version: _v, status: _s, ...rest }: Record<string, unknown>) => rest;
      assert.deepEqual(still(after), still(before));
      assert.ok(after.version > before.version, 'what was read before is stale');
      assert.equal(await inBin(routes, as, one), undefined);

      await t.route(routes.remove, as, { id: one });
      assert.equal((await t.route(routes.purge, as, { id: one })).msg, '已清除');
      for (const route of [routes.restore, routes.purge])
        assert.deepEqual(refusal(await t.route(route, as, { id: one })), [404, `已删除的${noun}不存在`]);
    });

  it('is closed to those who may not delete', async () => {
    for (const routes of [people, devices, serviceProjects] as Bin[])
      for (const route of [routes.consequences, routes.removed, routes.restore, routes.purge])
        assert.equal((await t.route(route, reader, { id: 1 })).status, 403, route.path);
  });

  it('is emptied after a month by the cleanup, and nothing comes back then', async () => {
    const type = await kinds.服务分类!.make();
    const worn = await kinds.设备!.make();
    for (const [routes, one] of [
      [serviceTypes, type],
      [devices, worn],
    ] as const)
      await t.route(routes.remove, admin, { id: one });
    const { run } = tasks.find(({ name }) => name === 'removals')!;
    await run(t.deps, t.deps.now(), 100);
    assert.ok(await inBin(serviceTypes, admin, type), 'not before');
    const later = t.deps.now() + (KEPT_DAYS + 1) * DAY;
    // Of two cleanups at once, each clears an entry once.
    const cleared = await Promise.all([run(t.deps, later, 100), run(t.deps, later, 100)]);
    const over = cleared[0] + cleared[1];
    assert.ok(over >= 2, String(over));
    for (const [routes, one] of [
      [serviceTypes, type],
      [devices, worn],
    ] as const)
      assert.equal(await inBin(routes, admin, one), undefined);
    const left = await row<{ n: number }>(sql`select count(*)::integer as n from removals where tenant_id = ${admin.tenantId}`);
    assert.equal(left?.n, 0);
    const kept = await row(sql`select 1 from devices where tenant_id = ${admin.tenantId} and id = ${worn} and deleted_at is not null`);
    assert.ok(kept, 'alarms and readings name it');
  });

  it('gives nothing back once the month is over, also before the cleanup comes', async () => {
    const type = await kinds.服务分类!.make();
    await t.route(serviceTypes.remove, admin, { id: type });
    await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.run(
        sql`update removals set deleted_at = deleted_at - interval '31 days' where tenant_id = ${tx.tenantId} and subject_id = ${type}`,
      ),
    );
    assert.deepEqual(refusal(await t.route(serviceTypes.restore, admin, { id: type })), [404, '已删除的服务分类不存在']);
  });

  it('keeps what would go with a row by its foreign keys', async () => {
    const omitted = ['room_spots'];
    for (const { table, parts = [] } of [
      roomTables,
      typeTables,
      projectTables,
      packageTables,
      productTables,
      categoryTables,
      materialTables,
    ]) {
      const all = [table, ...parts.map((part) => part.table)];
      for (const parent of all) {
        const { rows } = await t.owner.query<{ child: string }>(
          `select conrelid::regclass::text as child from pg_constraint
              where contype = 'f' and confdeltype = 'c' and confrelid = $1::regclass`,
          [parent],
        );
        for (const { child } of rows) assert.ok(all.includes(child as never) || omitted.includes(child), `${child} goes with ${parent}`);
      }
    }
  });
});
