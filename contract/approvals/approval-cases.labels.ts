/** What the fields of approval cases are called. */
import type { LabelsOf } from '../labels.ts';
import type { approvalCases } from './approval-cases.ts';

export const approvalCaseLabels = {
  title: '申请',
  name: '流程',
  kind: '类型',
  applicantName: '申请人',
  state: '状态',
  waiting: '当前环节',
  dueTime: '时限',
  createTime: '提交时间',
  endTime: '结束时间',
  startDate: '提交日期',
} satisfies LabelsOf<typeof approvalCases>;
