/** What the fields of the records of locks are called. */
import type { LabelsOf } from '../labels.ts';
import type { lockRecords } from './lock-records.ts';

export const lockRecordLabels = {
  time: '时间',
  lockName: '门锁',
  imei: '设备编号',
  roomName: '房间',
  kind: '事件',
  method: '方式',
  success: '成功',
  who: '使用人',
  note: '说明',
  source: '来源',
  createName: '登记人',
  deviceId: '设备编号',
  startTime: '时间',
} satisfies LabelsOf<typeof lockRecords>;
