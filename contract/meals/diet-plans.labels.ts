/** What the fields of diet plans are called. */
import type { LabelsOf } from '../labels.ts';
import type { dietPlans } from './diet-plans.ts';

export const dietPlanLabels = {
  weekDate: '周次',
  building: '适用楼栋',
  edition: '版次',
  state: '状态',
  dishCount: '菜品数',
  remarks: '备注',
  publishTime: '发布时间',
  publishBy: '发布人',
  createBy: '编制人',
  createTime: '编制时间',
  startDate: '日期',
  day: '星期',
  meal: '餐次',
  reason: '换菜原因',
  replaceId: '换成',
  copyId: '复制自',
} satisfies LabelsOf<typeof dietPlans>;
