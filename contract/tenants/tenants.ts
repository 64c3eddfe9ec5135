/** Tenants: groups, institutions and home-care businesses. Only the platform makes or changes them. */
import { z } from 'zod';
import { byId, clearable, dateTime, id, int, nothing, ok, orNull, page, paging, required, text } from '../fields.ts';
import { guarding, identity, money, rights } from '../guards.ts';
import { del, get, post, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { picture } from '../system/pictures.ts';
import { signInName } from '../users/sign-in-fields.ts';

/** The tenant that runs the installation. */
export const PLATFORM = 1;

/**
 * 1 belongs to the platform itself and buys its package; 2 is an institution of a group, for which the group and the platform agree. Pure.
 */
export const tenantLevelOf = (parentId: number | null): 1 | 2 => ((parentId ?? PLATFORM) === PLATFORM ? 1 : 2);

const status = z.enum(['0', '9'], { error: '租户状态不正确' });

/** How a tenant came to be. */
export const sources = { platform: 1, registration: 2, group: 3 } as const;
export const sourceLabels: Record<number, string> = { 1: '平台开通', 2: '自助注册', 3: '集团开设' };

/** What a tenant uses, and may: null is unlimited. Storage in bytes. */
export const Usage = z.object({
  users: z.number(),
  people: z.number(),
  storage: z.number(),
  devices: z.number(),
  /** Since 24 hours ago. */
  readings: z.number(),
  warnings: z.number(),
  workOrders: z.number(),
  operations: z.number(),
});
export type Usage = z.output<typeof Usage>;

export const Tenant = z.object({
  id: z.number(),
  parentId: z.number().nullable(),
  name: z.string(),
  code: z.string(),
  /** "0" normal, "9" frozen. */
  status,
  packageCode: z.string().nullable(),
  packageName: z.string().nullable(),
  logo: z.string().nullable(),
  regionCode: z.string().nullable(),
  indexVersion: z.number(),
  source: z.number(),
  usersMost: z.number().nullable(),
  peopleMost: z.number().nullable(),
  /** Bytes. */
  storageMost: z.number().nullable(),
  devicesMost: z.number().nullable(),
  frozenReason: z.string().nullable(),
  frozenTime: z.string().nullable(),
  startTime: z.string(),
  endTime: z.string().nullable(),
  delFlag: z.literal('0'),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
});

/** In the list: with the two figures that are watched most. */
export const TenantRow = Tenant.extend({ users: z.number(), people: z.number() });

export const TenantEntry = z.object({
  id: z.number(),
  parentId: z.number().nullable(),
  name: z.string(),
  code: z.string(),
  status: z.string(),
  endTime: z.string().nullable(),
});

export const TenantOption = z.object({ id: z.number(), name: z.string(), code: z.string() });

export interface TenantNode {
  id: number;
  parentId: number | null;
  name: string;
  code: string;
  status: string;
  children?: TenantNode[] | undefined;
}
export const TenantNode: z.ZodType<TenantNode> = z.object({
  id: z.number(),
  parentId: z.number().nullable(),
  name: z.string(),
  code: z.string(),
  status: z.string(),
  get children() {
    return z.array(TenantNode).optional();
  },
});

const form = {
  name: required(50, '请输入租户名称'),
  code: z
    .string({ error: '请输入租户编码' })
    .trim()
    .regex(/^[A-Za-z0-9_-]{2,32}$/, { error: '租户编码应为2到32位字母、数字、下划线或横线' }),
  startTime: clearable(dateTime),
  endTime: clearable(dateTime),
  status: status.optional(),
  packageCode: clearable(text(20)),
  logo: clearable(picture),
  regionCode: clearable(z.string().regex(/^\d{6}$/, { error: '地区编码不正确' })),
  usersMost: clearable(int(0, 1_000_000)),
  peopleMost: clearable(int(0, 10_000_000)),
  storageMost: clearable(int(0, 1_000_000_000_000_000)),
  devicesMost: clearable(int(0, 10_000_000)),
  version: z.int().optional(),
};

const view = 'admin_systenant_view';

/** A tenant that is not frozen ends soon so many days before its end. */
export const ENDS_SOON_DAYS = 30;
export const expiryLabels = { soon: `${ENDS_SOON_DAYS}天内到期`, ended: '已到期' } as const;

const search = {
  name: text(50).optional(),
  code: text(32).optional(),
  status: status.optional(),
  parentId: id.optional(),
  /** Of those that are not frozen, as the platform's first page counts them. */
  expiry: z.enum(['soon', 'ended'], { error: '到期条件不正确' }).optional(),
};

const guarded = guarding({ ...rights, ...identity, ...money, parentId: '上级机构' });

export const tenants = guarded({
  /** Itself and the institutions below; the platform sees all. */
  page: get('/admin/tenant/page', '租户列表', {
    access: view,
    input: z.object({ ...paging, ...search }),
    output: page(TenantRow),
  }),
  export: exportRoute('/admin/tenant/export', '租户', 'admin_systenant_export', search),
  /** Those in force now, of what the session may see. */
  list: get('/admin/tenant/list', '可用租户', { access: 'session', input: nothing, output: z.array(TenantOption) }),
  /** All that may be seen, in force or not: for pickers of the administration. */
  tenantList: get('/admin/tenant/tenantList', '全部租户', { access: view, input: nothing, output: z.array(TenantEntry) }),
  /** A tenant and those directly below it. */
  below: get('/admin/tenant/getTenantList/{id}', '下级租户', { access: view, input: byId, output: z.array(TenantEntry) }),
  /** How a tenant came to be: opened by the platform, registered by itself, opened under its group. */
  source: get('/admin/tenant/source/{id}', '租户来源', {
    access: view,
    input: byId,
    output: z.object({ id: z.number(), source: z.number(), sourceName: z.string(), createTime: z.string() }),
  }),
  get: get('/admin/tenant/{id}', '租户详情', { access: view, input: byId, output: Tenant }),
  usage: get('/admin/tenant/usage/{id}', '租户用量', { access: view, input: byId, output: Usage }),
  tree: get('/admin/tenant/tree', '租户树', { access: view, input: nothing, output: z.array(TenantNode) }),
  /** Creates the tenant with its defaults and a first administrator, whose password is shown this once. */
  create: post('/admin/tenant', '新增租户', {
    access: 'admin_systenant_add',
    platform: '只有平台可以管理租户',
    input: z.object({
      ...form,
      id: orNull(id),
      parentId: orNull(id),
      /** Another tenant whose menus, dictionaries and roles are copied instead of the defaults. */
      cloneFrom: orNull(id),
      adminUsername: orNull(signInName),
      adminName: orNull(text(20)),
    }),
    output: z.object({ id: z.number(), username: z.string(), password: z.string() }),
    message: '创建成功',
  }),
  update: put('/admin/tenant', '修改租户', {
    access: 'admin_systenant_edit',
    platform: '只有平台可以管理租户',
    input: z.object({ ...form, id }),
    output: ok,
    message: '更新成功',
  }),
  /** Freezes ("9", with a reason) or opens again ("0"); freezing ends every session. */
  freeze: put('/admin/tenant/status', '冻结或解冻租户', {
    access: 'admin_systenant_edit',
    platform: '只有平台可以管理租户',
    input: z.object({ id, status, reason: orNull(text(200)), version: z.int().optional() }),
    output: ok,
    message: '操作成功',
  }),
  remove: del('/admin/tenant/{id}', '删除租户', {
    access: 'admin_systenant_del',
    platform: '只有平台可以管理租户',
    demonstration: 'never',
    proved: true,
    input: z.object({ id }),
    output: ok,
    message: '删除成功',
  }),
});
