/** The five routes of a plain entity, as the specification's services name them. */
import { z } from 'zod';
import { del, get, post, put } from './http.ts';
import { byId, changes, id, ok, page, paging } from './fields.ts';

export interface CrudOptions<Row extends z.ZodType, Form extends z.ZodRawShape, Query extends z.ZodRawShape> {
  /** Prefix of the permissions: `{permission}_view`, `_add`, `_edit`, `_del`. */
  permission: string;
  row: Row;
  form: Form;
  /** Filters of the list call, besides paging. */
  query: Query;
}

/**
 * Routes `page`, `create`, `get`, `remove`, `update` under `path`.
 * Update takes the form with `id` and, when the caller has it, the `version` it read: a
 * stale one is answered 409. What is absent stays as it is.
 */
export function crudRoutes<Row extends z.ZodType, Form extends z.ZodRawShape, Query extends z.ZodRawShape>(
  path: string,
  name: string,
  { permission, row, form, query }: CrudOptions<Row, Form, Query>,
) {
  return {
    page: get(`${path}/page`, `${name}列表`, { access: `${permission}_view`, input: z.object({ ...paging, ...query }), output: page(row) }),
    create: post(path, `新增${name}`, { access: `${permission}_add`, input: z.object(form), output: id, message: '创建成功' }),
    get: get(`${path}/{id}`, `${name}详情`, { access: `${permission}_view`, input: byId, output: row }),
    remove: del(`${path}/{id}`, `删除${name}`, { access: `${permission}_del`, input: byId, output: ok, message: '删除成功' }),
    update: put(path, `修改${name}`, {
      access: `${permission}_edit`,
      input: z.object({ ...changes(form), id, version: z.int().optional() }),
      output: ok,
      message: '更新成功',
    }),
  };
}
