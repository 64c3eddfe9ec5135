/** What the fields of package orders are called. */
import type { LabelsOf } from '../labels.ts';
import type { packageOrders } from './package-orders.ts';

export const packageOrderLabels = {
  orderNo: '订单编号',
  tenantName: '租户',
  itemName: '产品包',
  kind: '类型',
  itemDuration: '购买时长',
  listPrice: '产品包价格',
  credit: '剩余价值抵扣',
  itemPrice: '应付金额',
  payStatus: '支付状态',
  orderStatus: '核实状态',
  payType: '支付方式',
  source: '下单方式',
  createTime: '下单时间',
  payTime: '支付时间',
  startTime: '产品包开始时间',
  endTime: '产品包到期时间',
  buyerName: '下单人',
  billNo: '银行流水号',
  receiptNo: '回单编号',
  billState: '回执单',
  billReason: '退回原因',
  verifiedName: '核实人',
  refund: '待退金额',
  closeTime: '结束时间',
  closeReason: '结束原因',
  invoiceState: '发票',
  claimKind: '款项复核',
} satisfies LabelsOf<typeof packageOrders>;
