/** What the fields of users are called. */
import type { LabelsOf } from '../labels.ts';
import type { users } from './users.ts';

export const userLabels = {
  username: '用户名',
  nickName: '姓名',
  phone: '手机号',
  deptName: '部门',
  roleList: '角色',
  skills: '技能',
  lockFlag: '状态',
  tenantName: '所属机构',
  createTime: '创建时间',
  deptId: '部门',
  role: '角色',
  postList: '岗位',
  lastLoginTime: '最近登录',
  name: '姓名',
  roleId: '角色',
  post: '岗位',
  avatar: '头像',
  reason: '锁定原因',
} satisfies LabelsOf<typeof users>;
