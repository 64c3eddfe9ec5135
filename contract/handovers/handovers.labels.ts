/** What the fields of shift handovers are called. */
import type { LabelsOf } from '../labels.ts';
import type { handovers } from './handovers.ts';

export const handoverLabels = {
  state: '状态',
  startTime: '班次开始',
  endTime: '班次结束',
  authorName: '交班人',
  receiverId: '指定接班人',
  receiverName: '接班人',
  alarms: '预警及处理',
  vitals: '异常体征',
  orders: '未完成工单',
  measurements: '缺测',
  care: '未完成的照护',
  patrols: '巡视',
  people: '人员变动',
  remarks: '其他交代',
  signTime: '交班签名时间',
  receiveTime: '接班签名时间',
  userName: '姓名',
  startDate: '班次日期',
} satisfies LabelsOf<typeof handovers>;
