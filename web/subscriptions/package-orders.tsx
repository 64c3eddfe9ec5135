/** /subscription/index 产品包订购: what the institution has, its orders and its invoices. */
import { Input, Select, Tabs, Tag } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { invoiceStates } from '#contract/subscriptions/invoices.rules.ts';
import { payStatus, payStatusLabels, payTypeLabels } from '#contract/subscriptions/package-orders.rules.ts';
import { packageOrders, type PackageOrder } from '#contract/subscriptions/package-orders.ts';
import { titled } from '#contract/labels.ts';
import { packageOrderLabels } from '#contract/subscriptions/package-orders.labels.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { MISSING, yuan } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { tenantBuyer, useOrderSend } from './buyers.ts';
import { InvoiceDialog } from './invoice-dialog.tsx';
import { InvoiceList } from './own-invoices.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { BillTag, InvoiceTag, KindTag, PayTag, VerifiedTag } from './order-tags.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { useMayShop, useOfGroup } from './may-shop.ts';
import { openPurchase } from './purchase-opening.ts';
import './subscriptions.css';

const Filter = labelledFilter(packageOrderLabels);

const columns: Column<PackageOrder>[] = titled(packageOrderLabels, [
  { key: 'orderNo', width: 150, pin: 'left' },
  { key: 'itemName', title: '产品包名称', width: 120 },
  { key: 'kind', width: 92, render: ({ kind }) => <KindTag value={kind} /> },
  { key: 'itemDuration', width: 92, align: 'right', render: ({ itemDuration }) => `${itemDuration}天` },
  { key: 'itemPrice', width: 116, align: 'right', render: ({ itemPrice }) => yuan(itemPrice) },
  { key: 'payStatus', width: 92, render: ({ payStatus: status }) => <PayTag value={status} /> },
  {
    key: 'orderStatus',
    width: 92,
    // Nothing to verify of what was never paid.
    render: ({ orderStatus, billState }) => (orderStatus === 2 ? <VerifiedTag value={2} /> : <BillTag value={billState} />),
  },
  { key: 'payType', width: 96, minor: 1, render: ({ payType }) => payTypeLabels[payType ?? 0] ?? MISSING },
  { key: 'createTime', width: 172, sort: 'create_time' },
  { key: 'endTime', width: 172 },
  { key: 'invoiceState', width: 88, minor: 1, render: ({ invoiceState }) => <InvoiceTag value={invoiceState} /> },
  {
    key: 'refund',
    width: 108,
    align: 'right',
    render: ({ refund }) => (refund > 0 ? <Tag color="warning">{yuan(refund)}</Tag> : null),
  },
  { key: 'payTime', width: 172, hidden: true },
  { key: 'credit', width: 116, align: 'right', hidden: true, render: ({ credit }) => yuan(credit) },
  { key: 'buyerName', width: 100, hidden: true },
  { key: 'closeReason', width: 180, hidden: true },
]);

const filters = (
  <>
    <Filter name="orderNo">
      <Input placeholder="请输入订单编号" allowClear maxLength={40} />
    </Filter>
    <Filter name="payStatus">
      <Select placeholder="全部" allowClear options={choices(payStatusLabels)} />
    </Filter>
  </>
);

const open = ({ payStatus: status }: PackageOrder) => status === payStatus.pending || status === payStatus.paying;
const NO_INVOICE = new Set<number | null>([null, invoiceStates.refused, invoiceStates.withdrawn]);
const mayInvoice = (order: PackageOrder) => order.payStatus === payStatus.paid && order.itemPrice > 0 && NO_INVOICE.has(order.invoiceState);

function Orders() {
  const [shown, setShown] = useState<number | null>(null);
  const [invoicing, setInvoicing] = useState<PackageOrder | null>(null);
  const cancel = useOrderSend(packageOrders.cancel);
  return (
    <>
      <DataTable
        name="package-orders"
        noun="订购订单"
        route={packageOrders.page}
        exportRoute={packageOrders.export}
        columns={columns}
        filters={filters}
        height="content"
        onRowDoubleClick={({ id }) => setShown(id)}
        actions={(order) => [
          { label: '立即支付', onClick: openPurchase, when: open(order) },
          {
            label: '取消支付',
            danger: true,
            confirm: `确认取消订单号为${order.orderNo}的订单？`,
            onClick: () => cancel.mutate(tenantBuyer.cancelInput(order.id)),
            when: open(order),
          },
          { label: '详情', onClick: () => setShown(order.id) },
          { label: '申请发票', onClick: () => setInvoicing(order), when: mayInvoice(order) },
        ]}
      />
      {shown !== null && <OrderDrawer key={shown} id={shown} side="tenant" onClose={() => setShown(null)} />}
      {invoicing && <InvoiceDialog key={invoicing.id} order={invoicing} onClose={() => setInvoicing(null)} />}
    </>
  );
}

export default function PackageOrders() {
  const mayShop = useMayShop();
  const ofGroup = useOfGroup();
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'invoices' ? 'invoices' : 'orders';
  return (
    <div className="sub-page">
      <SubscriptionCard onBuy={mayShop ? openPurchase : null} ofGroup={ofGroup} />
      <Tabs
        activeKey={tab}
        onChange={(key) => setParams(key === 'invoices' ? { tab: key } : {}, { replace: true })}
        destroyOnHidden
        items={[
          { key: 'orders', label: '订购订单', children: <Orders /> },
          { key: 'invoices', label: '发票', children: <InvoiceList /> },
        ]}
      />
    </div>
  );
}
