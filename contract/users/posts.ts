/** Posts of staff (岗位): `post` on the wire. They say what a person is employed as, and give no right. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, id, int, nothing, ok, required, text } from '../fields.ts';
import { get, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

export const Post = z.object({
  postId: z.number(),
  postCode: z.string(),
  postName: z.string(),
  postSort: z.number(),
  remark: z.string().nullable(),
  /** How many people have it. */
  users: z.number(),
  createBy: z.string().nullable(),
  delFlag: z.literal('0'),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
});

const form = {
  postCode: required(32, '请输入岗位编码'),
  postName: required(30, '请输入岗位名称'),
  postSort: int(0, 9999).optional(),
  remark: clearable(text(200)),
};
const query = { postCode: text(32).optional(), postName: text(30).optional() };

export const posts = {
  ...crudRoutes('/admin/post', '岗位', { permission: 'sys_post', row: Post, form, query }),
  update: put('/admin/post', '修改岗位', {
    access: 'sys_post_edit',
    input: z.object({ ...form, postId: id, version: z.int().optional() }),
    output: ok,
    message: '更新成功',
  }),
  export: exportRoute('/admin/post/export', '岗位', 'sys_post_export', query),
  /** All by their order, for forms of users. */
  list: get('/admin/post/list', '岗位选项', {
    access: 'session',
    input: nothing,
    output: z.array(z.object({ postId: z.number(), postCode: z.string(), postName: z.string() })),
  }),
};
