/** What the fields of the members of a lock are called. */
import type { LabelsOf } from '../labels.ts';
import type { lockMembers } from './lock-members.ts';

export const lockMemberLabels = {
  name: '姓名',
  kind: '身份',
  startDate: '有效期',
  codeCount: '密码',
  endTime: '状态',
  userId: '员工',
  oldmanId: '服务对象',
  endDate: '结束日期',
} satisfies LabelsOf<typeof lockMembers>;
