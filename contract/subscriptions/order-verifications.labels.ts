/** What the fields of revenue, of the use of packages and of noted money are called. */
import type { LabelsOf } from '../labels.ts';
import type { OrderClaim, orderVerifications } from './order-verifications.ts';

export const revenueLabels = {
  month: '月份',
  orders: '支付订单',
  income: '收入',
  refunded: '退款',
  net: '净收入',
} satisfies LabelsOf<Pick<typeof orderVerifications, 'revenue'>, 'month' | 'income' | 'net'>;

export const usageLabels = {
  tenantName: '租户',
  packageName: '产品包',
  packageCode: '产品包编码',
  standing: '状态',
  endTime: '到期日',
  storage: '存储空间',
  paid: '累计支付',
  users: '用户',
  people: '服务对象',
  devices: '设备',
} satisfies LabelsOf<Pick<typeof orderVerifications, 'usage'>>;

export const orderClaimLabels = {
  reference: '流水号',
  note: '备注',
  reason: '退回原因',
} satisfies LabelsOf<{ claim: typeof OrderClaim }>;
