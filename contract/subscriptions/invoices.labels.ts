/** What the fields of invoices are called. */
import type { LabelsOf } from '../labels.ts';
import type { invoiceIssues, invoices } from './invoices.ts';

export const invoiceLabels = {
  orderNo: '订单编号',
  tenantName: '租户',
  kind: '发票类型',
  title: '发票抬头',
  taxNumber: '纳税人识别号',
  amount: '金额',
  state: '状态',
  code: '发票代码',
  number: '发票号码',
  addressPhone: '地址和电话',
  bankAccount: '开户行和账号',
  email: '接收邮箱',
  requestedName: '申请人',
  createTime: '申请时间',
  decidedName: '办理人',
  decideTime: '办理时间',
  reason: '退回原因',
  remarks: '备注',
} satisfies LabelsOf<typeof invoices & typeof invoiceIssues>;
