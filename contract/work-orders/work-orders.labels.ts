/** What the fields of work orders are called. */
import type { LabelsOf } from '../labels.ts';
import type { workOrders } from './work-orders.ts';

export const workOrderLabels = {
  workNo: '工单编号',
  oldmanName: '服务对象',
  oldmanPhone: '电话',
  serverProjectName: '服务项目',
  emergencyType: { title: '紧急程度', dictionary: 'emergency_type' },
  state: '状态',
  serverUserName: '服务人员',
  serverTime: '服务时间',
  downTime: '下单时间',
  startTime: '开始时间',
  endTime: '完成时间',
  orderPrice: '金额',
  warningType: '来源预警',
  bedPlace: '位置',
  oldmanAddress: '服务地址',
  downName: '下单人',
  operationUserName: '最近操作人',
  remarks: '备注',
  source: '来源',
  serverUserId: '服务人员',
  status: '状态',
  serverTypeId: '服务分类',
  late: '是否超时',
  returned: '要求改派',
  serverTimeStart: '服务时间',
  downPhone: '下单人电话',
  payType: '支付方式',
} satisfies LabelsOf<typeof workOrders>;
