/** What the fields of thresholds are called. */
import type { LabelsOf } from '../labels.ts';
import type { Effective, Threshold } from './thresholds.ts';

export const thresholdLabels = {
  lowCritical: '过低 ≤',
  low: '偏低 ≤',
  high: '偏高 ≥',
  highCritical: '过高 ≥',
  metric: '指标',
  origin: '来源',
  state: '状态',
  reason: '原因',
  createName: '设置人',
  createTime: '设置时间',
  needed: '需要的异常次数',
  windowSize: '最近几次之中',
  startsOn: '生效日期',
  endsOn: '结束日期（含）',
} satisfies LabelsOf<{ row: typeof Threshold; effective: typeof Effective }>;
