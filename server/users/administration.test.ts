import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { departments } from '#contract/users/departments.ts';
import { roles } from '#contract/users/roles.ts';
import { users as routes } from '#contract/users/users.ts';
import { givePassword, PASSWORD, putClients, signIn } from '#test/accounts.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';

let t: Harness;
let tenantId: number;
let admin: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  await putClients(t);
  tenantId = await t.tenant('康和护理院');
  admin = await t.user(tenantId);
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const department = async (name: string, parentId = 0): Promise<number> =>
  (await t.route(departments.create, admin, { name, parentId })).data;
const roleIdOf = async (user: TestUser): Promise<number> =>
  (
    await t.deps.inTenant(user.tenantId, (tx) =>
      tx.row<{ role_id: number }>(sql`select role_id from user_roles where user_id = ${user.userId}`),
    )
  )?.role_id ?? 0;
const idsOf = ({ data }: { data: { records: { userId: number }[] } }) => data.records.map(({ userId }) => userId).sort((a, b) => a - b);
const details = async (user: TestUser) => (await t.route(routes.details, admin, { id: String(user.userId) })).data;

describe('the list of users', () => {
  it('is cut at a branch of departments, a role, a state', async () => {
    const branch = await department('护理部');
    const leaf = await department('护理一组', branch);
    const [head, carer, loner] = [
      await t.user(tenantId, { permissions: [], departmentId: branch }),
      await t.user(tenantId, { permissions: [], departmentId: leaf }),
      await t.user(tenantId, { permissions: [] }),
    ];
    const page = (input: object) => t.route(routes.page, admin, { size: 100, ...input });
    assert.deepEqual(idsOf(await page({ deptTree: branch })), [head.userId, carer.userId]);
    assert.deepEqual(idsOf(await page({ deptTree: leaf })), [carer.userId]);
    assert.ok(idsOf(await page({ deptTree: 0 })).includes(loner.userId));
    assert.equal((await page({ deptTree: 999_999 })).status, 404);
    const role = await roleIdOf(carer);
    assert.deepEqual(idsOf(await page({ roleId: role })), [carer.userId]);
    assert.ok(!idsOf(await page({ roleId: role, without: true })).includes(carer.userId));
    assert.deepEqual(idsOf(await page({ deptTree: branch, lockFlag: '9' })), []);
    const staff = (await t.route(departments.staff, admin)).data as { deptId: number | null; users: number }[];
    assert.deepEqual(
      [branch, leaf].map((id) => staff.find(({ deptId }) => deptId === id)?.users),
      [1, 1],
    );
    const narrow = await t.user(tenantId, { dataScope: 2, departmentId: leaf, permissions: ['sys_user_view'] });
    assert.deepEqual((await t.route(departments.staff, narrow)).data, [{ deptId: leaf, users: 2 }], 'as far as the data scope reaches');
    assert.equal((await t.route(departments.staff, await t.user(tenantId, { permissions: [] }))).status, 403);
  });

  it('marks whoever is at home elsewhere, whose name and password stay there', async () => {
    const guest = await t.deps.inTenant(tenantId, async (tx) =>
      tx.row<{ id: number }>(
        db
          .insertInto('users')
          .values({
            tenant_id: tenantId,
            username: stranger.username,
            name: '来访者',
            home_tenant_id: stranger.tenantId,
            home_user_id: stranger.userId,
            visiting: true,
          })
          .returning('id'),
      ),
    );
    const row = (await t.route(routes.page, admin, { name: '来访者' })).data.records[0];
    assert.deepEqual([row.external, row.visiting], [true, true]);
    assert.equal((await details(admin)).external, false);
    for (const over of [{ password: 'tulip99AB' }, { username: 'another' }])
      assert.equal(
        (await t.route(routes.update, admin, { userId: guest?.id, username: stranger.username, ...over })).msg,
        '该账号属于其他机构，不能在此修改用户名或密码',
      );
    assert.equal((await t.route(routes.update, admin, { userId: guest?.id, username: stranger.username, nickName: '访客' })).status, 200);
  });

  it('tells whether a sign-in name is free, over all tenants', async () => {
    const isFree = async (username: string) => (await t.route(routes.isFree, admin, { username })).data;
    assert.equal(await isFree('nobody-has-it'), true);
    assert.equal(await isFree(admin.username.toUpperCase()), false);
    assert.equal(await isFree(stranger.username), false);
    assert.equal(
      (await t.route(routes.isFree, await t.user(tenantId, { permissions: ['sys_user_view'] }), { username: 'abc' })).status,
      403,
    );
    // A taken name is said before anything about the password, which would tell of the other's.
    await givePassword(t, admin);
    const taken = await t.route(routes.create, admin, { username: admin.username, password: PASSWORD });
    assert.deepEqual([taken.status, taken.msg], [409, '用户名已存在']);
  });
});

describe('batches', () => {
  it('refuse without session, permission, sense; another tenant’s are left out', async () => {
    const input = { userIds: [admin.userId], action: 'lock', reason: '离职' };
    assert.equal((await t.route(routes.batch, null, input)).status, 401);
    assert.equal((await t.route(routes.batch, await t.user(tenantId, { permissions: [] }), input)).status, 403);
    assert.equal((await t.route(routes.batch, admin, { ...input, userIds: [] })).msg, '请选择用户');
    assert.equal((await t.route(routes.batch, admin, { ...input, action: 'promote' })).msg, '操作不正确');
    assert.equal((await t.route(routes.batch, admin, { ...input, action: 'move', deptId: 999_999 })).status, 404);
    const { data } = await t.route(routes.batch, admin, { ...input, userIds: [stranger.userId] });
    assert.deepEqual([data.done, data.refused[0].reason], [0, '用户不存在']);
    assert.equal((await t.route(routes.info, stranger)).status, 200);
  });

  it('lock with a reason, end sessions, unlock, move, and name whom they leave out', async () => {
    const [one, two] = [await t.user(tenantId, { permissions: [] }), await t.user(tenantId, { permissions: [] })];
    const chief = await t.user(tenantId, { permissions: [] });
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(db.updateTable('users').set({ super_admin: true, name: '总管' }).where('id', '=', chief.userId)),
    );
    const userIds = [one.userId, two.userId, chief.userId, admin.userId];
    const locked = await t.route(routes.batch, admin, { userIds, action: 'lock', reason: '长期休假' });
    assert.equal(locked.data.done, 2);
    assert.deepEqual(
      locked.data.refused.map(({ reason }: { reason: string }) => reason).sort(),
      ['不能修改超级管理员', '不能锁定或解锁自己'].sort(),
    );
    assert.deepEqual([(await details(one)).lockFlag, (await details(one)).lockReason], ['9', '长期休假']);
    assert.equal((await t.route(routes.info, one)).status, 401);
    assert.equal((await t.route(routes.info, chief)).status, 200);
    const place = await department('后勤部');
    const moved = (await t.route(routes.batch, admin, { userIds: [one.userId, admin.userId], action: 'move', deptId: place })).data;
    assert.deepEqual([moved.done, moved.refused.map(({ reason }: { reason: string }) => reason)], [1, ['不能修改自己的部门']]);
    assert.equal((await details(admin)).deptId, null);
    assert.equal((await t.route(routes.batch, admin, { userIds: [one.userId], action: 'unlock' })).data.done, 1);
    const after = await details(one);
    assert.deepEqual([after.lockFlag, after.lockReason, after.deptId], ['0', null, place]);
  });
});

describe('a summary', () => {
  it('has the rights in words, the reach and the sign-ins', async () => {
    const user = await t.user(tenantId, { permissions: [], dataScope: 2, departmentId: await department('医务部'), name: '周医生' });
    await givePassword(t, user);
    assert.ok((await signIn(t, user.username)).body.access_token);
    await t.deps.inTenant(tenantId, async (tx) => {
      const page = await tx.row<{ id: number }>(
        sql`insert into menus (tenant_id, name, type, path, permission) values (${tenantId}, '查房', 0, '/round', 'x_view') returning id`,
      );
      const button = await tx.row<{ id: number }>(
        sql`insert into menus (tenant_id, parent_id, name, type, permission) values (${tenantId}, ${page?.id}, '签名', 1, 'x_sign')
          returning id`,
      );
      await tx.run(sql`insert into role_menus (tenant_id, role_id, menu_id)
        select ${tenantId}, ${await roleIdOf(user)}, id from menus where id in (${page?.id}, ${button?.id})`);
    });
    const { data } = await t.route(routes.summary, admin, { id: user.userId });
    assert.deepEqual([data.dsType, data.departments], [2, ['医务部']]);
    assert.deepEqual(
      data.menus.map(({ name, actions }: { name: string; actions: string[] }) => [name, actions]),
      [['查房', ['查看', '签名']]],
    );
    assert.deepEqual([data.sessions, data.signIns.length >= 1], [2, true]);
    assert.ok((await details(user)).lastLoginTime, 'the list has the last one');
    assert.equal((await t.route(routes.summary, stranger, { id: user.userId })).status, 404);
    assert.equal((await t.route(routes.summary, await t.user(tenantId, { permissions: [] }), { id: user.userId })).status, 403);
  });
});

describe('members of a role', () => {
  it('come and go, but not beyond what the session may give, nor oneself', async () => {
    const { data: role } = await t.route(roles.create, admin, { roleName: '夜班', roleCode: 'night', dsType: 3 });
    const [one, two] = [await t.user(tenantId, { permissions: [] }), await t.user(tenantId, { permissions: [] })];
    const change = (input: object, as = admin) => t.route(roles.members, as, { roleId: role, ...input });
    assert.equal((await change({ add: [one.userId, two.userId] })).status, 200);
    assert.equal((await t.route(roles.page, admin, { roleCode: 'night' })).data.records[0].users, 2);
    assert.equal((await t.route(roles.remove, admin, { id: role })).msg, '角色已分配给2名用户，不能删除；请先移除其成员');
    assert.equal((await change({ add: [stranger.userId] })).status, 404);
    assert.equal((await change({ add: [admin.userId] })).msg, '不能修改自己的角色');
    assert.equal((await change({ add: [one.userId] }, stranger)).status, 404);
    const small = await t.user(tenantId, { permissions: ['sys_user_edit'], dataScope: 3 });
    assert.notEqual((await change({ remove: [two.userId] }, small)).status, 200, 'whom the data scope does not reach');
    const powerful = await roleIdOf(admin);
    const clerk = await t.user(tenantId, { permissions: ['sys_user_view', 'sys_user_edit'] });
    assert.equal((await change({ roleId: powerful, add: [one.userId] }, clerk)).status, 403);
    const grantable = (await t.route(roles.grantable, clerk)).data as { roleId: number; grantable: boolean }[];
    assert.deepEqual(
      [powerful, role].map((id) => grantable.find(({ roleId }) => roleId === id)?.grantable),
      [false, true],
    );
    // Whoever is deleted holds no role back.
    assert.equal((await change({ remove: [one.userId] })).status, 200);
    assert.equal((await t.route(routes.remove, admin, { id: two.userId })).status, 200);
    assert.equal((await t.route(roles.remove, admin, { id: role })).status, 200);
  });
});
