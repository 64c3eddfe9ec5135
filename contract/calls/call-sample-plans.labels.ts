/** What the fields of sample plans are called. */
import type { LabelsOf } from '../labels.ts';
import type { callSamplePlans } from './call-sample-plans.ts';

export const callSamplePlanLabels = {
  name: '计划名称',
  sheetId: '评分表',
  sheetName: '评分表',
  enabled: '状态',
  groupId: '技能组',
  groupName: '技能组',
  seatId: '坐席',
  seatName: '坐席',
  direction: '通话方向',
  leastSeconds: '最短通话',
  ratedBadly: '只抽差评',
  way: '抽取方式',
  amount: '数量或比例',
  remarks: '备注',
  drawnWeek: '最近抽取',
  drawnAmong: '符合条件',
  drawnCalls: '抽中',
  createTime: '创建时间',
} satisfies LabelsOf<typeof callSamplePlans>;
