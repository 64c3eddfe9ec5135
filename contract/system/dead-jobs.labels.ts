/** What the fields of failed jobs are called. */
import type { LabelsOf } from '../labels.ts';
import type { deadJobs } from './dead-jobs.ts';

export const failedJobLabels = {
  kind: '任务',
  error: '失败原因',
  attempts: '尝试次数',
  createTime: '产生时间',
  deadTime: '失败时间',
  state: '状态',
  reason: '放弃原因',
  decidedBy: '处理人',
  decidedTime: '处理时间',
  startTime: '失败时间',
} satisfies LabelsOf<typeof deadJobs>;
