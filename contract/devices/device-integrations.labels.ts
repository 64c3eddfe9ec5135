/** What the fields of integrations and of their deliveries are called. */
import type { LabelsOf } from '../labels.ts';
import type { deviceIntegrations } from './device-integrations.ts';

export const deviceIntegrationLabels = {
  name: '名称',
  kind: '接入方式',
  enabled: '状态',
  mapping: '字段',
  typeCount: '设备类型',
  deliveryTime: '最近接入',
  deliveryResult: '最近结果',
  remarks: '备注',
  createName: '创建人',
  createTime: '创建时间',
} satisfies LabelsOf<Pick<typeof deviceIntegrations, 'page' | 'create'>>;

export const integrationDeliveryLabels = {
  time: '时间',
  result: '结果',
  deliveries: '次数',
  records: '数据',
  stored: '新记录',
  strangers: '未登记设备',
  problem: '说明',
} satisfies LabelsOf<Pick<typeof deviceIntegrations, 'deliveries'>>;
