/** What each kind says when it is removed and restored. */
import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { devices } from '#contract/devices/devices.ts';
import { people } from '#contract/elderly/people.ts';
import { productCategories } from '#contract/goods-orders/product-categories.ts';
import { products } from '#contract/goods-orders/products.ts';
import type { Route } from '#contract/http.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { servicePackages } from '#contract/services/service-packages.ts';
import { serviceProjects, serviceTypes } from '#contract/services/services.ts';
import { materials, projectMaterials } from '#contract/stock/materials.ts';
import { workOrderPlans } from '#contract/work-orders/work-order-plans.ts';
import { person, project } from './care.ts';
import { material, product } from './goods.ts';
import { refusal, type TestUser } from './harness.ts';
import { offer } from './packages.ts';
import { removing } from './removing.ts';

const { t, admin, stranger, plan, id, service, row } = await removing();
after(() => t.close());
const inBin = async (routes: { removed: Route }, as: TestUser, wanted: number) =>
  ((await t.route(routes.removed, as, { size: 100 })).data.records as Record<string, unknown>[]).find((one) => one.id === wanted);

describe('a service project', () => {
  it('names what uses it, and comes back with its materials and questionnaires as far as they are there', async () => {
    const { projectId, typeId } = await service();
    const [gloves, wipes] = [await material(t, admin, { name: '手套' }), await material(t, admin, { name: '湿巾' })];
    const lines = [gloves, wipes].map((materialId) => ({ materialId, isDefault: true }));
    const saved = await t.route(projectMaterials.save, admin, { projectId, materials: lines });
    assert.equal(saved.status, 200, String(saved.msg));
    assert.equal(
      (await t.route(serviceProjects.consequences, admin, { id: projectId })).data.effects[0].text,
      '2种耗材的绑定随之解除，恢复时一并恢复',
    );
    await t.route(serviceProjects.remove, admin, { id: projectId });
    await t.route(materials.remove, admin, { id: wipes });
    // Its type is free to go, and then it cannot come back alone.
    assert.equal((await t.route(serviceTypes.remove, admin, { id: typeId })).status, 200);
    assert.deepEqual(refusal(await t.route(serviceProjects.restore, admin, { id: projectId })), [
      422,
      '所属服务分类已删除，请先恢复服务分类',
    ]);
    await t.route(serviceTypes.restore, admin, { id: typeId });
    const { data } = await t.route(serviceProjects.restore, admin, { id: projectId });
    assert.deepEqual(data.notes, ['1种耗材已删除，未恢复绑定']);
  });

  it('does not take the place of another one', async () => {
    const { projectId, typeId } = await service();
    const { name } = (await t.route(serviceProjects.get, admin, { id: projectId })).data;
    await t.route(serviceProjects.update, admin, { id: projectId, name, serverId: typeId, standardPrice: 1, isSosDefault: true });
    await t.route(serviceProjects.remove, admin, { id: projectId });
    const other = await id(serviceProjects.create, { name: '新默认', serverId: typeId, standardPrice: 1, isSosDefault: true });
    const { data } = await t.route(serviceProjects.restore, admin, { id: projectId });
    assert.deepEqual(data.notes, ['SOS默认项目已改为“新默认”，未再设置']);
    await t.route(serviceProjects.remove, admin, { id: projectId });
    await t.route(serviceProjects.update, admin, { id: other, name, serverId: typeId, standardPrice: 1 });
    assert.deepEqual(refusal(await t.route(serviceProjects.restore, admin, { id: projectId })), [
      409,
      '该分类下已有同名的服务项目，不能恢复',
    ]);
  });

  it('stays while a recurring order or a package needs it', async () => {
    const other = await project(t, plan.desk, { type: '另一类', name: '只在计划里' });
    const jobs = [{ serverProjectId: other.projectId, time: '23:30', serverUserId: null }];
    await id(workOrderPlans.create, plan.form({ jobs, startsOn: '2099-01-01' }), plan.desk);
    const { data } = await t.route(serviceProjects.consequences, plan.desk, { id: other.projectId });
    assert.deepEqual(data.blockers, [{ text: '周期工单“每日助浴”要用到，请先修改周期工单', to: { page: 'plans', id: null } }]);
    const kept = await t.route(serviceProjects.remove, plan.desk, { id: other.projectId });
    assert.deepEqual([kept.status, /^周期工单“每日助浴”要用到，请先修改周期工单$/.test(kept.msg as string)], [422, true]);
  });
});

describe('a package on offer', () => {
  it('comes back when its projects are there, and not beside one of its name', async () => {
    const { projectId } = await service();
    const one = await offer(t, admin, [{ projectId, count: 3 }], { name: '月度套餐' });
    await t.route(servicePackages.remove, admin, { id: one });
    await t.route(serviceProjects.remove, admin, { id: projectId });
    const refused = await t.route(servicePackages.restore, admin, { id: one });
    assert.deepEqual([refused.status, /^套餐中的服务项目“项目\d+”已删除，请先恢复服务项目$/.test(refused.msg as string)], [422, true]);
    await t.route(serviceProjects.restore, admin, { id: projectId });
    const twin = await offer(t, admin, [{ projectId, count: 1 }], { name: '月度套餐' });
    assert.deepEqual(refusal(await t.route(servicePackages.restore, admin, { id: one })), [409, '已有同名的服务套餐，不能恢复']);
    await t.route(servicePackages.remove, admin, { id: twin });
    assert.equal((await t.route(servicePackages.restore, admin, { id: one })).status, 200);
    assert.equal((await t.route(servicePackages.get, admin, { id: one })).data.projects[0].count, 3);
    // Without its project for good it cannot come back.
    await t.route(servicePackages.remove, admin, { id: one });
    await t.route(serviceProjects.remove, admin, { id: projectId });
    await t.route(serviceProjects.purge, admin, { id: projectId });
    assert.deepEqual(refusal(await t.route(servicePackages.restore, admin, { id: one })), [
      422,
      '套餐中有服务项目已删除，请先恢复服务项目',
    ]);
  });

  it('stays while it is sold', async () => {
    const { projectId } = await service();
    const packageId = await offer(t, admin, [{ projectId, count: 3 }]);
    const sold = await product(t, admin, { kind: 2, packageId });
    assert.deepEqual(refusal(await t.route(servicePackages.remove, admin, { id: packageId })), [422, '该套餐正作为商品销售，请先删除商品']);
    await t.route(products.remove, admin, { id: sold });
    await t.route(servicePackages.remove, admin, { id: packageId });
    assert.deepEqual(refusal(await t.route(products.restore, admin, { id: sold })), [422, '关联的服务套餐已删除，请先恢复服务套餐']);
  });
});

describe('service types, goods and materials', () => {
  it('do not come back beside one of their name, nor without what they hang on', async () => {
    const above = await id(serviceTypes.create, { name: '上级' });
    const below = await id(serviceTypes.create, { name: '下级', parentId: above });
    assert.equal(
      (await t.route(serviceTypes.consequences, admin, { id: above })).data.blockers[0].text,
      '下面还有子分类“下级”，请先移走或删除',
    );
    await t.route(serviceTypes.remove, admin, { id: below });
    await t.route(serviceTypes.remove, admin, { id: above });
    assert.deepEqual(refusal(await t.route(serviceTypes.restore, admin, { id: below })), [422, '上级分类已删除，请先恢复上级分类']);
    await id(serviceTypes.create, { name: '上级' });
    assert.deepEqual(refusal(await t.route(serviceTypes.restore, admin, { id: above })), [409, '同级下已有同名的服务分类，不能恢复']);

    const categoryId = await id(productCategories.create, { name: '护理用品' });
    const pads = await material(t, admin);
    const sold = await id(products.create, { name: '护理垫', kind: 1, unit: '包', price: 9, categoryId, materialId: pads });
    await t.route(products.remove, admin, { id: sold });
    await t.route(materials.remove, admin, { id: pads });
    await t.route(productCategories.remove, admin, { id: categoryId });
    const restore = () => t.route(products.restore, admin, { id: sold });
    assert.deepEqual(refusal(await restore()), [422, '所属商品分类已删除，请先恢复商品分类']);
    await t.route(productCategories.restore, admin, { id: categoryId });
    assert.deepEqual(refusal(await restore()), [422, '关联的物资已删除，请先恢复物资']);
    await t.route(materials.restore, admin, { id: pads });
    await product(t, admin, { name: '护理垫' });
    assert.deepEqual(refusal(await restore()), [409, '已有同名的商品，不能恢复']);
    await t.route(productCategories.remove, admin, { id: categoryId });
    await id(productCategories.create, { name: '护理用品' });
    assert.deepEqual(refusal(await t.route(productCategories.restore, admin, { id: categoryId })), [409, '已有同名的商品分类，不能恢复']);
    const { code } = (await t.route(materials.get, admin, { id: pads })).data;
    await t.route(materials.remove, admin, { id: pads });
    await id(materials.create, { code, name: '另一种', unit: '片', safetyQuantity: 0, price: 1 });
    assert.deepEqual(refusal(await t.route(materials.restore, admin, { id: pads })), [409, '物资编码已被使用，不能恢复']);
  });

  it('stay where orders have them', async () => {
    await plan.create();
    const order = await row<{ id: number }>(sql`select id from work_orders where tenant_id = ${plan.tenant} limit 1`, plan.desk);
    const empty = await id(serviceTypes.create, { name: '用过的分类' }, plan.desk);
    await t.deps.inTenant(plan.tenant, (tx) =>
      tx.run(sql`update work_orders set service_type_id = ${empty} where tenant_id = ${plan.tenant} and id = ${order!.id}`),
    );
    assert.deepEqual(refusal(await t.route(serviceTypes.remove, plan.desk, { id: empty })), [422, '该分类已被工单使用，不能删除']);
  });
});

describe('a room', () => {
  const room = async (name: string) => id(rooms.create, { building: '9', floor: '1', name, beds: 2 });
  it('names who lies there, goes with its beds, and comes back with them and its survey', async () => {
    const roomId = await room('901');
    const bed = await row<{ id: number }>(
      sql`select id from beds where tenant_id = ${admin.tenantId} and room_id = ${roomId} order by id limit 1`,
    );
    const lying = await id(people.create, { userName: '住在这里', bedId: bed!.id });
    const radar = await id(devices.create, { imei: 'RADAR-901', type: 'radar', name: '雷达', roomId });
    const asked = await t.route(rooms.consequences, admin, { id: roomId });
    assert.deepEqual(asked.data.blockers, [{ text: '住在这里住在1床，请先安排到其他床位', to: { page: 'person', id: lying } }]);
    assert.deepEqual(refusal(await t.route(rooms.remove, admin, { id: roomId })), [422, '房间有人入住，请先安排到其他床位再删除']);
    await t.route(people.remove, admin, { id: lying });
    const before = await row(sql`select * from beds where tenant_id = ${admin.tenantId} and id = ${bed!.id}`);
    assert.equal((await t.route(rooms.remove, admin, { id: roomId })).status, 200);
    assert.equal((await t.route(devices.get, admin, { id: radar })).data.roomId, null);
    // The person who lay there comes back without a bed.
    assert.deepEqual((await t.route(people.restore, admin, { id: lying })).data.notes, ['原床位已不空闲，请重新安排']);
    const back = await t.route(rooms.restore, admin, { id: roomId });
    assert.deepEqual([back.status, back.data.notes], [200, ['1台设备需重新绑定到房间']], String(back.msg));
    assert.deepEqual(await row(sql`select * from beds where tenant_id = ${admin.tenantId} and id = ${bed!.id}`), before);
    const held = await row<{ bindings: number; places: number }>(sql`
      select (select count(*)::integer from device_bindings where tenant_id = ${admin.tenantId} and room_id = ${roomId}) as bindings,
        (select count(*)::integer from indoor_places where tenant_id = ${admin.tenantId} and room_id = ${roomId}) as places`);
    assert.deepEqual(held, { bindings: 1, places: 1 });
  });

  it('does not come back beside one of its name', async () => {
    const roomId = await room('902');
    await t.route(rooms.remove, admin, { id: roomId });
    await room('902');
    assert.deepEqual(refusal(await t.route(rooms.restore, admin, { id: roomId })), [409, '该楼栋已有同名房间，不能恢复']);
    assert.deepEqual(refusal(await t.route(rooms.restore, stranger, { id: roomId })), [404, '已删除的房间不存在']);
  });
});

describe('a recurring order', () => {
  it('keeps its orders, makes no more, and comes back paused', async () => {
    const one = await plan.create();
    const made = (await plan.orders(one)).length;
    assert.ok(made > 0);
    const { data } = await t.route(workOrderPlans.consequences, plan.desk, { id: one });
    assert.ok(data.effects.some(({ text }: { text: string }) => text === `已生成的${made}张未完成工单保留，不再需要的请取消`));
    await t.route(workOrderPlans.remove, plan.desk, { id: one });
    await plan.settled(one);
    assert.equal((await plan.orders(one)).length, made);
    assert.deepEqual((await t.route(workOrderPlans.restore, plan.desk, { id: one })).data.notes, ['周期工单已暂停，请确认后继续']);
    assert.equal((await plan.read(one)).status, 2);
  });

  it('does not come back without its person', async () => {
    const oldmanId = await person(t, plan.tenant, '计划里的人');
    const one = await id(workOrderPlans.create, plan.form({ oldmanId, startsOn: '2099-01-01' }), plan.desk);
    await t.route(workOrderPlans.remove, plan.desk, { id: one });
    await t.route(people.remove, plan.desk, { id: oldmanId });
    assert.deepEqual(refusal(await t.route(workOrderPlans.restore, plan.desk, { id: one })), [422, '服务对象已删除，请先恢复服务对象']);
  });
});

describe('a device', () => {
  it('goes with its binding, and comes back unbound unless its number is registered again', async () => {
    const wearer = await person(t, admin.tenantId, '戴表的人');
    const one = await id(devices.create, { imei: 'WORN-1', type: 'watch', name: '腕表', oldmanId: wearer });
    const asked = (await t.route(devices.consequences, admin, { id: one })).data;
    assert.equal(asked.effects[0].text, '戴表的人正在佩戴，删除后解除绑定，恢复后需重新绑定');
    await t.route(devices.remove, admin, { id: one });
    assert.equal((await inBin(devices, admin, one))?.detail, 'WORN-1 · 戴表的人佩戴');
    assert.deepEqual((await t.route(devices.restore, admin, { id: one })).data.notes, ['原由戴表的人佩戴，请重新绑定']);
    assert.equal((await t.route(devices.get, admin, { id: one })).data.oldmanId, null);
    await t.route(devices.remove, admin, { id: one });
    await id(devices.create, { imei: 'WORN-1', type: 'watch' }, stranger);
    assert.deepEqual(refusal(await t.route(devices.restore, admin, { id: one })), [409, '该设备编号已重新登记，不能恢复']);
  });

  it('may be undone by who removed it, also when nothing else of it is theirs', async () => {
    const carer = await t.user(admin.tenantId, {
      dataScope: 4,
      permissions: ['tenant_device_view', 'tenant_device_del', 'members_oldman_view'],
    });
    const mine = await row<{ id: number }>(
      sql`insert into people (tenant_id, name, carer_id) values (${admin.tenantId}, '我照护的人', ${carer.userId}) returning id`,
    );
    const one = await id(devices.create, { imei: 'CARED-1', type: 'watch', oldmanId: mine!.id });
    assert.equal((await t.route(devices.remove, carer, { id: one })).status, 200);
    assert.ok(await inBin(devices, carer, one));
    assert.equal((await t.route(devices.restore, carer, { id: one })).status, 200);
    await t.route(devices.remove, admin, { id: one });
    assert.deepEqual(refusal(await t.route(devices.restore, carer, { id: one })), [404, '已删除的设备不存在']);
  });
});
