/** What the fields of the nine risks are called. */
import type { LabelsOf } from '../labels.ts';
import type { personRisks } from './person-risks.ts';

export const riskLabels = {
  oldmanName: '服务对象',
  place: '床位',
  kind: '风险',
  level: '风险等级',
  reason: '评估依据',
  measures: '防护措施',
  checkDate: '评估日期',
  checkName: '评估人',
  nextDate: '下次评估',
  recheckTime: '事件时间',
  incidentId: '不良事件',
  high: '高风险',
  missing: '未评估',
  overdue: '评估到期',
  unmeasured: '缺少措施',
  recheck: '事件后待复评',
  gap: '缺项',
} satisfies LabelsOf<typeof personRisks>;
