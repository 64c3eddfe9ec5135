/** What the fields of device types are called. */
import type { LabelsOf } from '../labels.ts';
import type { deviceTypes } from './device-types.ts';

export const deviceTypeLabels = {
  name: '类别名称',
  description: '描述',
  kind: '设备类别',
  protocol: '通信协议',
  integrationName: '数据接入',
  manufacturer: '厂商',
  model: '型号',
  commands: '可用指令',
  deviceCount: '设备数',
  tenantName: '所属机构',
  createName: '创建人',
  createTime: '创建时间',
  silentMinutes: '离线判定',
  utcOffsetMinutes: '设备时钟',
  healthReplies: '健康数据应答',
  suppressChargerSos: '充电误报',
  integrationId: '数据接入',
} satisfies LabelsOf<typeof deviceTypes>;
