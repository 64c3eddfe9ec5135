/** What was done, by whom, for whom, how punctually and how well. */
import { z } from 'zod';
import { date, id } from '../fields.ts';
import { get } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

export const statisticsBy = {
  project: '服务项目',
  type: '服务类型',
  staff: '服务人员',
  person: '服务对象',
  day: '日期',
  month: '月份',
} as const;

const figures = {
  /** Jobs by their planned time, in every status; then those finished and cancelled. */
  jobs: z.number(),
  finished: z.number(),
  cancelled: z.number(),
  orders: z.number(),
  /** Yuan, of finished jobs priced by the job; and how many a package covered. */
  amount: z.number(),
  packaged: z.number(),
  /** Minutes on site, of finished jobs. */
  minutes: z.number(),
  /** Jobs begun later than 15 minutes after their planned time. */
  lateStarts: z.number(),
  /** Finished visits below four fifths of their planned minutes, and those more than 15 minutes above. */
  shortVisits: z.number(),
  longVisits: z.number(),
  /** Of orders with a target that is over or reached: how many kept it, 0–1; null without any. */
  respondedInTime: z.number().nullable(),
  completedInTime: z.number().nullable(),
  /** Stars, the mean over jobs with two decimals; null without ratings. `scores`: how many orders were rated. */
  score: z.number().nullable(),
  scores: z.number(),
};

/** `key` is the id, day or month; 0 stands for nobody. */
export const StatisticsRow = z.object({ key: z.union([z.number(), z.string()]), name: z.string(), ...figures });

const query = {
  from: date,
  to: date,
  by: z.enum(Object.keys(statisticsBy) as [keyof typeof statisticsBy], { error: '请选择统计方式' }).default('project'),
  serverUserId: id.optional(),
  serverTypeId: id.optional(),
};

export const workOrderStatistics = {
  /**
   * At most a year, by the planned time of jobs; the rows are all of them, with the most jobs first
   * (days and months in order); `cut` when there are more than 1,000.
   */
  read: get('/members/workorder/statistics', '工单统计', {
    access: 'members_workorder_statistics',
    rate: 'export',
    input: z.object(query),
    output: z.object({ total: z.object(figures), rows: z.array(StatisticsRow), cut: z.boolean() }),
  }),
  export: exportRoute('/members/workorder/statistics/export', '工单统计', 'members_workorder_statistics', query),
};
