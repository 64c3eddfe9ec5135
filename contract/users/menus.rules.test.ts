import { it } from 'node:test';
import assert from 'node:assert/strict';
import { groupPath, isReserved, menuKeys, menuPathProblem, ownPath } from './menus.rules.ts';

it('takes paths of ours, addresses and embedded addresses, and nothing that a browser would run', () => {
  for (const path of [
    '',
    '/admin/user/index',
    'index',
    '/oldMan/detail?tab=1',
    'https://example.cn/a?b=c',
    'http://10.0.0.8:8080/',
    '/myiframe/https://example.cn',
    '/myiframe/report',
  ])
    assert.equal(menuPathProblem(path), null, path);
  for (const path of ['javascript:alert(1)', 'data:text/html,x', '//evil.cn', 'https://', '/myiframe/https:', '/a b', '/a\\b', 'ftp://x'])
    assert.notEqual(menuPathProblem(path), null, path);
});

it('a group’s path on the wire is not its own', () => {
  assert.equal(ownPath({ id: 7, path: groupPath(7) }), null);
  assert.equal(ownPath({ id: 8, path: groupPath(7) }), groupPath(7));
  assert.equal(ownPath({ id: 8, path: ' /order/index ' }), '/order/index');
  assert.equal(ownPath({ id: 8, path: '  ' }), null);
});

it('rights to tenants, clients and what the platform sells are the platform’s alone; to see a tenant is not', () => {
  for (const right of [
    'admin_systenant_add',
    'admin_systenant_edit',
    'admin_systenant_del',
    'sys_client_del',
    'sys_package_view',
    'sys_packageorder_edit',
  ])
    assert.ok(isReserved(right), right);
  for (const right of ['admin_systenant_view', 'sys_user_add', 'sys_packages', 'members_workorder_add', '', null])
    assert.ok(!isReserved(right), String(right));
});

it('menus of two tenants are the same by permission, else path, else name below the same parent', () => {
  const menu = (id: number, more: object) => ({ id, parentId: null, name: '菜单', type: '0', permission: null, path: null, ...more });
  const keys = menuKeys([
    menu(1, { name: '预警设置', path: groupPath(1) }),
    menu(2, { parentId: 1, name: '电子围栏', path: '/warning/fence' }),
    menu(3, { parentId: 2, name: '新增', type: '1', permission: 'warning_fence_add', path: '/x' }),
    menu(4, { parentId: 1, name: '其他' }),
    menu(5, { parentId: 99, name: '其他' }),
  ]);
  assert.deepEqual(
    [...keys.values()],
    ['0 预警设置 in root', 'path /warning/fence', 'permission warning_fence_add', '0 其他 in 0 预警设置 in root', '0 其他 in root'],
  );
});
