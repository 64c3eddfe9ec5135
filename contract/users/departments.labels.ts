/** What the fields of departments are called. */
import type { LabelsOf } from '../labels.ts';
import type { departments } from './departments.ts';

export const departmentLabels = {
  name: '部门名称',
  users: '员工',
  people: '服务对象',
  leaderName: '负责人',
  phone: '电话',
  sort: '排序',
  createTime: '创建时间',
  parentId: '上级部门',
  leaderId: '负责人',
} satisfies LabelsOf<typeof departments>;
