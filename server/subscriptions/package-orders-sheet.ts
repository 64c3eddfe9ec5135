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
import { titled } from '#contract/labels.ts';
import { packageOrderLabels } from '#contract/subscriptions/package-orders.labels.ts';
import type { ExportColumn } from '../transfers/exports.ts';

type Row = Omit<PackageOrder, 'billLink'>;

export const packageOrderColumns: readonly ExportColumn<Row>[] = titled(packageOrderLabels, [
  { key: 'orderNo', width: 20 },
  { key: 'tenantName', width: 26 },
  { key: 'itemName', width: 16 },
  { key: 'kind', value: ({ kind }) => orderKindLabels[kind] ?? '', width: 10 },
  { key: 'itemDuration', title: '时长（天）', width: 10 },
  { key: 'listPrice', format: 'money', width: 12 },
  { key: 'credit', format: 'money', width: 14 },
  { key: 'itemPrice', format: 'money', width: 12 },
  { key: 'payStatus', value: ({ payStatus }) => payStatusLabels[payStatus] ?? '', width: 10 },
  { key: 'orderStatus', title: '订单状态', value: ({ orderStatus }) => orderStatusLabels[orderStatus] ?? '', width: 10 },
  { key: 'payType', value: ({ payType }) => (payType === null ? '' : (payTypeLabels[payType] ?? '')), width: 12 },
  { key: 'source', value: ({ source }) => orderSourceLabels[source] ?? '', width: 12 },
  { key: 'createTime', format: 'dateTime', width: 20 },
  { key: 'payTime', format: 'dateTime', width: 20 },
  { key: 'startTime', format: 'dateTime', width: 20 },
  { key: 'endTime', format: 'dateTime', width: 20 },
  { key: 'buyerName', width: 12 },
  { key: 'billNo', width: 22 },
  { key: 'receiptNo', width: 22 },
  {
    key: 'billState',
    title: '回执状态',
    value: ({ billState }) => (billState === null ? '' : (billStateLabels[billState] ?? '')),
    width: 10,
  },
  { key: 'billReason', width: 30 },
  { key: 'verifiedName', width: 12 },
  { key: 'refund', format: 'money', width: 12 },
  { key: 'closeTime', format: 'dateTime', width: 20 },
  { key: 'closeReason', width: 30 },
]);
