import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { menus } from '#contract/users/menus.ts';
import { roles as routes } from '#contract/users/roles.ts';
import { users } from '#contract/users/users.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let tenantId: number;
let admin: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  tenantId = await t.tenant();
  admin = await t.user(tenantId);
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

let serial = 0;
const form = (over: object = {}) => ({ roleName: `角色${++serial}`, roleCode: `role_${serial}`, roleDesc: '说明', dsType: 1, ...over });
const make = async (over: object = {}, as = admin): Promise<number> => (await t.route(routes.create, as, form(over))).data;
const menuOf = async (permission: string, as = admin): Promise<number> => {
  const flat = (nodes: any[]): any[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
  return flat((await t.route(menus.tree, as)).data).find((node) => node.permission === permission).id;
};

describe('roles', () => {
  it('refuses without session, permission, or of another tenant', async () => {
    const id = await make();
    assert.equal((await t.route(routes.list, null)).status, 401);
    const plain = await t.user(tenantId, { permissions: [] });
    for (const call of [
      t.route(routes.list, plain),
      t.route(routes.page, plain),
      t.route(routes.create, plain, form()),
      t.route(routes.menus, plain, { roleId: id, menuIds: '' }),
    ]) {
      assert.equal((await call).status, 403);
    }
    assert.equal((await t.route(routes.update, stranger, form({ roleId: id }))).status, 404);
    assert.equal((await t.route(routes.remove, stranger, { id })).status, 404);
    assert.deepEqual(refusal(await t.route(menus.ofRole, stranger, { roleId: id })), [404, '角色不存在']);
    assert.equal((await t.route(routes.menus, stranger, { roleId: id, menuIds: '' })).status, 404);
  });

  it('creates, lists, changes and deletes', async () => {
    assert.equal((await t.route(routes.create, admin, form({ roleName: '' }))).msg, '请输入角色名称');
    assert.equal((await t.route(routes.create, admin, form({ dsType: 4 }))).status, 400);
    assert.equal((await t.route(routes.create, admin, form({ permissions: ['x'] }))).status, 400);
    const id = await make({ roleName: '康复师', roleCode: 'therapist', dsType: 2 });
    const [row] = (await t.route(routes.page, admin, { roleName: '康复' })).data.records;
    assert.deepEqual([row.roleId, row.roleName, row.roleCode, row.dsType, row.delFlag], [id, '康复师', 'therapist', 2, '0']);
    assert.ok((await t.route(routes.list, admin)).data.some((one: { roleId: number }) => one.roleId === id));
    assert.equal((await t.route(routes.create, admin, form({ roleCode: 'therapist' }))).msg, '角色标识已存在');
    assert.equal((await t.route(routes.update, admin, { ...row, roleName: '康复治疗师', $dsType: '本部门' })).status, 200);
    assert.equal((await t.route(routes.update, admin, { ...row, roleName: '过时' })).status, 409);
    assert.equal((await t.route(routes.get, admin, { id })).data.roleName, '康复治疗师');
    assert.equal((await t.route(routes.remove, admin, { id })).status, 200);
    assert.equal((await t.route(routes.get, admin, { id })).status, 404);
  });

  it('keeps a role that somebody has', async () => {
    const id = await make();
    await t.route(users.create, admin, { username: 'has-role', password: 'tulip4827', role: [id] });
    assert.equal((await t.route(routes.remove, admin, { id })).msg, '角色已分配给1名用户，不能删除；请先移除其成员');
  });

  it('gives menus, which count from the next request on', async () => {
    const id = await make();
    const view = await menuOf('sys_user_view');
    assert.equal((await t.route(routes.menus, admin, { roleId: id, menuIds: String(view) })).status, 200);
    assert.deepEqual((await t.route(menus.ofRole, admin, { roleId: id })).data, [view]);
    const member = await t.user(tenantId, { permissions: [] });
    assert.equal((await t.route(users.page, member)).status, 403);
    await t.route(users.update, admin, { userId: member.userId, username: member.username, role: [id] });
    assert.equal((await t.route(users.page, member)).status, 200);
    assert.equal((await t.route(routes.menus, admin, { roleId: id, menuIds: '' })).status, 200);
    assert.equal((await t.route(users.page, member)).status, 403);
    assert.deepEqual(refusal(await t.route(routes.menus, admin, { roleId: id, menuIds: '999999' })), [404, '菜单不存在']);
    assert.equal((await t.route(routes.menus, admin, { roleId: id, menuIds: '1;2' })).status, 400);
  });

  it('lets nobody give more than he holds, reach wider than himself, or change his own role', async () => {
    const clerk = await t.user(tenantId, {
      permissions: ['sys_role_view', 'sys_role_add', 'sys_role_edit', 'sys_role_del', 'sys_role_perm', 'sys_user_view'],
      dataScope: 1,
    });
    const own = (await t.route(users.info, clerk)).data.roles[0];
    const id = await make({}, clerk);
    const [held, foreign] = [await menuOf('sys_user_view'), await menuOf('sys_user_del')];
    assert.equal((await t.route(routes.menus, clerk, { roleId: id, menuIds: `${held}` })).status, 200);
    const more = await t.route(routes.menus, clerk, { roleId: id, menuIds: `${held},${foreign}` });
    assert.deepEqual([more.status, more.msg], [403, '不能授予或更改自己没有的权限']);
    assert.equal((await t.route(routes.menus, clerk, { roleId: own, menuIds: `${held}` })).msg, '不能修改自己的角色');
    assert.equal((await t.route(routes.update, clerk, form({ roleId: own }))).status, 403);
    assert.deepEqual(refusal(await t.route(routes.create, clerk, form({ dsType: 0 }))), [403, '不能授予比自己更大的数据权限']);
    assert.deepEqual(refusal(await t.route(routes.update, clerk, form({ roleId: id, dsType: 0 }))), [403, '不能授予比自己更大的数据权限']);
    // A role that holds more than he does: neither weaker nor gone by his hand.
    const strong = await make({ dsType: 0 });
    assert.equal((await t.route(routes.menus, admin, { roleId: strong, menuIds: [foreign] })).status, 200);
    for (const call of [
      t.route(routes.update, clerk, form({ roleId: strong })),
      t.route(routes.remove, clerk, { id: strong }),
      t.route(routes.menus, clerk, { roleId: strong, menuIds: '' }),
    ]) {
      assert.equal((await call).status, 403);
    }
    assert.deepEqual((await t.route(menus.ofRole, admin, { roleId: id })).data, [held]);
  });
});

describe('menus', () => {
  it('are one’s own without buttons, with what is above them', async () => {
    const create = async (name: string, over: object) =>
      (await t.route(menus.create, admin, { name, parentId: -1, type: '0', ...over })).data as number;
    const group = await create('护理', { sort: 2, keepAlive: '1' });
    const page = await create('查房', { parentId: group, path: '/care/rounds', permission: 'sys_user_view', sort: 1 });
    await create('按钮', { parentId: page, type: '1', permission: 'sys_user_add' });
    await create('他人的', { parentId: group, path: '/secret', sort: 2 });
    const role = await make();
    await t.route(routes.menus, admin, { roleId: role, menuIds: `${page}` });
    const member = await t.user(tenantId, { permissions: [] });
    await t.route(users.update, admin, { userId: member.userId, username: member.username, role: [role] });
    const { data } = await t.route(menus.own, member);
    assert.deepEqual(data, [
      {
        id: group,
        parentId: -1,
        name: '护理',
        label: '护理',
        weight: 2,
        sort: 2,
        sortOrder: 2,
        icon: null,
        // Routers refuse a menu in which anything has no path.
        path: `/menu/${group}`,
        type: '0',
        permission: null,
        keepAlive: '1',
        children: [
          {
            id: page,
            parentId: group,
            name: '查房',
            label: '查房',
            weight: 1,
            sort: 1,
            sortOrder: 1,
            icon: null,
            path: '/care/rounds',
            type: '0',
            permission: 'sys_user_view',
            keepAlive: '1',
          },
        ],
      },
    ]);
    assert.deepEqual(
      (await t.route(menus.own, member, { parentId: group })).data.map((node: { id: number }) => node.id),
      [page],
    );
    assert.deepEqual((await t.route(menus.own, member, { type: 'top' })).data, []);
    const lazy = (await t.route(menus.tree, admin, { lazy: 'true', parentId: group })).data;
    assert.deepEqual(
      lazy.map((node: { name: string }) => node.name),
      ['查房', '他人的'],
    );
    const nested = (await t.route(menus.tree, admin, { lazy: false })).data.find((node: { id: number }) => node.id === group);
    assert.equal(nested.children[0].children[0].type, '1');
    assert.equal((await t.route(menus.remove, admin, { id: group })).msg, '菜单含有下级不能删除');
    assert.equal(
      (await t.route(menus.update, admin, { menuId: group, name: '护理', parentId: page, type: '0' })).msg,
      '上级菜单不能是自己或下级菜单',
    );
    assert.deepEqual(refusal(await t.route(menus.update, admin, { menuId: group, name: '护理', parentId: page, type: '1' })), [
      422,
      '含有下级菜单，不能改为按钮',
    ]);
    assert.equal((await t.route(menus.get, admin, { id: group })).data.type, '0');
    assert.deepEqual(refusal(await t.route(menus.create, admin, { name: '孤儿', parentId: 999_999, type: '0' })), [404, '菜单不存在']);
    const detail = (await t.route(menus.get, admin, { id: page })).data;
    assert.deepEqual([detail.menuId, detail.parentId, detail.type, detail.keepAlive], [page, group, '0', '1']);
  });

  it('say what is missing', async () => {
    const parts = { name: '菜单', parentId: -1, type: '0' };
    for (const [part, message] of [
      ['name', '菜单名称不能为空'],
      ['parentId', '菜单父ID不能为空'],
      ['type', '菜单类型不能为空'],
    ] as const) {
      assert.equal((await t.route(menus.create, admin, { ...parts, [part]: undefined })).msg, message);
    }
  });

  it('refuses strangers, and a permission that its editor does not hold', async () => {
    const id = await menuOf('sys_user_view');
    assert.equal((await t.route(menus.own, null)).status, 401);
    assert.equal((await t.route(menus.tree, await t.user(tenantId, { permissions: [] }))).status, 403);
    assert.deepEqual(refusal(await t.route(menus.get, stranger, { id })), [404, '菜单不存在']);
    assert.equal((await t.route(menus.update, stranger, { menuId: id, name: '夺取', parentId: -1, type: '1' })).status, 404);
    const editor = await t.user(tenantId, { permissions: ['sys_menu_view', 'sys_menu_add', 'sys_menu_edit', 'sys_menu_del'] });
    const mine = await menuOf('sys_menu_view');
    // The menu behind his own role must not become another right.
    const raise = await t.route(menus.update, editor, { menuId: mine, name: '提权', parentId: -1, type: '1', permission: 'sys_user_del' });
    assert.equal(raise.status, 403);
    assert.equal((await t.route(menus.create, editor, { name: '提权', parentId: -1, type: '1', permission: 'sys_user_del' })).status, 403);
    assert.equal((await t.route(menus.remove, editor, { id })).status, 403);
    assert.equal((await t.route(menus.create, editor, { name: '普通', parentId: -1, type: '0' })).status, 200);
  });
});

describe('permissions of import and export', () => {
  it('have the family’s name beside their own, and one of the two is not both', async () => {
    const file = async (permissions: string[], path: string) =>
      (await t.call('GET', path, { as: await t.user(tenantId, { permissions }) })).status;
    assert.equal(await file(['sys_role_import_export'], '/admin/role/export'), 200);
    assert.equal(await file(['sys_user_import_export'], '/admin/user/import/template'), 200);
    assert.equal(await file(['sys_user_import_export'], '/admin/user/export'), 200);
    assert.equal(await file(['sys_user_export'], '/admin/user/import/template'), 403);
    assert.equal(await file(['sys_role_import_export'], '/admin/user/export'), 403);
    const both = await t.user(tenantId, { permissions: ['sys_user_import', 'sys_user_export'] });
    const { permissions } = (await t.call('GET', '/admin/user/info', { as: both })).data;
    assert.ok(permissions.includes('sys_user_import_export'));
  });
});
