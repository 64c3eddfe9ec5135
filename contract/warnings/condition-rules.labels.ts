/** What the fields of condition rules are called. */
import type { LabelsOf } from '../labels.ts';
import type { conditionRules } from './condition-rules.ts';

export const conditionRuleLabels = {
  name: '规则名称',
  severity: '级别',
  groups: '条件',
  windows: '生效时段',
  scope: '适用对象',
  active: '当前成立',
  enabled: '状态',
  content: '预警内容',
  remarks: '备注',
  createTime: '创建时间',
  validMinutes: '数值有效期',
} satisfies LabelsOf<typeof conditionRules>;
