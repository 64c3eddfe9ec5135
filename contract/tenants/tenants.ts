/** Tenants: groups, institutions and home-care businesses. Only the platform makes or changes them. */
import { z } from 'zod';
import { dateTime, id, nothing, ok, orNull, page, paging, required, text } from '../fields.ts';
import { del, get, post, put } from '../http.ts';

/** The tenant that runs the installation. */
export const PLATFORM = 1;

const status = z.enum(['0', '9'], { error: '租户状态不正确' });

export const Tenant = z.object({
  id: z.number(),
  parentId: z.number().nullable(),
  name: z.string(),
  code: z.string(),
  /** "0" normal, "9" frozen. */
  status,
  packageCode: z.string().nullable(),
  logo: z.string().nullable(),
  regionCode: z.string().nullable(),
  indexVersion: z.number(),
  startTime: z.string(),
  endTime: z.string().nullable(),
  delFlag: z.literal('0'),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
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

const read = z.unknown().optional();
const form = {
  name: required(50, '请输入租户名称'),
  code: z
    .string({ error: '请输入租户编码' })
    .trim()
    .regex(/^[A-Za-z0-9_-]{2,32}$/, { error: '租户编码应为2到32位字母、数字、下划线或横线' }),
  startTime: orNull(dateTime),
  endTime: orNull(dateTime),
  status: status.optional(),
  packageCode: orNull(text(20)),
  logo: orNull(text(300)),
  regionCode: orNull(z.string().regex(/^\d{6}$/, { error: '地区编码不正确' })),
  version: z.int().optional(),
  createTime: read,
  updateTime: read,
  delFlag: read,
  indexVersion: read,
};

const view = 'admin_systenant_view';

export const tenants = {
  /** Itself and the institutions below; the platform sees all. */
  page: get('/admin/tenant/page', '租户列表', {
    access: view,
    input: z.object({ ...paging, name: text(50).optional(), code: text(32).optional(), status: status.optional() }),
    output: page(Tenant),
  }),
  /** Those in force now, of what the session may see. */
  list: get('/admin/tenant/list', '可用租户', { access: 'session', input: nothing, output: z.array(TenantOption) }),
  tree: get('/admin/tenant/tree', '租户树', { access: view, input: nothing, output: z.array(TenantNode) }),
  /** Creates the tenant with its defaults and a first administrator, whose password is shown this once. */
  create: post('/admin/tenant', '新增租户', {
    access: 'admin_systenant_add',
    input: z.strictObject({
      ...form,
      id: orNull(id),
      parentId: orNull(id),
      adminUsername: orNull(
        z
          .string()
          .trim()
          .regex(/^[A-Za-z0-9_.@-]{3,32}$/, { error: '用户名应为3到32位字母、数字或_.@-' }),
      ),
      adminName: orNull(text(20)),
    }),
    output: z.object({ id: z.number(), username: z.string(), password: z.string() }),
    message: '创建成功',
  }),
  update: put('/admin/tenant', '修改租户', {
    access: 'admin_systenant_edit',
    input: z.strictObject({ ...form, id, parentId: read }),
    output: ok,
    message: '更新成功',
  }),
  remove: del('/admin/tenant/{id}', '删除租户', { access: 'admin_systenant_del', input: z.object({ id }), output: ok, message: '删除成功' }),
};
