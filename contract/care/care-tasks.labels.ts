/** What the fields of care tasks are called. */
import type { LabelsOf } from '../labels.ts';
import type { careTasks } from './care-tasks.ts';

export const careTaskLabels = {
  oldmanName: '服务对象',
  userName: '服务对象',
  building: '楼栋',
  floor: '楼层',
  place: '床位',
  carerId: '责任护理员',
  carerName: '责任护理员',
  name: '照护措施',
  kind: '类别',
  minutes: '分钟',
  two: '双人',
  instruction: '操作要点',
  dueTime: '应执行',
  openTime: '可执行起',
  closeTime: '最晚',
  state: '状态',
  shift: '范围',
  day: '日期',
  doneTime: '执行时间',
  enterTime: '登记时间',
  doneName: '执行人',
  secondName: '协助人',
  secondUserId: '另一名护理员',
  reason: '未完成原因',
  value: '数值',
  note: '说明',
} satisfies LabelsOf<typeof careTasks>;
