/** The spreadsheet of package orders: the platform's of all tenants, and a tenant's own. */
import {
  billStateLabels,
  orderSourceLabels,
  orderStatusLabels,
  payStatusLabels,
  payTypeLabels,
} from '#contract/subscriptions/package-orders.rules.ts';
import { orderKindLabels } from '#contract/subscriptions/package-prices.rules.ts';
import type { PackageOrder } from '#contract/subscriptions/package-orders.ts';
import type { ExportColumn } from '../transfers/exports.ts';

type Row = Omit<PackageOrder, 'billLink'>;

export const packageOrderColumns: readonly ExportColumn<Row>[] = [
  { key: 'orderNo', title: '订单编号', width: 20 },
  { key: 'tenantName', title: '租户', width: 26 },
  { key: 'itemName', title: '套餐', width: 16 },
  { key: 'kind', title: '类型', value: ({ kind }) => orderKindLabels[kind] ?? '', width: 10 },
  { key: 'itemDuration', title: '时长（天）', width: 10 },
  { key: 'listPrice', title: '套餐价格', format: 'money', width: 12 },
  { key: 'credit', title: '剩余价值抵扣', format: 'money', width: 14 },
  { key: 'itemPrice', title: '应付金额', format: 'money', width: 12 },
  { key: 'payStatus', title: '支付状态', value: ({ payStatus }) => payStatusLabels[payStatus] ?? '', width: 10 },
  { key: 'orderStatus', title: '订单状态', value: ({ orderStatus }) => orderStatusLabels[orderStatus] ?? '', width: 10 },
  { key: 'payType', title: '支付方式', value: ({ payType }) => (payType === null ? '' : (payTypeLabels[payType] ?? '')), width: 12 },
  { key: 'source', title: '下单方式', value: ({ source }) => orderSourceLabels[source] ?? '', width: 12 },
  { key: 'createTime', title: '下单时间', format: 'dateTime', width: 20 },
  { key: 'payTime', title: '支付时间', format: 'dateTime', width: 20 },
  { key: 'startTime', title: '套餐开始时间', format: 'dateTime', width: 20 },
  { key: 'endTime', title: '套餐到期时间', format: 'dateTime', width: 20 },
  { key: 'buyerName', title: '下单人', width: 12 },
  { key: 'billNo', title: '银行流水号', width: 22 },
  { key: 'receiptNo', title: '回单编号', width: 22 },
  {
    key: 'billState',
    title: '回执状态',
    value: ({ billState }) => (billState === null ? '' : (billStateLabels[billState] ?? '')),
    width: 10,
  },
  { key: 'billReason', title: '退回原因', width: 30 },
  { key: 'verifiedName', title: '核实人', width: 12 },
  { key: 'refund', title: '待退金额', format: 'money', width: 12 },
  { key: 'closeTime', title: '结束时间', format: 'dateTime', width: 20 },
  { key: 'closeReason', title: '结束原因', width: 30 },
];
