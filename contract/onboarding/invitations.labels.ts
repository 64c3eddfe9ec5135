/** What the fields of invitations are called. */
import type { LabelsOf } from '../labels.ts';
import type { invitations } from './invitations.ts';

export const invitationLabels = {
  kind: '类型',
  target: '手机号/用户名',
  name: '姓名',
  deptName: '部门',
  roleList: '角色',
  status: '状态',
  note: '留言',
  reason: '拒绝原因',
  createName: '发起人',
  createTime: '创建时间',
  expireTime: '有效期至',
  auditName: '处理人',
  auditTime: '处理时间',
  sendTime: '最近发送',
  sendCount: '发送次数',
  role: '角色',
  deptId: '部门',
  days: '有效期',
} satisfies LabelsOf<typeof invitations>;
