/** What the fields of posts are called. */
import type { LabelsOf } from '../labels.ts';
import type { posts } from './posts.ts';

export const postLabels = {
  postCode: '岗位编码',
  postName: '岗位名称',
  postSort: '排序',
  users: '人数',
  remark: '备注',
  createBy: '创建人',
  createTime: '创建时间',
} satisfies LabelsOf<typeof posts>;
