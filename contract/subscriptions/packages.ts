/** What the platform sells (产品包): which menus, how much of everything, for how long. Prices are yuan here, fen inside. */
import { z } from 'zod';
import { byId, changes, clearable, id, int, nothing, ok, page, paging, required, text } from '../fields.ts';
import { guarding, money } from '../guards.ts';
import { del, get, ofPlatform, post, put } from '../http.ts';

/** A duration that can be bought. `sku` is its name for ever: an order says which it was. */
export const PackageOption = z.object({
  sku: z.string(),
  /** Days. */
  timeNum: z.number(),
  /** Yuan. */
  price: z.number(),
  /** On sale. */
  open: z.boolean(),
});

const limits = {
  /** Null is without limit. */
  accountLimit: z.number().nullable(),
  peopleLimit: z.number().nullable(),
  deviceLimit: z.number().nullable(),
  /** Bytes. */
  storageLimit: z.number().nullable(),
};

export const Package = z.object({
  id: z.number(),
  packageName: z.string(),
  packageCode: z.string(),
  description: z.string(),
  ...limits,
  /** Keys of `menuTree`; null is everything, also what later versions of the product bring. */
  menus: z.array(z.string()).nullable(),
  items: z.array(PackageOption),
  /** On sale: shown to whoever registers or buys. */
  open: z.boolean(),
  sort: z.number(),
  /** Tenants whose running term is of this package. */
  tenants: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
});

/** A menu or button of the product. `fixed` ones are in every package: home page, administration, buying. */
export interface PackageMenu {
  key: string;
  name: string;
  /** 0 menu, 1 button. */
  type: number;
  fixed: boolean;
  children?: PackageMenu[] | undefined;
}
export const PackageMenu: z.ZodType<PackageMenu> = z.object({
  key: z.string(),
  name: z.string(),
  type: z.number(),
  fixed: z.boolean(),
  get children() {
    return z.array(PackageMenu).optional();
  },
});

export const PackageVersion = z.object({
  version: z.number(),
  /** As the package was: name, limits, menus, items. */
  content: z.object({
    packageName: z.string(),
    packageCode: z.string(),
    description: z.string(),
    ...limits,
    menus: z.array(z.string()).nullable(),
    items: z.array(PackageOption),
    open: z.boolean(),
  }),
  changedName: z.string().nullable(),
  createTime: z.string(),
});

const yuan = (message: string) =>
  z
    .number({ error: message })
    .min(0.01, { error: '价格应大于0' })
    .max(10_000_000, { error: '价格过大' })
    .refine((value) => Math.abs(Math.round(value * 100) - value * 100) < 1e-6, { error: '价格最多两位小数' });

const option = z.object({
  sku: z
    .string({ error: '请输入规格编码' })
    .trim()
    .regex(/^[A-Za-z0-9_-]{2,40}$/, { error: '规格编码应为2到40位字母、数字、下划线或横线' }),
  timeNum: int(1, 3660),
  price: yuan('请输入价格'),
  open: z.boolean().default(true),
});

const limit = (most: number) => clearable(int(1, most));
const form = {
  packageName: required(30, '请输入产品包名称'),
  packageCode: z
    .string({ error: '请输入产品包编码' })
    .trim()
    .regex(/^[A-Za-z0-9_-]{2,20}$/, { error: '产品包编码应为2到20位字母、数字、下划线或横线' }),
  description: text(200).default(''),
  accountLimit: limit(1_000_000),
  peopleLimit: limit(10_000_000),
  deviceLimit: limit(10_000_000),
  storageLimit: limit(1_000_000_000_000_000),
  menus: z.array(z.string().max(80)).max(1000).nullable().default(null),
  /** None: it can be tried when registering, and not be bought. */
  items: z
    .array(option)
    .max(20, { error: '规格最多20个' })
    .refine((list) => new Set(list.map(({ sku }) => sku.toLowerCase())).size === list.length, { error: '规格编码不能重复' })
    .default([]),
  open: z.boolean().default(false),
  sort: int(0, 9999).default(0),
};

const BASE = '/admin/syspackage';

const guarded = guarding(money);

/** All of it is the platform's: 403 for everybody else. */
export const packages = ofPlatform(
  '只有平台可以管理订购',
  guarded({
    page: get(`${BASE}/page`, '产品包列表', {
      access: 'sys_package_view',
      input: z.object({ ...paging, packageName: text(30).optional(), open: z.enum(['true', 'false']).optional() }),
      output: page(Package),
    }),
    /** Every menu and button that a package may hold, as a tree. */
    menuTree: get(`${BASE}/menus`, '产品包可选菜单', { access: 'sys_package_view', input: nothing, output: z.array(PackageMenu) }),
    get: get(`${BASE}/{id}`, '产品包详情', { access: 'sys_package_view', input: byId, output: Package }),
    /** Newest first; what was sold stays as it was sold. */
    versions: get(`${BASE}/versions/{id}`, '产品包版本', { access: 'sys_package_view', input: byId, output: z.array(PackageVersion) }),
    create: post(BASE, '新增产品包', { access: 'sys_package_add', input: z.object(form), output: id, message: '创建成功' }),
    /** 409 with `{id, version}` when another person was faster. */
    update: put(BASE, '修改产品包', {
      access: 'sys_package_edit',
      input: z.object({ ...changes(form), id, version: z.int().optional() }),
      output: ok,
      message: '更新成功',
    }),
    /** Puts it on sale or takes it off. */
    sale: put(`${BASE}/sale`, '上架或下架产品包', {
      access: 'sys_package_edit',
      input: z.object({ id, open: z.boolean(), version: z.int().optional() }),
      output: ok,
      message: '操作成功',
    }),
    /** Refused while on sale; what was sold of it goes on. */
    remove: del(`${BASE}/{id}`, '删除产品包', { access: 'sys_package_del', input: byId, output: ok, message: '删除成功' }),
  }),
);
