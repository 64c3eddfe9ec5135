/** What the fields of arrangements are called. */
import type { LabelsOf } from '../labels.ts';
import type { Arrangement, arrangements } from './arrangements.ts';

export const arrangementLabels = {
  kind: '事项',
  careLevel: { title: '护理等级', dictionary: 'care_level' },
  meal: { title: '膳食', dictionary: 'meal_type' },
  mealNote: '忌口与要求',
  texture: '质地',
  diets: '治疗饮食与禁忌',
  effectiveDate: '生效日期',
  reason: '变更原因',
  consentName: '同意人',
  state: '状态',
  createBy: '登记人',
  createTime: '登记时间',
} satisfies LabelsOf<typeof arrangements & { change: typeof Arrangement }>;
