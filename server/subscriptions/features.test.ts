import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { menus } from '#contract/users/menus.ts';
import { roles } from '#contract/users/roles.ts';
import { users } from '#contract/users/users.ts';
import { createTenantDefaults } from '#server/tenants/tenant-defaults.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice } from '#test/ingest.ts';
import { bought, sale, type Sale } from '#test/subscriptions.ts';

let t: Harness;
let platform: TestUser;
let small: Sale;
let all: Sale;
before(async () => {
  t = await harness();
  platform = await t.user(1);
  small = await sale(t, platform, { menus: ['members_oldman_view', 'members_workorder_view'], deviceLimit: 1, accountLimit: 3 });
  all = await sale(t, platform, { month: 900 });
});
after(() => t.close());

/** An institution as it is opened, with its administrator. */
async function institution(): Promise<{ admin: TestUser; roleIds: Map<string, number> }> {
  const tenantId = await t.tenant();
  const roleIds = await t.deps.inTenant(tenantId, (tx) => createTenantDefaults(tx, tenantId));
  const admin = await t.user(tenantId, { permissions: [] });
  await t.deps.inTenant(tenantId, (tx) =>
    tx.run(sql`update user_roles set role_id = ${roleIds.get('admin')!} where tenant_id = ${tenantId} and user_id = ${admin.userId}`),
  );
  t.gate.sessions.forget({ tenantId });
  return { admin, roleIds };
}
const withRole = async (tenantId: number, roleId: number) => {
  const user = await t.user(tenantId, { permissions: [] });
  await t.deps.inTenant(tenantId, (tx) =>
    tx.run(sql`update user_roles set role_id = ${roleId} where tenant_id = ${tenantId} and user_id = ${user.userId}`),
  );
  t.gate.sessions.forget({ tenantId });
  return user;
};
const permissionsOf = async (user: TestUser): Promise<string[]> => (await t.route(users.info, user)).data.permissions;
const names = (nodes: any[]): string[] => nodes.flatMap(({ name, children = [] }) => [name, ...names(children)]);

describe('a small package', () => {
  it('closes menus for everybody, and leaves the administrator able to give what is open', async () => {
    const { admin, roleIds } = await institution();
    const nurse = await withRole(admin.tenantId, roleIds.get('nurse')!);
    assert.ok((await permissionsOf(nurse)).includes('warning_devicewarning_handle'));
    await bought(t, platform, admin, small.id, small.month);
    assert.deepEqual(
      (await permissionsOf(nurse)).filter((permission) => !permission.startsWith('sys_')),
      ['members_oldman_view', 'members_workorder_view'],
    );
    const shown = names((await t.route(menus.own, admin)).data);
    assert.ok(shown.includes('工单管理') && shown.includes('角色管理') && shown.includes('产品包订购'));
    for (const closed of ['预警管理', '健康总览', '周期工单', '照护', '设备管理', '设备', '预警设置'])
      assert.ok(!shown.includes(closed), closed);
    assert.equal((await t.call('GET', '/warning/devicewarning/page', { as: admin })).status, 403);

    // A role of the defaults holds what is closed: it can still be changed and given.
    const nurseRole = roleIds.get('nurse')!;
    const { data: before } = await t.route(roles.permissions, admin, { id: nurseRole });
    assert.equal(before.refusal, null);
    assert.ok(!names(before.tree).includes('预警管理'));
    const held = before.menuIds.filter((id: number) => id !== before.menuIds[0]);
    assert.equal((await t.route(roles.menus, admin, { roleId: nurseRole, menuIds: held, version: before.version })).status, 200);
    assert.deepEqual((await t.route(roles.permissions, admin, { id: nurseRole })).data.menuIds, held);
    const made = await t.route(users.create, admin, {
      username: `n${process.pid}x`,
      name: '新护士',
      role: [nurseRole],
      password: 'Qing2026yun',
    });
    assert.equal(made.status, 200, made.msg ?? '');

    await bought(t, platform, admin, all.id, all.month);
    assert.ok((await permissionsOf(nurse)).includes('warning_devicewarning_handle'), 'what was closed is back where it was');
    assert.ok(names((await t.route(menus.own, admin)).data).includes('预警管理'));
  });

  it('does not let anybody give by way of it what he will not hold in a larger one', async () => {
    const { admin, roleIds } = await institution();
    await bought(t, platform, admin, small.id, small.month);
    const clerk = await t.user(admin.tenantId, {
      permissions: ['sys_user_view', 'sys_user_add', 'sys_user_edit', 'members_oldman_view', 'members_workorder_view'],
    });
    const nurse = await t.route(users.create, clerk, {
      username: `c${process.pid}x`,
      name: '护士',
      role: [roleIds.get('nurse')!],
      password: 'Qing2026yun',
    });
    assert.deepEqual([nurse.status, nurse.msg], [403, '不能授予或更改自己没有的权限']);
  });

  it('limits what may be added, and takes away nothing that is there', async () => {
    const { admin } = await institution();
    await addDevice(t, admin.tenantId);
    await addDevice(t, admin.tenantId);
    await bought(t, platform, admin, all.id, all.month);
    const device = (n: number) =>
      t.call('POST', '/tenant-device/device', { as: admin, input: { imei: `86123450000${String(n).padStart(4, '0')}`, type: 'watch' } });
    const free = await device(1);
    assert.notEqual(free.status, 403, free.msg ?? '');
    const { admin: poor } = await institution();
    await addDevice(t, poor.tenantId);
    await bought(t, platform, poor, small.id, small.month);
    await t.deps.inTenant(1, (tx) => tx.run(sql`update tenants set features = null where id = ${poor.tenantId}`));
    t.gate.sessions.forget({ tenantId: poor.tenantId });
    const refused = await t.call('POST', '/tenant-device/device', { as: poor, input: { imei: '861234500002222', type: 'watch' } });
    assert.deepEqual([refused.status, refused.msg], [422, '设备数已达上限（1台），请联系平台管理员']);
  });
});
