/** What the fields of scoring sheets are called. */
import type { LabelsOf } from '../labels.ts';
import type { callSheets, SheetItem } from './call-sheets.ts';

export const callSheetLabels = {
  name: '评分表名称',
  enabled: '状态',
  serial: '版本',
  passPoints: '合格分',
  appealDays: '申诉期限',
  groups: '评分项',
  plans: '抽检计划',
  inspections: '质检数',
  remarks: '备注',
  createTime: '创建时间',
} satisfies LabelsOf<typeof callSheets>;

export const sheetItemLabels = {
  name: '评分项',
  points: '分值',
  fatal: '一票否决',
  note: '评分标准',
} satisfies LabelsOf<{ item: typeof SheetItem }>;
