/** What the fields of devices are called. */
import type { LabelsOf } from '../labels.ts';
import type { devices } from './devices.ts';

export const deviceLabels = {
  imei: '设备编号',
  type: '设备类别',
  typeName: '设备类型',
  name: '设备名称',
  manufacturer: '厂商',
  model: '型号',
  enabled: '启用',
  oldmanName: '佩戴人',
  roomName: '房间',
  online: '状态',
  battery: '电量',
  lastSeenTime: '最近上报',
  createTime: '登记时间',
  typeId: '设备类型',
  roomId: '房间',
  signal: '信号',
  hubName: '所属网关',
  shortId: '短编号',
  lowBattery: '电量',
  oldmanId: '佩戴人',
} satisfies LabelsOf<typeof devices>;
