/** What the fields of observations are called. */
import type { LabelsOf } from '../labels.ts';
import type { observations } from './observations.ts';

export const observationLabels = {
  state: '状态',
  userName: '姓名',
  place: '房间床位',
  dueTime: '应测时间',
  kind: '观察类型',
  orthostatic: '内容',
  reason: '原因',
  doneName: '测量人',
  doneTime: '完成时间',
  skipReason: '跳过或结束的原因',
  overdue: '超时',
  due: '时间',
  building: '楼栋',
  floor: '楼层',
  all: '范围',
  oldmanId: '服务对象',
  startTime: '开始时间',
} satisfies LabelsOf<typeof observations>;
