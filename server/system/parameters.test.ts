import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { parameters as routes } from '#contract/system/parameters.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';

let t: Harness;
let tenantId: number;
let admin: TestUser;
before(async () => {
  t = await harness();
  tenantId = await t.tenant();
  admin = await t.user(tenantId);
  await t.deps.inTenant(1, (tx) =>
    tx.run(
      db.insertInto('parameters').values([
        { tenant_id: 1, name: '标题', key: 'TITLE', value: '平台标题', public: true, system: true },
        { tenant_id: 1, name: '口令', key: 'SECRET', value: 'hidden' },
      ]),
    ),
  );
});
after(() => t.close());

const form = (over: object = {}) => ({ publicName: '标题', publicKey: 'TITLE', publicValue: '本院标题', isPublic: true, ...over });
const open = (key: string, headers: Record<string, string> = {}, query = '') =>
  t.call('GET', `/admin/param/publicValue/${key}${query}`, { headers });

describe('parameters', () => {
  it('refuse without session and permission, hide another tenant’s', async () => {
    assert.equal((await t.route(routes.page, null)).status, 401);
    const plain = await t.user(tenantId, { permissions: [] });
    assert.equal((await t.route(routes.page, plain)).status, 403);
    assert.equal((await t.route(routes.create, plain, form())).status, 403);
    const { data } = await t.route(routes.create, admin, form({ publicKey: 'OWN' }));
    const stranger = await t.user(await t.tenant());
    for (const call of [
      t.route(routes.get, stranger, { id: data }),
      t.route(routes.update, stranger, form({ publicId: data })),
      t.route(routes.remove, stranger, { id: data }),
    ]) {
      assert.deepEqual(refusal(await call), [404, '参数不存在']);
    }
  });

  it('are public when they say so: the named tenant’s, else the platform’s', async () => {
    const named = { 'tenant-id': String(tenantId) };
    assert.equal((await open('TITLE')).data, '平台标题');
    assert.equal((await open('TITLE', named)).data, '平台标题');
    const { data: id } = await t.route(routes.create, admin, form());
    assert.equal((await open('TITLE', named)).data, '本院标题');
    assert.equal((await open('TITLE', {}, `?TENANT-ID=${tenantId}`)).data, '本院标题');
    assert.equal((await open('TITLE')).data, '平台标题');
    assert.deepEqual([(await open('SECRET')).code, (await open('SECRET')).data], [0, null]);
    assert.equal((await open('NO_SUCH')).data, null);
    await t.route(routes.update, admin, form({ publicId: id, isPublic: false }));
    assert.equal((await open('TITLE', named)).data, '平台标题');
    assert.equal((await open('TITLE', { 'tenant-id': '' })).data, '平台标题', 'a client that knows none');
  });

  it('are 404 where a tenant is named that does not exist, or that is no tenant', async () => {
    const gone = await t.tenant();
    assert.equal((await open('TITLE', { 'tenant-id': String(gone) })).data, '平台标题');
    await t.deps.inTenant(1, (tx) =>
      tx.run(db.updateTable('tenants').set({ deleted_at: new Date().toISOString() }).where('id', '=', gone)),
    );
    for (const unknown of [987654321, gone])
      for (const key of ['TITLE', 'NO_SUCH', 'TRANSFER'])
        for (const answer of [await open(key, { 'tenant-id': String(unknown) }), await open(key, {}, `?TENANT-ID=${unknown}`)])
          assert.deepEqual([answer.status, answer.code, answer.msg, answer.data], [404, 1, '租户不存在', null], `${key} of ${unknown}`);
    for (const odd of ["1' or 1=1", '0', '-1', '1,2', '9007199254740993']) {
      const answer = await open('TITLE', { 'tenant-id': odd });
      assert.deepEqual([answer.status, answer.code, answer.msg], [400, 1, '租户编号格式不正确'], odd);
    }
    assert.equal((await open('TITLE', {}, '?TENANT-ID=x')).status, 400);
  });

  it('have unique keys; built-in ones stay', async () => {
    const { data: id } = await t.route(routes.create, admin, form({ publicKey: 'ONCE' }));
    assert.equal((await t.route(routes.create, admin, form({ publicKey: 'ONCE' }))).msg, '参数键已存在');
    assert.equal((await t.route(routes.create, admin, form({ publicKey: '键' }))).status, 400);
    assert.equal((await t.route(routes.page, admin, { publicKey: 'ONC' })).data.records[0].publicValue, '本院标题');
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(db.updateTable('parameters').set({ system: true }).where('tenant_id', '=', tenantId).where('id', '=', id)),
    );
    assert.equal((await t.route(routes.remove, admin, { id })).msg, '系统内置参数不能删除');
    assert.equal((await t.route(routes.update, admin, form({ publicId: id, publicKey: 'OTHER' }))).msg, '系统内置参数的键不能修改');
    assert.equal((await t.route(routes.update, admin, form({ publicId: id, publicKey: 'ONCE', publicValue: '新值' }))).status, 200);
    assert.equal((await t.route(routes.get, admin, { id })).data.publicValue, '新值');
  });
});
