/** Menus and buttons. `type` "0" left menu, "1" button, "2" top menu; the root's parent is -1. */
import { z } from 'zod';
import { clearable, flag, id, int, ok, required, text } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { menuPathProblem } from './menus.rules.ts';

export const menuTypeLabels: Record<string, string> = { '0': '左侧菜单', '1': '按钮', '2': '顶部菜单' };

export interface MenuNode {
  id: number;
  parentId: number;
  name: string;
  label: string;
  weight: number;
  sort: number;
  sortOrder: number;
  icon: string | null;
  path: string | null;
  type: string;
  permission: string | null;
  keepAlive: string;
  /** Opened by its address or found by its name, and not shown in the menu: daily work for who looks at institutions from above. */
  aside?: true | undefined;
  children?: MenuNode[] | undefined;
}
export const MenuNode: z.ZodType<MenuNode> = z.object({
  id: z.number(),
  parentId: z.number(),
  name: z.string(),
  label: z.string(),
  weight: z.number(),
  sort: z.number(),
  sortOrder: z.number(),
  icon: z.string().nullable(),
  path: z.string().nullable(),
  type: z.string(),
  permission: z.string().nullable(),
  keepAlive: z.string(),
  aside: z.literal(true).optional(),
  get children() {
    return z.array(MenuNode).optional();
  },
});

export const Menu = z.object({
  menuId: z.number(),
  parentId: z.number(),
  name: z.string(),
  permission: z.string().nullable(),
  icon: z.string().nullable(),
  path: z.string().nullable(),
  sort: z.number(),
  type: z.string(),
  keepAlive: z.string(),
  delFlag: z.literal('0'),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
});

/** The menus of a tenant as another one sees them, and those that at least one of its roles has. */
export const TenantMenus = z.object({
  tenantId: z.number(),
  tenantName: z.string(),
  tree: z.array(MenuNode),
  menuIds: z.array(z.number()),
});

const NO_PARENT = { error: '菜单父ID不能为空' };
/** -1 is the root. */
const parentId = z
  .union([z.enum(['-1']), z.literal(-1), id], NO_PARENT)
  .transform((value) => (value === '-1' || value === -1 ? null : value));

const form = {
  name: required(40, '菜单名称不能为空'),
  parentId,
  permission: clearable(
    z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_]{2,64}$/, { error: '权限标识应为2到64位字母、数字或下划线' }),
  ),
  icon: clearable(text(60)),
  path: clearable(
    text(200).refine((value) => menuPathProblem(value) === null, { error: (issue) => menuPathProblem(String(issue.input)) ?? '' }),
  ),
  sort: int(0, 9999).optional(),
  type: z.enum(['0', '1', '2'], { error: '菜单类型不能为空' }),
  keepAlive: z.enum(['0', '1']).optional(),
  version: z.int().optional(),
};

export const menus = {
  /** The signed-in user's own menus without buttons, below `parentId` (the root by default), or the top bar's with `type=top`. */
  own: get('/admin/menu', '我的菜单', {
    access: 'session',
    initial: true,
    screen: true,
    input: z.object({ parentId: parentId.optional(), type: z.enum(['top']).optional() }),
    output: z.array(MenuNode),
  }),
  export: exportRoute('/admin/menu/export', '菜单', 'sys_menu_export', {}),
  /** All menus with their buttons; `lazy` gives one level below `parentId`. */
  tree: get('/admin/menu/tree', '菜单树', {
    access: 'sys_menu_view',
    input: z.object({ lazy: flag.optional(), parentId: parentId.optional() }),
    output: z.array(MenuNode),
  }),
  ofRole: get('/admin/menu/tree/{roleId}', '角色的菜单', {
    access: 'sys_role_view',
    input: z.object({ roleId: id }),
    output: z.array(z.number()),
  }),
  /** The tenant's own, one below it, or for the platform any; 404 otherwise. */
  ofTenant: get('/admin/menu/treeTenant/{id}', '租户的菜单', { access: 'sys_menu_view', input: z.object({ id }), output: TenantMenus }),
  /**
   * Copies menus of the own tenant, with what leads to them, into another, which only the platform
   * may, and gives them to its role `admin`. What is there stays.
   */
  copy: post('/admin/menu/treeTenant', '复制菜单到租户', {
    access: 'sys_menu_add',
    platform: '只有平台可以管理租户',
    input: z.object({ tenantId: id, menuIds: z.array(id).min(1, { error: '请选择菜单' }).max(1000) }),
    output: z.object({ added: z.number() }),
  }),
  get: get('/admin/menu/{id}', '菜单详情', { access: 'sys_menu_view', input: z.object({ id }), output: Menu }),
  create: post('/admin/menu', '新增菜单', { access: 'sys_menu_add', input: z.object(form), output: id, message: '创建成功' }),
  /** The usual buttons of a page: `{prefix}_view` 查看, `_add` 新增, `_edit` 修改, `_del` 删除; those that the page has are left out. */
  createButtons: post('/admin/menu/buttons', '新增常用按钮', {
    access: 'sys_menu_add',
    input: z.object({
      parentId: id,
      prefix: z
        .string({ error: '请输入权限前缀' })
        .trim()
        .regex(/^[A-Za-z0-9_]{2,58}$/, { error: '权限前缀应为2到58位字母、数字或下划线' }),
      verbs: z.array(z.enum(['view', 'add', 'edit', 'del'])).min(1, { error: '请选择按钮' }),
    }),
    output: z.object({ added: z.number() }),
    message: '创建成功',
  }),
  /** Puts all menus below one parent into this order. */
  arrange: put('/admin/menu/arrange', '菜单排序', {
    access: 'sys_menu_edit',
    input: z.object({ parentId, ids: z.array(id).max(500) }),
    output: ok,
  }),
  update: put('/admin/menu', '修改菜单', {
    access: 'sys_menu_edit',
    input: z.object({ ...form, menuId: id }),
    output: ok,
    message: '更新成功',
  }),
  remove: del('/admin/menu/{id}', '删除菜单', { access: 'sys_menu_del', input: z.object({ id }), output: ok, message: '删除成功' }),
};
