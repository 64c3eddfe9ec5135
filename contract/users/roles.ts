/** Roles: which menus and buttons, and how far the data reach. */
import { z } from 'zod';
import { clearable, id, int, nothing, ok, orNull, page, paging, required, text } from '../fields.ts';
import { guarding, identity, rights } from '../guards.ts';
import { del, get, post, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { MenuNode } from './menus.ts';

/**
 * 0 all, 1 the institution, 2 the department and below, 3 one's own, 4 chosen
 * departments, 5 the department alone. A user with several roles has the widest; those that are cut at departments (2, 4, 5) add up, and a
 * session has them as 2 or 4 (app.find_session).
 */
export const dataScopes = { all: 0, institution: 1, department: 2, own: 3, custom: 4, departmentOnly: 5 } as const;
export const dataScopeLabels: Record<number, string> = {
  0: '全部',
  1: '本机构',
  2: '本部门及以下',
  5: '仅本部门',
  4: '自定义部门',
  3: '仅本人',
};

export const Role = z.object({
  roleId: z.number(),
  roleName: z.string(),
  roleCode: z.string(),
  roleDesc: z.string().nullable(),
  /** The data scope. */
  dsType: z.number(),
  dsScope: z.null(),
  /** Department ids of the data scope 4. */
  dsDepts: z.array(z.number()),
  /** How many people have it. */
  users: z.number(),
  /** Has any page or button: without one, who has only this role sees nothing. */
  granted: z.boolean(),
  delFlag: z.literal('0'),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
});

const form = {
  roleName: required(20, '请输入角色名称'),
  roleCode: z
    .string({ error: '请输入角色标识' })
    .trim()
    .regex(/^[A-Za-z0-9_]{2,32}$/, { error: '角色标识应为2到32位字母、数字或下划线' }),
  roleDesc: clearable(text(100)),
  dsType: int(0, 5).optional(),
  dsDepts: z.array(id).max(500, { error: '部门过多' }).optional(),
  version: z.int().optional(),
};

const view = 'sys_role_view';

const guarded = guarding({ ...rights, ...identity }, { call: 'get', by: 'roleId' });

export const roles = guarded({
  list: get('/admin/role/list', '全部角色', { access: view, input: nothing, output: z.array(Role) }),
  page: get('/admin/role/page', '角色列表', {
    access: view,
    input: z.object({ ...paging, roleName: text(20).optional(), roleCode: text(32).optional() }),
    output: page(Role),
  }),
  export: exportRoute('/admin/role/export', '角色', 'sys_role_export', { roleName: text(20).optional(), roleCode: text(32).optional() }),
  /** For giving roles to people: which of them the session may give. */
  grantable: get('/admin/role/grantable', '可授予的角色', {
    access: 'sys_user_view',
    input: nothing,
    output: z.array(z.object({ roleId: z.number(), roleName: z.string(), roleCode: z.string(), grantable: z.boolean() })),
  }),
  /** A role's menus among all there are, to be changed; `refusal` says why the session may only look. */
  permissions: get('/admin/role/permissions/{id}', '角色的权限', {
    access: view,
    input: z.object({ id }),
    output: z.object({ version: z.number(), tree: z.array(MenuNode), menuIds: z.array(z.number()), refusal: z.string().nullable() }),
  }),
  get: get('/admin/role/{id}', '角色详情', { access: view, input: z.object({ id }), output: Role }),
  /** `copyFrom`: with the menus of that role, for those who may give menus. */
  create: post('/admin/role', '新增角色', {
    access: 'sys_role_add',
    input: z.object({ ...form, roleId: orNull(id), copyFrom: orNull(id) }),
    output: id,
    message: '创建成功',
  }),
  update: put('/admin/role', '修改角色', {
    access: 'sys_role_edit',
    input: z.object({ ...form, roleId: id }),
    output: ok,
    message: '更新成功',
  }),
  remove: del('/admin/role/{id}', '删除角色', { access: 'sys_role_del', input: z.object({ id }), output: ok, message: '删除成功' }),
  /** Gives the role to people and takes it from others: all of them or, when one may not be changed, none. */
  members: put('/admin/role/members', '调整角色成员', {
    access: 'sys_user_edit',
    input: z.object({
      roleId: id,
      add: z.array(id).max(200, { error: '一次最多添加200人' }).default([]),
      remove: z.array(id).max(200).default([]),
    }),
    output: ok,
    message: '更新成功',
  }),
  /**
   * Replaces the role's menus; `menuIds` is "1,2,3". With the `version` that was read, another user's change in between is answered 409.
   */
  menus: put('/admin/role/menu', '分配权限', {
    access: 'sys_role_perm',
    input: z.object({
      roleId: id,
      menuIds: z.union([
        z.array(id).max(2000),
        z
          .string()
          .max(20_000)
          .regex(/^(\d{1,15}(,\d{1,15})*)?$/, { error: '菜单编号格式不正确' })
          .transform((value) => (value === '' ? [] : value.split(',').map(Number))),
      ]),
      version: z.int().optional(),
    }),
    output: ok,
    message: '更新成功',
  }),
});
