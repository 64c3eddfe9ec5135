/** Dictionaries: the option lists of forms. `system` "1" is built in: its values mean something to the product. */
import { z } from 'zod';
import { byId, clearable, id, int, ok, orNull, page, paging, required, text } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { exportRoute, importRoutes } from '../transfers/transfers.ts';

export const Dictionary = z.object({
  id: z.number(),
  type: z.string(),
  description: z.string().nullable(),
  system: z.string(),
  remarks: z.string().nullable(),
  /** How many items it has. */
  items: z.number(),
  delFlag: z.literal('0'),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
});

export const DictionaryItem = z.object({
  id: z.number(),
  dictId: z.number(),
  value: z.string(),
  label: z.string(),
  type: z.string(),
  description: z.string().nullable(),
  sort: z.number(),
  remarks: z.string().nullable(),
  delFlag: z.literal('0'),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
});

const form = {
  type: z
    .string({ error: '请输入字典类型' })
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_]{1,49}$/, { error: '字典类型应为2到50位字母、数字或下划线，以字母开头' }),
  description: clearable(text(100)),
  remarks: clearable(text(200)),
  version: z.int().optional(),
};

const item = {
  dictId: id,
  value: required(50, '请输入字典值'),
  label: required(50, '请输入字典标签'),
  description: clearable(text(100)),
  sort: int(0, 99_999).optional(),
  remarks: clearable(text(200)),
  version: z.int().optional(),
};

const view = 'sys_dict_view';

/** `name` looks in type and description. */
export const dictionaries = {
  page: get('/admin/dict/page', '字典列表', {
    access: view,
    input: z.object({
      ...paging,
      type: text(50).optional(),
      description: text(100).optional(),
      name: text(100).optional(),
      system: z.enum(['0', '1']).optional(),
    }),
    output: page(Dictionary),
  }),
  export: exportRoute('/admin/dict/export', '字典', 'sys_dict_export', {
    type: text(50).optional(),
    description: text(100).optional(),
    name: text(100).optional(),
    system: z.enum(['0', '1']).optional(),
  }),
  /** The items of a type by `sort`; none when there is no such type. */
  byType: get('/admin/dict/type/{type}', '字典选项', {
    access: 'session',
    input: z.object({ type: text(50) }),
    output: z.array(DictionaryItem),
  }),
  get: get('/admin/dict/{id}', '字典详情', { access: view, input: byId, output: Dictionary }),
  /** Where its values stand in this tenant: the pages that use it and, by value, how many records hold it. */
  uses: get('/admin/dict/uses/{id}', '字典使用情况', {
    access: view,
    input: byId,
    output: z.object({ places: z.array(z.string()), values: z.array(z.object({ value: z.string(), records: z.number() })) }),
  }),
  /** `copyFrom`: with the items of that dictionary. */
  create: post('/admin/dict', '新增字典', {
    access: 'sys_dict_add',
    input: z.object({ ...form, copyFrom: orNull(id) }),
    output: id,
    message: '创建成功',
  }),
  update: put('/admin/dict', '修改字典', { access: 'sys_dict_edit', input: z.object({ ...form, id }), output: ok, message: '更新成功' }),
  remove: del('/admin/dict/{id}', '删除字典', { access: 'sys_dict_del', input: byId, output: ok, message: '删除成功' }),
};

export const dictionaryItems = {
  page: get('/admin/dict/item/page', '字典项列表', {
    access: view,
    input: z.object({ ...paging, dictId: id, label: text(50).optional() }),
    output: page(DictionaryItem),
  }),
  /** Of one dictionary, or of all. */
  export: exportRoute('/admin/dict/item/export', '字典项', 'sys_dict_export', { dictId: id.optional(), label: text(50).optional() }),
  ...importRoutes('/admin/dict/item', '字典项', 'sys_dict_import'),
  get: get('/admin/dict/item/{id}', '字典项详情', { access: view, input: byId, output: DictionaryItem }),
  create: post('/admin/dict/item', '新增字典项', { access: 'sys_dict_add', input: z.object(item), output: id, message: '创建成功' }),
  update: put('/admin/dict/item', '修改字典项', {
    access: 'sys_dict_edit',
    input: z.object({ ...item, id }),
    output: ok,
    message: '更新成功',
  }),
  /** Puts all items of a dictionary into this order. */
  arrange: put('/admin/dict/item/arrange', '字典项排序', {
    access: 'sys_dict_edit',
    input: z.object({ dictId: id, ids: z.array(id).max(2000) }),
    output: ok,
  }),
  remove: del('/admin/dict/item/{id}', '删除字典项', { access: 'sys_dict_del', input: byId, output: ok, message: '删除成功' }),
};
