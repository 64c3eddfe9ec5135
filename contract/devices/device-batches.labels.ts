/** What the fields of batches of devices, of the devices that wait for one, and of requests for batches are called. */
import type { LabelsOf } from '../labels.ts';
import type { deviceBatches } from './device-batches.ts';

export const deviceBatchLabels = {
  name: '批次名称',
  firstNumber: '起始编号',
  lastNumber: '结束编号',
  strategy: '登记方式',
  consent: '状态',
  deviceCount: '已登记',
  strangerCount: '待登记',
  typeName: '设备类型',
  note: '备注',
  protocol: '通信协议',
  createName: '创建人',
  createTime: '创建时间',
  typeId: '设备类型',
} satisfies LabelsOf<Pick<typeof deviceBatches, 'page' | 'create' | 'update'>>;

export const strangerLabels = {
  imei: '设备编号',
  kind: '设备类别',
  batchName: '批次',
  lastTime: '最近连接',
  count: '连接次数',
  refusal: '未登记原因',
  firstTime: '第一次连接',
  protocol: '通信协议',
} satisfies LabelsOf<Pick<typeof deviceBatches, 'strangers'>>;

export const batchRequestLabels = {
  tenantName: '机构',
  batchName: '批次名称',
  firstNumber: '起始编号',
  lastNumber: '结束编号',
  count: '编号数',
  state: '状态',
  note: '备注',
  askedName: '申请人',
  createTime: '申请时间',
  decidedName: '处理人',
  decidedTime: '处理时间',
  decisionNote: '处理说明',
} satisfies LabelsOf<Pick<typeof deviceBatches, 'requests'>>;
