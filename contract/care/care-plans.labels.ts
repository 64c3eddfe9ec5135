/** What the fields of care plans and their templates are called. */
import type { LabelsOf } from '../labels.ts';
import type { CarePlan, carePlans, Goal, Intervention, Problem } from './care-plans.ts';
import type { careTemplates } from './care-templates.ts';

export const carePlanLabels = {
  oldmanId: '服务对象',
  oldmanName: '服务对象',
  userName: '服务对象',
  place: '床位',
  anergy: { title: '能力', dictionary: 'anergy' },
  serial: '版本',
  state: '状态',
  startTime: '开始执行',
  startDay: '开始日期',
  endTime: '结束时间',
  nextReviewDay: '下次复核',
  review: '复核',
  consentName: '知情同意人',
  consentDay: '同意日期',
  remarks: '备注',
  endReason: '结束原因',
  endedBy: '结束人',
  createdName: '制定人',
  interventionCount: '措施',
  problems: '照护问题',
  goals: '照护目标',
  interventions: '照护措施',
  outcome: '复核结论',
  note: '复核说明',
  createTime: '制定时间',
} satisfies LabelsOf<typeof carePlans & { plan: typeof CarePlan }>;

export const careTemplateLabels = {
  name: '模板名称',
  anergy: { title: '适用能力', dictionary: 'anergy' },
  problems: '照护问题',
  goals: '照护目标',
  interventions: '照护措施',
  verified: '核对',
  remarks: '备注',
  createTime: '创建时间',
} satisfies LabelsOf<typeof careTemplates>;

/** Of the lines within a plan. */
export const carePartLabels = {
  category: '类别',
  text: '内容',
  source: '来源',
  measure: '衡量方法',
  until: '达成日期',
  name: '措施',
  kind: '类别',
  mode: '执行方式',
  clocks: '执行时刻',
  everyHours: '间隔（小时）',
  windowStart: '从',
  windowEnd: '到',
  weekdays: '星期',
  beforeMinutes: '可提前（分钟）',
  afterMinutes: '可延后（分钟）',
  minutes: '所需分钟',
  two: '双人',
  unit: '记录数值的单位',
  instruction: '操作要点',
} satisfies LabelsOf<{ problem: typeof Problem; goal: typeof Goal; intervention: typeof Intervention }>;
