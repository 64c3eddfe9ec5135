/** What the fields of approval flows are called. */
import type { LabelsOf } from '../labels.ts';
import type { approvalDefinitions } from './approval-definitions.ts';

export const approvalDefinitionLabels = {
  name: '流程名称',
  description: '说明',
  kind: '申请类型',
  published: '状态',
  running: '审批中',
  createBy: '创建人',
  updateTime: '更新时间',
} satisfies LabelsOf<typeof approvalDefinitions>;
