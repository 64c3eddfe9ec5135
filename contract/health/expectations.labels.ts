/** What the fields of required measurements are called. */
import type { LabelsOf } from '../labels.ts';
import type { expectations } from './expectations.ts';

export const expectationLabels = {
  metric: '指标',
  hours: '间隔（小时）',
  atNight: '夜间也要求',
  origin: '来源',
} satisfies LabelsOf<typeof expectations>;
