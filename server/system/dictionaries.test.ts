import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { dictionaries as routes, dictionaryItems as items } from '#contract/system/dictionaries.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { createTenantDefaults } from '../tenants/tenant-defaults.ts';

let t: Harness;
let admin: TestUser;
let stranger: TestUser;
let reader: TestUser;
before(async () => {
  t = await harness();
  const tenantId = await t.tenant();
  await t.deps.inTenant(tenantId, (tx) => createTenantDefaults(tx, tenantId));
  admin = await t.user(tenantId);
  reader = await t.user(tenantId, { permissions: [] });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const builtIn = async () => (await t.route(routes.page, admin, { type: 'gender' })).data.records[0];

describe('dictionaries', () => {
  it('refuse without session and permission, hide another tenant’s', async () => {
    const { id } = await builtIn();
    assert.equal((await t.route(routes.byType, null, { type: 'gender' })).status, 401);
    for (const call of [
      t.route(routes.page, reader),
      t.route(routes.create, reader, { type: 'mine' }),
      t.route(items.page, reader, { dictId: id }),
      t.route(items.remove, reader, { id: 1 }),
    ]) {
      assert.equal((await call).status, 403);
    }
    assert.equal((await t.route(routes.get, stranger, { id })).status, 404);
    assert.deepEqual(refusal(await t.route(routes.update, stranger, { id, type: 'gender' })), [404, '字典不存在']);
    assert.deepEqual(refusal(await t.route(items.create, stranger, { dictId: id, value: '9', label: '未知' })), [404, '字典不存在']);
    assert.deepEqual((await t.route(routes.byType, stranger, { type: 'gender' })).data, []);
  });

  it('give the items of a type in order', async () => {
    const { data } = await t.route(routes.byType, reader, { type: 'gender' });
    assert.deepEqual(
      data.map((item: any) => [item.value, item.label, item.type, item.sort]),
      [
        ['1', '男', 'gender', 1],
        ['2', '女', 'gender', 2],
      ],
    );
    assert.equal((await t.route(routes.byType, reader, { type: 'nation' })).data.length, 56);
    assert.deepEqual((await t.route(routes.byType, reader, { type: 'no_such_type' })).data, []);
    assert.equal((await t.route(routes.byType, reader, { type: 'anergy' })).data[0].value, '0');
  });

  it('keep what is built in', async () => {
    const { id, system, type } = await builtIn();
    assert.equal(system, '1');
    const refusals = [await t.route(routes.update, admin, { id, type, description: '改' }), await t.route(routes.remove, admin, { id })];
    assert.deepEqual(
      refusals.map(({ code, msg }) => [code, msg]),
      [
        [1, '系统内置字典不能修改'],
        [1, '系统内置字典不能删除'],
      ],
    );
    const [item] = (await t.route(items.page, admin, { dictId: id })).data.records;
    assert.equal((await t.route(items.remove, admin, { id: item.id })).msg, '系统内置字典项目不能删除');
    assert.equal((await t.route(items.update, admin, { ...item, label: '雄' })).status, 422);
    assert.equal((await t.route(routes.byType, admin, { type: 'gender' })).data.length, 2);
  });

  it('can be made, filled and deleted, also with a trailing slash and form leftovers', async () => {
    const made = await t.call('POST', '/admin/dict/', {
      as: admin,
      input: { type: 'room_kind', description: '房型', $system: '业务类', createTime: '' },
    });
    assert.deepEqual([made.status, made.msg], [200, '创建成功']);
    const dictId = made.data;
    assert.equal((await t.route(routes.create, admin, { type: 'room_kind' })).msg, '字典类型已存在');
    assert.equal((await t.route(routes.create, admin, { type: '房型' })).status, 400);
    const second = (await t.route(items.create, admin, { dictId, value: '2', label: '双人间', sort: 2 })).data;
    await t.route(items.create, admin, { dictId, value: '1', label: '单人间', sort: 1 });
    assert.equal((await t.route(items.create, admin, { dictId, value: '1', label: '又一个' })).msg, '字典项值已存在');
    assert.equal((await t.route(items.create, admin, { dictId, value: '', label: '' })).msg, '请输入字典值');
    assert.deepEqual(
      (await t.route(routes.byType, reader, { type: 'room_kind' })).data.map((item: any) => item.label),
      ['单人间', '双人间'],
    );
    assert.equal(
      (await t.route(items.update, admin, { id: second, dictId, value: '2', label: '标准双人间', sort: 0, version: 1 })).status,
      200,
    );
    assert.equal((await t.route(items.update, admin, { id: second, dictId, value: '2', label: '旧', version: 1 })).status, 409);
    const moved = await t.route(items.update, admin, { id: second, dictId: (await builtIn()).id, value: '2', label: '双人间' });
    assert.deepEqual(refusal(moved), [422, '字典项不能移到别的字典']);
    const [first] = (await t.route(items.page, admin, { dictId, current: 1, size: 1 })).data.records;
    assert.equal(first.label, '标准双人间');
    assert.equal((await t.route(items.get, admin, { id: second })).data.dictId, dictId);
    assert.equal(
      (await t.call('PUT', '/admin/dict/', { as: admin, input: { id: dictId, type: 'room_kind', description: '房间类型' } })).status,
      200,
    );
    assert.equal((await t.route(routes.get, admin, { id: dictId })).data.description, '房间类型');
    assert.equal((await t.route(items.remove, admin, { id: second })).status, 200);
    assert.equal((await t.route(routes.remove, admin, { id: dictId })).status, 200);
    assert.deepEqual((await t.route(routes.byType, reader, { type: 'room_kind' })).data, []);
  });
});
