import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { phoneMessages } from '#contract/phones.rules.ts';
import { menus } from '#contract/users/menus.ts';
import { departments } from '#contract/users/departments.ts';
import { roles } from '#contract/users/roles.ts';
import { users } from '#contract/users/users.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let tenantId: number;
let admin: TestUser;
const dept: Record<string, number> = {};
const staff: Record<string, TestUser> = {};
before(async () => {
  t = await harness();
  tenantId = await t.tenant();
  admin = await t.user(tenantId);
  for (const [name, parent] of [['总部'], ['护理部', '总部'], ['护理一组', '护理部'], ['后勤部', '总部']] as const) {
    dept[name] = (await t.route(departments.create, admin, { name, parentId: parent ? dept[parent] : 0 })).data;
    staff[name] = await t.user(tenantId, { permissions: [], departmentId: dept[name] as number });
  }
});
after(() => t.close());

let serial = 0;
const role = (dsType: number, names: string[] = [], as = admin) =>
  t.route(roles.create, as, { roleName: `范围${++serial}`, roleCode: `scope_${serial}`, dsType, dsDepts: names.map((name) => dept[name]) });
/** Somebody of a department with these roles besides one of the widest-but-own scope 3. */
async function member(department: string | null, ...given: { data: number }[]): Promise<TestUser> {
  const user = await t.user(tenantId, {
    permissions: ['sys_user_view', 'sys_role_view', 'sys_role_add'],
    dataScope: 3,
    departmentId: department ? (dept[department] as number) : null,
  });
  for (const { data: id } of given) assert.equal((await t.route(roles.members, admin, { roleId: id, add: [user.userId] })).status, 200);
  return user;
}
const sees = async (user: TestUser) => {
  const { data } = await t.route(users.page, user, { size: 100 });
  const ids = new Set(data.records.map((row: { userId: number }) => row.userId));
  return Object.keys(staff).filter((name) => ids.has(staff[name]?.userId));
};

describe('data scopes by departments', () => {
  it('are the chosen ones, the own one alone, or added up', async () => {
    const custom = await role(4, ['护理部', '后勤部']);
    assert.equal(custom.status, 200);
    assert.deepEqual(await sees(await member(null, custom)), ['护理部', '后勤部'], 'without what is below');
    assert.deepEqual(await sees(await member('护理部', await role(5))), ['护理部']);
    assert.deepEqual(await sees(await member('护理部', await role(2))), ['护理部', '护理一组']);
    assert.deepEqual(await sees(await member('护理一组', await role(5), await role(4, ['后勤部']))), ['护理一组', '后勤部']);
    assert.deepEqual(await sees(await member('护理部', await role(2), await role(4, ['后勤部']))), ['护理部', '护理一组', '后勤部']);
    assert.deepEqual(await sees(await member(null, await role(5))), [], 'of no department: only himself');
    assert.deepEqual(
      await sees(await member('护理部', custom, await role(1))),
      ['总部', '护理部', '护理一组', '后勤部'],
      'the widest counts',
    );
  });

  it('are kept with the role, change at once, and go with their department', async () => {
    const { data: id } = await role(4, ['后勤部']);
    const user = await member(null, { data: id });
    const read = async () => (await t.route(roles.get, admin, { id })).data;
    assert.deepEqual((await read()).dsDepts, [dept['后勤部']]);
    const { roleName, roleCode, version } = await read();
    assert.equal(
      (await t.route(roles.update, admin, { roleId: id, roleName, roleCode, dsType: 4, dsDepts: [dept['护理一组']], version })).status,
      200,
    );
    assert.deepEqual(await sees(user), ['护理一组']);
    assert.equal(
      (await t.route(roles.update, admin, { roleId: id, roleName, roleCode, dsType: 4, dsDepts: [], version: version + 1 })).msg,
      '请选择数据权限的部门',
    );
    assert.equal(
      (await t.route(roles.update, admin, { roleId: id, roleName, roleCode, version: version + 1 })).status,
      200,
      'a form without the field leaves it',
    );
    assert.deepEqual(await sees(user), ['护理一组']);
    const gone = (await t.route(departments.create, admin, { name: '临时组', parentId: 0 })).data;
    assert.equal(
      (await t.route(roles.update, admin, { roleId: id, roleName, roleCode, dsType: 4, dsDepts: [gone], version: version + 2 })).status,
      200,
    );
    assert.equal((await t.route(departments.remove, admin, { id: gone })).status, 200);
    assert.deepEqual(await sees(user), [], 'nothing is not everything');
  });

  it('cannot be given wider than one’s own', async () => {
    const head = await member(null, await role(4, ['护理部']));
    assert.equal((await role(4, ['护理部'], head)).status, 200);
    assert.equal((await role(3, [], head)).status, 200);
    const grantable = (await t.route(roles.grantable, head)).data as { roleCode: string; grantable: boolean }[];
    assert.equal(grantable.at(-2)?.grantable, true, 'the role of the same departments');
    assert.equal((await role(4, ['后勤部'], head)).status, 403);
    assert.equal((await role(2, [], head)).status, 403, 'what is below the chosen ones is not his');
    assert.equal((await role(1, [], head)).status, 403);
    assert.equal((await role(4, [])).msg, '请选择数据权限的部门');
    const other = await t.user(await t.tenant());
    assert.equal((await role(4, ['护理部'], other)).status, 404);
    assert.equal((await role(6)).status, 400);
    const tree = (await t.route(departments.tree, head)).data;
    assert.deepEqual([tree[0].outside, tree[0].children[0].outside], [true, undefined], 'what he cannot choose says so');
  });
});

describe('a role’s menus', () => {
  const flat = (nodes: any[]): any[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);

  it('are read whole, saved with a version, copied by those who may give them', async () => {
    const { data: id } = await role(1);
    const read = await t.route(roles.permissions, admin, { id });
    const wanted = flat(read.data.tree)
      .filter(({ permission }: { permission: string }) => permission === 'sys_dept_view')
      .slice(0, 1);
    assert.deepEqual([read.data.menuIds, read.data.refusal], [[], null]);
    const save = (version: number, menuIds: number[]) => t.route(roles.menus, admin, { roleId: id, menuIds, version });
    assert.equal(
      (
        await save(
          read.data.version,
          wanted.map((menu) => menu.id),
        )
      ).status,
      200,
    );
    const stale = await save(read.data.version, []);
    assert.deepEqual([stale.status, stale.msg], [409, '角色已被他人修改，请刷新后重试']);
    const copy = await t.route(roles.create, admin, { roleName: '副本', roleCode: 'copied', dsType: 1, copyFrom: id });
    assert.deepEqual(
      (await t.route(menus.ofRole, admin, { roleId: copy.data })).data,
      wanted.map((menu) => menu.id),
    );
    const clerk = await t.user(tenantId, { permissions: ['sys_role_add', 'sys_role_view'] });
    assert.equal((await t.route(roles.create, clerk, { roleName: '偷', roleCode: 'steal', dsType: 1, copyFrom: id })).status, 403);
    assert.equal((await t.route(roles.permissions, clerk, { id })).data.refusal, '不能授予或更改自己没有的权限');
    const own = await t.deps.inTenant(tenantId, (tx) =>
      tx.row<{ role_id: number }>(sql`select role_id from user_roles where user_id = ${admin.userId}`),
    );
    assert.equal((await t.route(roles.permissions, admin, { id: own?.role_id })).data.refusal, '不能修改自己的角色');
  });
});

describe('departments', () => {
  it('are listed with heads and counts, and put in order', async () => {
    const parentId = (
      await t.route(departments.create, admin, { name: '行政', parentId: 0, leaderId: admin.userId, phone: '0571-88886666' })
    ).data;
    const ids: number[] = [];
    for (const name of ['甲', '乙', '丙']) ids.push((await t.route(departments.create, admin, { name, parentId })).data);
    const listed = async () =>
      (await t.route(departments.list, admin)).data as { id: number; parentId: number; name: string; leaderName: string; users: number }[];
    const below = async () => (await listed()).filter((row) => row.parentId === parentId).map(({ name }) => name);
    const row = (await listed()).find(({ id }) => id === parentId);
    assert.ok(row?.leaderName);
    assert.equal((await listed()).find(({ id }) => id === dept['后勤部'])?.users, 1);
    const [a, b, c] = ids as [number, number, number];
    assert.equal((await t.route(departments.arrange, admin, { parentId, ids: [c, a, b] })).status, 200);
    assert.deepEqual(await below(), ['丙', '甲', '乙']);
    assert.deepEqual(refusal(await t.route(departments.arrange, admin, { parentId, ids: [c, a] })), [
      409,
      '部门已被他人修改，请刷新后重试',
    ]);
    assert.deepEqual(refusal(await t.route(departments.arrange, admin, { parentId, ids: [c, a, dept['后勤部']] })), [
      409,
      '部门已被他人修改，请刷新后重试',
    ]);
    assert.deepEqual(await below(), ['丙', '甲', '乙']);
    assert.equal((await t.route(departments.create, admin, { name: '丁', parentId, leaderId: 999_999 })).msg, '负责人不存在');
    assert.equal((await t.route(departments.create, admin, { name: '丁', parentId, phone: '电话' })).msg, phoneMessages.contact);
  });
});
