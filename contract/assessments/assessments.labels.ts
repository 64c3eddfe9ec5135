/** What the fields of assessments are called. */
import type { LabelsOf } from '../labels.ts';
import type { assessments } from './assessments.ts';

export const assessmentLabels = {
  state: '状态',
  oldmanId: '服务对象',
  oldmanName: '服务对象',
  place: '床位',
  scale: '量表',
  reason: '评估原因',
  reasonNote: '原因说明',
  assessedDate: '评估日期',
  site: '评估地点',
  informantName: '信息提供者',
  informantRelation: '与老人关系',
  total: '总分',
  level: '等级',
  levelName: '评估结果',
  nextDate: '下次评估',
  firstName: '评估员一',
  secondName: '评估员二',
  completedTime: '完成时间',
  appliedLevel: { title: '已采用护理等级', dictionary: 'care_level' },
  careLevel: { title: '护理等级', dictionary: 'care_level' },
  effectiveDate: '生效日期',
  consentName: '同意人',
  voidReason: '作废原因',
  note: '备注',
  userName: '登记人',
  createTime: '登记时间',
  due: '到期情况',
} satisfies LabelsOf<typeof assessments>;
