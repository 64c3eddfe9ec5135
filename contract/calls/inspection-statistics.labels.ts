/** What the figures of inspections are called. */
import type { LabelsOf } from '../labels.ts';
import type { InspectionFigures, ItemFigures } from './inspection-statistics.ts';

export const inspectionFigureLabels = {
  inspected: '质检数',
  average: '平均分',
  passed: '合格数',
  passRate: '合格率',
  knockedOut: '一票否决',
  appealed: '申诉数',
  changed: '改判数',
  sheetName: '评分表',
  name: '评分项',
  points: '满分',
  times: '评分次数',
  faults: '扣分次数',
  faultRate: '扣分率',
} satisfies LabelsOf<{ figures: typeof InspectionFigures; items: typeof ItemFigures }>;
