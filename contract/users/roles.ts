/** Roles: which menus and buttons, and how far the data reach. */
import { z } from 'zod';
import { id, int, nothing, ok, orNull, page, paging, required, text } from '../fields.ts';
import { del, get, post, put } from '../http.ts';

/** 0 all, 1 the institution, 2 the department and below, 3 one's own. A user with several roles has the widest. */
export const dataScopes = { all: 0, institution: 1, department: 2, own: 3 } as const;
export const dataScopeLabels: Record<number, string> = { 0: '全部', 1: '本机构', 2: '本部门及以下', 3: '仅本人' };

export const Role = z.object({
  roleId: z.number(),
  roleName: z.string(),
  roleCode: z.string(),
  roleDesc: z.string().nullable(),
  /** The data scope. */
  dsType: z.number(),
  dsScope: z.null(),
  delFlag: z.literal('0'),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
});

const read = z.unknown().optional();
const form = {
  roleName: required(20, '请输入角色名称'),
  roleCode: z
    .string({ error: '请输入角色标识' })
    .trim()
    .regex(/^[A-Za-z0-9_]{2,32}$/, { error: '角色标识应为2到32位字母、数字或下划线' }),
  roleDesc: orNull(text(100)),
  dsType: int(0, 3).optional(),
  dsScope: read,
  version: z.int().optional(),
  createTime: read,
  updateTime: read,
  delFlag: read,
};

const view = 'sys_role_view';

export const roles = {
  list: get('/admin/role/list', '全部角色', { access: view, input: nothing, output: z.array(Role) }),
  page: get('/admin/role/page', '角色列表', { access: view, input: z.object({ ...paging, roleName: text(20).optional() }), output: page(Role) }),
  get: get('/admin/role/{id}', '角色详情', { access: view, input: z.object({ id }), output: Role }),
  create: post('/admin/role', '新增角色', { access: 'sys_role_add', input: z.strictObject({ ...form, roleId: orNull(id) }), output: id, message: '创建成功' }),
  update: put('/admin/role', '修改角色', { access: 'sys_role_edit', input: z.strictObject({ ...form, roleId: id }), output: ok, message: '更新成功' }),
  remove: del('/admin/role/{id}', '删除角色', { access: 'sys_role_del', input: z.object({ id }), output: ok, message: '删除成功' }),
  /** Replaces the role's menus; `menuIds` is "1,2,3". */
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
    }),
    output: ok,
    message: '更新成功',
  }),
};
