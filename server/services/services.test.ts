import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { serviceProjects, serviceTypes } from '#contract/services/services.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';
import { sosProject } from './sos-default.ts';

let t: Harness;
let admin: TestUser;
let reader: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  const tenant = await t.tenant('平安颐养院');
  admin = await t.user(tenant, { name: '管理员' });
  reader = await t.user(tenant, { permissions: ['business_bccostservice_view', 'business_bccostproject_view'] });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

describe('service types', () => {
  it('ask for a session, a good form and the permission, and are a tenant’s own', async () => {
    assert.equal((await t.route(serviceTypes.create, null, { name: '医疗护理' })).status, 401);
    const nameless = await t.route(serviceTypes.create, admin, { name: ' ' });
    assert.deepEqual([nameless.status, nameless.msg], [400, '请输入分类名称']);
    assert.equal((await t.route(serviceTypes.create, reader, { name: '医疗护理' })).status, 403);
    const { data: id, msg } = await t.route(serviceTypes.create, admin, { name: '医疗护理', sort: 3 });
    assert.equal(msg, '创建成功');
    for (const route of [serviceTypes.get, serviceTypes.remove]) {
      const answer = await t.route(route, stranger, { id });
      assert.deepEqual([answer.status, answer.msg], [404, '服务分类不存在']);
    }
    assert.equal((await t.route(serviceTypes.update, stranger, { id, name: '偷改' })).status, 404);
    const { data } = await t.route(serviceTypes.get, admin, { id });
    assert.deepEqual(
      { ...data, createTime: '' },
      { id, parentId: null, name: '医疗护理', sort: 3, createBy: '管理员', tenantName: '平安颐养院', version: 1, createTime: '' },
    );
    assert.equal((await t.route(serviceTypes.page, stranger)).data.total, 0);
    assert.equal((await t.route(serviceTypes.page, reader, { name: '医疗', size: 10_000 })).data.total, 1);
  });

  it('have one name per level, and never form a ring', async () => {
    const make = async (name: string, parentId: number | null) =>
      (await t.route(serviceTypes.create, admin, { name, parentId })).data as number;
    const top = await make('康复', null);
    const again = await t.route(serviceTypes.create, admin, { name: '康复' });
    assert.deepEqual([again.status, again.msg], [409, '同级下已有同名的服务分类']);
    const below = await make('康复', top);
    const deep = await make('手部', below);
    const clash = await t.route(serviceTypes.update, admin, { id: deep, name: '康复', parentId: top });
    assert.equal(clash.status, 409);
    for (const parentId of [top, below, deep]) {
      const ring = await t.route(serviceTypes.update, admin, { id: top, name: '康复', parentId });
      assert.deepEqual([ring.status, ring.msg], [422, '上级分类不能是自己或自己的下级']);
    }
    const nowhere = await t.route(serviceTypes.create, admin, { name: '无', parentId: 99999999 });
    assert.deepEqual([nowhere.status, nowhere.msg], [422, '上级分类不存在']);
    const foreign = (await t.route(serviceTypes.create, stranger, { name: '别家' })).data;
    assert.equal((await t.route(serviceTypes.create, admin, { name: '无', parentId: foreign })).status, 422);
  });

  it('stay while something hangs from them', async () => {
    const { typeId, projectId } = await project(t, admin, { type: '清洁', name: '擦窗' });
    const { data: parent } = await t.route(serviceTypes.create, admin, { name: '家政' });
    await t.route(serviceTypes.update, admin, { id: typeId, name: '清洁', parentId: parent });
    for (const id of [typeId, parent]) {
      const kept = await t.route(serviceTypes.remove, admin, { id });
      assert.deepEqual([kept.status, kept.msg], [422, '该分类下还有子分类或服务项目，不能删除']);
    }
    await t.route(serviceProjects.remove, admin, { id: projectId });
    assert.equal((await t.route(serviceTypes.remove, admin, { id: typeId })).msg, '删除成功');
    assert.equal((await t.route(serviceTypes.remove, admin, { id: parent })).status, 200);
  });

  it('are compare-and-set when the caller says what it read', async () => {
    const { data: id } = await t.route(serviceTypes.create, admin, { name: '陪护' });
    assert.equal((await t.route(serviceTypes.update, admin, { id, name: '陪伴', version: 1 })).status, 200);
    const late = await t.route(serviceTypes.update, admin, { id, name: '陪同', version: 1 });
    assert.deepEqual([late.status, late.data], [409, { id, version: 2 }]);
  });
});

describe('service projects', () => {
  it('carry yuan on the wire and fen inside', async () => {
    const { projectId: id } = await project(t, admin, { type: '餐饮', name: '送餐', price: 19.99 });
    const inside = await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.row(db.selectFrom('service_projects').select('price_fen').where('id', '=', id)),
    );
    assert.deepEqual(inside, { price_fen: 1999 });
    assert.equal((await t.route(serviceProjects.get, reader, { id })).data.standardPrice, 19.99);
    const { data } = await t.route(serviceProjects.page, reader, { name: '送', current: 1, size: 999 });
    assert.deepEqual(
      data.records.map((row: any) => [row.serverName, row.standardPrice, row.minutes]),
      [['餐饮', 19.99, 45]],
    );
    assert.equal((await t.route(serviceProjects.page, stranger)).data.total, 0);
    assert.equal((await t.route(serviceProjects.get, stranger, { id })).status, 404);
  });

  it('refuse bad prices, unknown types and a second name, and change nothing', async () => {
    const { typeId, projectId: id } = await project(t, admin, { type: '出行', name: '陪诊' });
    assert.equal((await t.route(serviceProjects.create, null, {})).status, 401);
    assert.equal((await t.route(serviceProjects.create, reader, { name: '甲', serverId: typeId, standardPrice: 1 })).status, 403);
    for (const [input, status, message] of [
      [{ standardPrice: -1 }, 400, '价格不能小于0'],
      [{ standardPrice: 'abc' }, 400, '请输入数字'],
      [{ serverId: 99999999 }, 422, '服务分类不存在'],
      [{ name: '陪诊' }, 409, '该分类下已有同名的服务项目'],
    ] as const) {
      const answer = await t.route(serviceProjects.create, admin, { name: '陪购', serverId: typeId, standardPrice: 1, ...input });
      assert.deepEqual([answer.status, answer.msg], [status, message]);
    }
    assert.equal((await t.route(serviceProjects.page, admin, { serverId: typeId })).data.total, 1);
    const late = await t.route(serviceProjects.update, admin, { id, name: '陪诊', serverId: typeId, standardPrice: 1, version: 9 });
    assert.equal(late.status, 409);
  });

  it('say what a visit asks for, and who is asked for it', async () => {
    const { typeId, projectId: id } = await project(t, admin, { type: '护理', name: '换药' });
    const asked = async () => {
      const { requiresSignature, requiresPhoto, fenceMetres } = (await t.route(serviceProjects.get, reader, { id })).data;
      return [requiresSignature, requiresPhoto, fenceMetres];
    };
    assert.deepEqual(await asked(), [false, false, null]);
    const input = { id, name: '换药', serverId: typeId, standardPrice: 1 };
    const far = await t.route(serviceProjects.update, admin, { ...input, fenceMetres: 49 });
    assert.deepEqual([far.status, far.msg], [400, '不能小于50']);
    await t.route(serviceProjects.update, admin, { ...input, requiresSignature: true, requiresPhoto: true, fenceMetres: 300 });
    assert.deepEqual(await asked(), [true, true, 300]);
    await t.route(serviceProjects.update, admin, { ...input, fenceMetres: '' });
    assert.deepEqual(await asked(), [true, true, null]);
    const file = await t.route(serviceProjects.export, admin, {
      name: '换药',
      format: 'csv',
      columns: 'name,requiresSignature,fenceMetres',
    });
    assert.match(String(file.msg), /换药,是,/);
  });

  it('are offered by tenant: enabled ones, whole, to whoever is signed in there', async () => {
    const chief = await t.user(await t.tenant());
    const { typeId } = await project(t, chief, { type: '甲', name: '甲一' });
    await t.route(serviceProjects.create, chief, { name: '甲二', serverId: typeId, standardPrice: 2, enabled: false });
    const nobody = await t.user(chief.tenantId, { permissions: [] });
    const { data } = await t.route(serviceProjects.byTenant, nobody, { current: 1, size: 999, tenantId: chief.tenantId });
    assert.deepEqual([data.size, data.records.map(({ name }: any) => name)], [999, ['甲一']]);
    assert.equal((await t.route(serviceProjects.byTenant, nobody, { size: 10_000 })).data.total, 1);
    assert.equal((await t.route(serviceProjects.byTenant, nobody, { size: 10_001 })).status, 400);
    assert.equal((await t.route(serviceProjects.byTenant, null)).status, 401);
    const other = await t.route(serviceProjects.byTenant, stranger, { tenantId: chief.tenantId });
    assert.deepEqual([other.status, other.msg], [403, `无效的租户编号:${chief.tenantId}`]);
  });

  it('change their price for new orders only, and are kept by orders', async () => {
    const { typeId, projectId: id } = await project(t, admin, { type: '保洁', name: '擦地', price: 30 });
    const order = { oldmanId: await person(t, admin.tenantId), oldmanPhone: '13911112222', oldmanAddress: '甲' };
    const jobLists = [{ serverProjectId: id, serverTime: '2099-01-01 09:00:00', serverUserId: null }];
    const { data: orderId } = await t.route(workOrders.create, admin, { ...order, jobLists });
    await t.route(serviceProjects.update, admin, { id, name: '擦地', serverId: typeId, standardPrice: 99 });
    const { data } = await t.route(workOrders.get, admin, { id: orderId });
    assert.deepEqual([data.workOrder.orderPrice, data.workOrder.workOrderJobs[0].orderPrice], [30, 30]);
    const kept = await t.route(serviceProjects.remove, admin, { id });
    assert.deepEqual([kept.status, kept.msg], [422, '该服务项目已被工单使用，不能删除，可以停用']);
    assert.deepEqual((await t.route(serviceProjects.usage, admin, { id })).data, { openJobs: 1, jobs: 1, packages: [], personPackages: 0 });
    assert.equal((await t.route(serviceProjects.usage, stranger, { id })).status, 404);
    assert.equal((await t.route(serviceProjects.usage, null, { id })).status, 401);
  });

  it('have one SOS default per tenant, which moves', async () => {
    const chief = await t.user(await t.tenant());
    assert.equal((await t.route(serviceProjects.defaultSos, chief, { tenantId: chief.tenantId })).data, null);
    const first = await project(t, chief, { type: '甲', sos: true });
    const second = await project(t, chief, { type: '乙', sos: true });
    const current = async () => (await t.route(serviceProjects.defaultSos, chief, { tenantId: chief.tenantId })).data.id;
    assert.equal(await current(), second.projectId);
    const set = (of: typeof first) =>
      t.route(serviceProjects.update, chief, { id: of.projectId, name: '助浴', serverId: of.typeId, standardPrice: 1, isSosDefault: true });
    const both = await Promise.all([set(first), set(second), set(first), set(second)]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    const marks = await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.rows(db.selectFrom('service_projects').select('id').where('sos_default', '=', true)),
    );
    assert.equal(marks.length, 1);
    // A refused form takes the mark from nobody.
    const before = await current();
    await t.route(serviceProjects.create, chief, { name: '助浴', serverId: first.typeId, standardPrice: 1, isSosDefault: true });
    assert.equal(await current(), before);
    assert.equal((await t.route(serviceProjects.defaultSos, chief, { tenantId: chief.tenantId + 1 })).status, 403);
  });

  it('are made for a tenant that chose no SOS default, once, also by several at a time', async () => {
    const chief = await t.user(await t.tenant());
    const made = await Promise.all(Array.from({ length: 5 }, () => t.deps.inTenant(chief.tenantId, sosProject)));
    assert.equal(new Set(made.map(({ id }) => id)).size, 1);
    assert.equal((await t.route(serviceProjects.get, chief, { id: made[0]?.id })).data.version, 1);
    assert.deepEqual([made[0]?.name, made[0]?.price_fen], ['SOS上门服务', 0]);
    // Disabled it does not count, and comes back rather than twice.
    await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.run(db.updateTable('service_projects').set({ enabled: false }).where('tenant_id', '=', chief.tenantId)),
    );
    assert.equal((await t.deps.inTenant(chief.tenantId, sosProject)).id, made[0]?.id);
    const chosen = await project(t, chief, { type: '自选', sos: true });
    assert.equal((await t.deps.inTenant(chief.tenantId, sosProject)).id, chosen.projectId);
  });
});

describe('the tree', () => {
  it('has types with their children and enabled projects as leaves, in the specification’s spelling', async () => {
    const chief = await t.user(await t.tenant());
    const outer = await project(t, chief, { type: '外层', name: '甲', price: 10 });
    const { data: inner } = await t.route(serviceTypes.create, chief, { name: '内层', parentId: outer.typeId });
    const { data: leaf } = await t.route(serviceProjects.create, chief, { name: '乙', serverId: inner, standardPrice: 20.5 });
    await t.route(serviceProjects.create, chief, { name: '停', serverId: inner, standardPrice: 1, enabled: false });
    const type = { projecId: null, projecName: null, projecStandardPrice: null, minutes: null };
    const { data } = await t.route(serviceTypes.tree, chief, { tenantId: chief.tenantId });
    assert.deepEqual(data, [
      {
        serverId: outer.typeId,
        serverName: '外层',
        ...type,
        children: [
          {
            serverId: inner,
            serverName: '内层',
            ...type,
            children: [{ serverId: inner, serverName: '内层', projecId: leaf, projecName: '乙', projecStandardPrice: 20.5, minutes: 30 }],
          },
          { serverId: outer.typeId, serverName: '外层', projecId: outer.projectId, projecName: '甲', projecStandardPrice: 10, minutes: 45 },
        ],
      },
    ]);
    assert.equal((await t.route(serviceTypes.tree, null)).status, 401);
    assert.equal((await t.route(serviceTypes.tree, stranger, { tenantId: chief.tenantId })).status, 403);
  });
});
