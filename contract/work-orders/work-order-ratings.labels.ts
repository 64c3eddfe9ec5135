/** What the fields of follow-ups of ratings are called. */
import type { LabelsOf } from '../labels.ts';
import type { workOrderRatings } from './work-order-ratings.ts';

export const followupLabels = {
  workNo: '工单编号',
  oldmanName: '服务对象',
  oldmanPhone: '联系电话',
  serverProjectName: '服务项目',
  serverUserName: '服务人员',
  score: '评分',
  scoreContent: '评价内容',
  scoreTime: '评价时间',
  status: '状态',
  method: '回访方式',
  result: '回访结果',
  doneBy: '回访人',
  doneTime: '回访时间',
  scoreMethod: '评价方式',
  createTime: '创建时间',
  startTime: '创建时间',
} satisfies LabelsOf<Pick<typeof workOrderRatings, 'followups' | 'finishFollowup'>>;
