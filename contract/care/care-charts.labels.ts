/** What the fields of charts are called. */
import type { LabelsOf } from '../labels.ts';
import type { careCharts } from './care-charts.ts';

export const careChartLabels = {
  kind: '记录单',
  startDate: '日期',
  intakeLow: '入量下限',
  intakeHigh: '入量上限',
  outputLow: '出量下限',
} satisfies LabelsOf<typeof careCharts>;
