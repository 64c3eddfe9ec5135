import { describe, it } from 'node:test';
import { ids, long, refusesChanges } from '#test/refused-inputs.ts';
import { clients } from './clients.ts';
import { logins } from './logins.ts';
import { menus } from './menus.ts';
import { roles } from './roles.ts';
import { screenLogins } from './screen-logins.ts';
import { socialAccounts } from './social-accounts.ts';
import { users } from './users.ts';

describe('the schemas of accounts refuse', () => {
  it('a user without a name or a password to sign in with, and one with too many posts or roles', () => {
    refusesChanges(users.create, { username: 'nurse', password: 'Tulip-4827' }, [
      [{ username: undefined }, '请输入用户名'],
      [{ username: 'n' }, '用户名应为3到32位字母、数字或_.@-'],
      [{ password: undefined }, '请输入密码'],
      [{ password: 'a1234' }, '密码长度不能少于6位'],
      [{ post: ids(21) }, '岗位过多'],
      [{ role: ids(21) }, '角色过多'],
    ]);
  });

  it('a batch of no user, of more than 200, and one that does nothing', () => {
    refusesChanges(users.batch, { userIds: [1], action: 'lock' }, [
      [{ userIds: [] }, '请选择用户'],
      [{ userIds: ids(201) }, '一次最多处理200人'],
      [{ action: 'burn' }, '操作不正确'],
    ]);
  });

  it('a role without a code or with too many departments, members or menus', () => {
    refusesChanges(roles.create, { roleName: '护士', roleCode: 'nurse' }, [
      [{ roleName: ' ' }, '请输入角色名称'],
      [{ roleCode: undefined }, '请输入角色标识'],
      [{ roleCode: '护士' }, '角色标识应为2到32位字母、数字或下划线'],
      [{ dsDepts: ids(501) }, '部门过多'],
    ]);
    refusesChanges(roles.members, { roleId: 1, add: ids(200) }, [[{ add: ids(201) }, '一次最多添加200人']]);
    refusesChanges(roles.menus, { roleId: 1, menuIds: '1,2' }, [[{ menuIds: '1;2' }, '菜单编号格式不正确']]);
  });

  it('a menu with a permission that is none, buttons without a prefix, and a copy of nothing', () => {
    refusesChanges(menus.create, { name: '报表', parentId: -1, type: '0' }, [
      [{ parentId: undefined }, '菜单父ID不能为空'],
      [{ type: '3' }, '菜单类型不能为空'],
      [{ permission: '报表' }, '权限标识应为2到64位字母、数字或下划线'],
    ]);
    refusesChanges(menus.createButtons, { parentId: 1, prefix: 'report', verbs: ['view'] }, [
      [{ prefix: undefined }, '请输入权限前缀'],
      [{ prefix: '报表' }, '权限前缀应为2到58位字母、数字或下划线'],
      [{ verbs: [] }, '请选择按钮'],
    ]);
    refusesChanges(menus.copy, { tenantId: 2, menuIds: [1] }, [[{ menuIds: [] }, '请选择菜单']]);
  });

  it('a client without an id', () => {
    const client = { id: 'kiosk', encryptsPassword: false, needsCaptcha: false, accessSeconds: 3600, refreshSeconds: 86_400 };
    refusesChanges(clients.create, client, [
      [{ id: undefined }, '请输入客户端编号'],
      [{ id: '大厅' }, '客户端编号应为2到32位字母、数字、下划线或横线'],
    ]);
  });
});

describe('the schemas of signing in refuse', () => {
  it('a parameter that is too long', () => {
    refusesChanges(logins.token, { grant_type: 'password' }, [[{ username: long(65) }, '参数过长']]);
    refusesChanges(socialAccounts.token, { mobile: 'WX@1' }, [[{ mobile: long(301) }, '参数过长']]);
  });

  it('a screen whose code is none, and an answer that says neither yes nor no', () => {
    refusesChanges(screenLogins.settle, { user_code: 'bcdf-ghjk', approve: true }, [
      [{ user_code: ' ' }, '请输入大屏上显示的代码'],
      [{ user_code: 'bcdf-ghj' }, '代码应为大屏上显示的8位字母'],
      [{ approve: undefined }, '请选择是否允许'],
    ]);
  });

  it('a social account that there is none of, or without a code', () => {
    refusesChanges(socialAccounts.bind, { state: 'WX', code: '1' }, [
      [{ state: 'ICQ' }, '不支持的登录方式'],
      [{ code: undefined }, '缺少授权码'],
      [{ code: long(201) }, '参数过长'],
    ]);
    refusesChanges(socialAccounts.start, { for: 'login' }, [[{ for: 'fun' }, '参数不正确']]);
  });
});
