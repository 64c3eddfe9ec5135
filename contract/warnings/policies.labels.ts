/** What the fields of warning policies are called. */
import type { LabelsOf } from '../labels.ts';
import type { warningPolicies } from './policies.ts';

export const warningPolicyLabels = {
  sort: '顺序',
  name: '策略名称',
  severities: '级别',
  rules: '预警类型',
  steps: '通知过程',
  quietFrom: '免打扰',
  enabled: '状态',
  createTime: '创建时间',
} satisfies LabelsOf<typeof warningPolicies>;
