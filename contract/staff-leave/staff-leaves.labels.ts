/** What the fields of a leave are called. */
import type { LabelsOf } from '../labels.ts';
import type { staffLeaves } from './staff-leaves.ts';

export const leaveLabels = {
  userName: '请假人',
  departmentName: '部门',
  type: '请假类型',
  startTime: '开始',
  endTime: '结束',
  days: '天数',
  reason: '请假原因',
  files: '证明图片',
  handTo: '工作交接人',
  handToName: '工作交接人',
  state: '状态',
  takenDays: '实休天数',
  endedBy: '销假人',
  endReason: '销假原因',
  endedTime: '销假时间',
  createTime: '申请时间',
  startDate: '请假日期',
  startDay: '开始日期',
  startHalf: '开始时段',
  endDay: '结束日期',
  endHalf: '结束时段',
} satisfies LabelsOf<typeof staffLeaves>;
