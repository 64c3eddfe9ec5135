/** Parameters of a tenant. What is public is readable without signing in. */
import { z } from 'zod';
import { flag, id, nothing, ok, orNull, page, paging, required, text } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

export const Parameter = z.object({
  publicId: z.number(),
  publicName: z.string(),
  publicKey: z.string(),
  publicValue: z.string(),
  /** Readable without signing in. */
  isPublic: z.boolean(),
  /** "1" is built in: its key stays and it is never deleted. */
  system: z.string(),
  /** What the product came with; null for one's own. */
  defaultValue: z.string().nullable(),
  status: z.literal('0'),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
});

/** A parameter as the settings show it; one that the product knows and the tenant has not kept yet has no id and no version. */
export const ParameterSetting = Parameter.pick({ publicKey: true, publicName: true, publicValue: true, defaultValue: true }).extend({
  publicId: z.number().nullable(),
  version: z.number().nullable(),
});

const key = z
  .string({ error: '请输入参数键' })
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9_.-]{1,63}$/, { error: '参数键应为2到64位字母、数字或_.-，以字母开头' });

const form = {
  publicName: required(50, '请输入参数名称'),
  publicKey: key,
  publicValue: text(2000),
  isPublic: z.boolean().optional(),
  version: z.int().optional(),
};

const search = {
  publicName: text(50).optional(),
  publicKey: text(64).optional(),
  isPublic: flag.optional(),
  system: z.enum(['0', '1']).optional(),
};

export const parameters = {
  /**
   * Of the tenant that the `TENANT-ID` header or query names, else of the platform; null
   * when there is none. 404 for a tenant that does not exist.
   */
  publicValue: get('/admin/param/publicValue/{key}', '公共参数', {
    access: 'public',
    // Every page asks for some, and a whole house shares one address.
    rate: 'read',
    input: z.object({ key: text(64), 'TENANT-ID': orNull(id) }),
    output: z.string().nullable(),
  }),
  page: get('/admin/param/page', '参数列表', {
    access: 'admin_syspublicparam_view',
    input: z.object({ ...paging, ...search }),
    output: page(Parameter),
  }),
  export: exportRoute('/admin/param/export', '参数', 'admin_syspublicparam_export', search),
  /** All of a tenant, with those that the product knows and the tenant has not kept yet. */
  settings: get('/admin/param/settings', '参数设置', {
    access: 'admin_syspublicparam_view',
    input: nothing,
    output: z.array(ParameterSetting),
  }),
  /**
   * Changes several at once, or none: 409 names the one that was changed since it was read, by whom and to what. A version of null adds a
   * parameter that the tenant has not kept yet, which needs the right to add.
   */
  save: put('/admin/param/settings', '保存参数设置', {
    access: 'admin_syspublicparam_edit',
    input: z.object({
      changes: z
        .array(z.object({ publicKey: key, publicValue: text(2000), version: z.int().nullable() }))
        .min(1, { error: '没有要保存的修改' })
        .max(100, { error: '一次最多保存100项' }),
    }),
    output: ok,
    message: '保存成功',
  }),
  get: get('/admin/param/{id}', '参数详情', { access: 'admin_syspublicparam_view', input: z.object({ id }), output: Parameter }),
  create: post('/admin/param', '新增参数', { access: 'admin_syspublicparam_add', input: z.object(form), output: id, message: '创建成功' }),
  update: put('/admin/param', '修改参数', {
    access: 'admin_syspublicparam_edit',
    input: z.object({ ...form, publicId: id }),
    output: ok,
    message: '更新成功',
  }),
  remove: del('/admin/param/{id}', '删除参数', {
    access: 'admin_syspublicparam_del',
    input: z.object({ id }),
    output: ok,
    message: '删除成功',
  }),
};
