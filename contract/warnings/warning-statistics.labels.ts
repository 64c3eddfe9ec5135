/** What the figures of warnings are called. */
import type { LabelsOf } from '../labels.ts';
import type { warningStatistics } from './warning-statistics.ts';

export const warningStatisticsLabels = {
  total: '预警数',
  falseTrigger: '误触发',
  falseRate: '误触发率',
  test: '测试',
  p50: '确认用时（中位）',
  p90: '确认用时（九成）',
  met: '按时确认',
  clear: '处理用时（中位）',
  critical: '紧急',
} satisfies LabelsOf<Pick<typeof warningStatistics, 'read'>, 'falseRate' | 'p50' | 'p90' | 'critical'>;
