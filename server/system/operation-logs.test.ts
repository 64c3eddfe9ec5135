import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { errorLogs } from '#contract/system/error-logs.ts';
import { operationLogs as routes } from '#contract/system/operation-logs.ts';
import { departments } from '#contract/users/departments.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';

let t: Harness;
let tenantId: number;
let admin: TestUser;
before(async () => {
  t = await harness();
  tenantId = await t.tenant();
  admin = await t.user(tenantId);
});
after(() => t.close());

describe('the operation log', () => {
  it('has one row per write, with names of fields and no values', async () => {
    await t.route(departments.create, admin, { name: '王老太太的部门', sort: 3 });
    await t.route(departments.create, admin, { name: '' });
    const { data } = await t.route(routes.page, admin, { title: '新增部门' });
    assert.equal(data.total, 1, 'a refused write writes nothing');
    const [row] = data.records;
    assert.deepEqual(
      [row.type, row.createBy, row.method, row.requestUri, row.params],
      ['0', admin.username, 'POST', '/admin/dept', 'name&sort'],
    );
    assert.ok(row.time >= 0 && !JSON.stringify(row).includes('王老太太'));
  });

  it('is listed by type and time, to its own tenant and with the permission', async () => {
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(
        db.insertInto('operation_logs').values([
          { tenant_id: tenantId, title: '旧', created_at: '2026-01-01 08:00:00', type: 9 },
          { tenant_id: tenantId, title: '旧', created_at: '2026-01-02 08:00:00' },
          { tenant_id: tenantId, title: '旧', created_at: '2026-01-03 08:00:00' },
        ]),
      ),
    );
    const titled = async (input: object) =>
      (await t.route(routes.page, admin, { title: '旧', ...input })).data.records.map((row: any) => row.createTime.slice(0, 10));
    assert.deepEqual(await titled({}), ['2026-01-03', '2026-01-02', '2026-01-01']);
    assert.deepEqual(await titled({ createTime: ['2026-01-02 00:00:00', '2026-01-02 23:59:59'] }), ['2026-01-02']);
    assert.deepEqual(await titled({ type: '9' }), ['2026-01-01']);
    assert.deepEqual(await titled({ createTime: '' }), ['2026-01-03', '2026-01-02', '2026-01-01']);
    assert.equal((await t.route(routes.page, admin, { createTime: ['x', 'y'] })).status, 400);
    assert.equal((await t.route(routes.page, null)).status, 401);
    assert.equal((await t.route(routes.page, await t.user(tenantId, { permissions: [] }))).status, 403);
    assert.equal((await t.route(routes.page, await t.user(await t.tenant()), { title: '旧' })).data.total, 0);
  });

  it('cannot be deleted, not even by the database role', async () => {
    const [row] = (await t.route(routes.page, admin)).data.records;
    const answer = await t.route(errorLogs.remove, admin, { id: row.id });
    assert.deepEqual([answer.status, answer.msg], [422, '操作日志不可删除']);
    await assert.rejects(
      t.deps.inTenant(tenantId, (tx) => tx.run(db.deleteFrom('operation_logs').where('tenant_id', '=', tenantId))),
      /permission denied/,
    );
  });
});
