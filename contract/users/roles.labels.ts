/** What the fields of roles are called. */
import type { LabelsOf } from '../labels.ts';
import type { roles } from './roles.ts';

export const roleLabels = {
  roleName: '角色名称',
  roleCode: '角色标识',
  roleDesc: '角色说明',
  dsType: '数据权限',
  users: '成员',
  granted: '权限',
  createTime: '创建时间',
  dsDepts: '选定部门',
} satisfies LabelsOf<typeof roles>;
