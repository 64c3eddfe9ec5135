/** What the figures of work orders are called. */
import type { LabelsOf } from '../labels.ts';
import type { StatisticsRow } from './work-order-statistics.ts';

export const orderStatisticsLabels = {
  orders: '工单数',
  jobs: '服务数',
  finished: '已完成',
  cancelled: '已取消',
  amount: '金额',
  packaged: '服务包抵扣',
  minutes: '服务时长',
  lateStarts: '迟到',
  shortVisits: '时长不足',
  longVisits: '超时长',
  respondedInTime: '派单及时率',
  completedInTime: '完成及时率',
  score: '平均评分',
} satisfies LabelsOf<{ row: typeof StatisticsRow }>;
