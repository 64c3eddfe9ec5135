/** What the fields of simulated devices are called. */
import type { LabelsOf } from '../labels.ts';
import type { simulations } from './simulations.ts';

export const simulatedDeviceLabels = {
  name: '设备',
  type: '设备类别',
  oldmanName: '佩戴人',
  online: '状态',
  warning: '最新预警',
  battery: '电量',
  roomName: '房间',
  protocol: '通信协议',
  imei: '设备编号',
  hubName: '所属网关',
  lastSeenTime: '最近上报',
} satisfies LabelsOf<typeof simulations>;
