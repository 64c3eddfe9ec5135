/** /platform/order 订购订单: the package orders of all tenants. `?sell=` opens what one tenant has, `?repay=` the refund of an order. */
import { Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import {
  billStates,
  claimKindLabels,
  orderSourceLabels,
  payStatus,
  payStatusLabels,
  payTypeLabels,
} from '#contract/subscriptions/package-orders.rules.ts';
import type { PackageOrder } from '#contract/subscriptions/package-orders.ts';
import { platformSales } from '#contract/subscriptions/platform-sales.ts';
import { orderKindLabels } from '#contract/subscriptions/package-prices.rules.ts';
import { tenants } from '#contract/tenants/tenants.ts';
import { titled } from '#contract/labels.ts';
import { packageOrderLabels } from '#contract/subscriptions/package-orders.labels.ts';
import { useCall } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { useAskedId } from '#web/ui/asked-id.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { MISSING, yuan } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { MoneyDialog, type MoneyAction } from './money-dialogs.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { BillTag, InvoiceTag, KindTag, PayTag } from './order-tags.tsx';
import { ChooseTenant } from './choose-tenant.tsx';
import { SaleDialog, TenantSale } from './tenant-sale.tsx';
import './subscriptions.css';
import './platform.css';

const Filter = labelledFilter(packageOrderLabels);

const columns: Column<PackageOrder>[] = titled(packageOrderLabels, [
  { key: 'orderNo', width: 150, pin: 'left' },
  { key: 'tenantName', width: 180 },
  { key: 'payStatus', width: 92, render: ({ payStatus: status }) => <PayTag value={status} /> },
  { key: 'itemPrice', width: 116, align: 'right', sort: 'item_price', render: ({ itemPrice }) => yuan(itemPrice) },
  { key: 'itemName', width: 96 },
  { key: 'kind', width: 92, render: ({ kind }) => <KindTag value={kind} /> },
  { key: 'itemDuration', title: '时长', width: 76, align: 'right', render: ({ itemDuration }) => `${itemDuration}天` },
  { key: 'billState', width: 88, render: ({ billState }) => <BillTag value={billState} /> },
  { key: 'payType', width: 96, minor: 1, render: ({ payType }) => payTypeLabels[payType ?? 0] ?? MISSING },
  { key: 'createTime', width: 172, sort: 'create_time' },
  {
    key: 'refund',
    width: 108,
    align: 'right',
    render: ({ refund }) => (refund > 0 ? <Tag color="error">{yuan(refund)}</Tag> : null),
  },
  {
    key: 'claimKind',
    width: 128,
    render: ({ claimKind }) => (claimKind === null ? null : <Tag color="warning">{claimKindLabels[claimKind]}待复核</Tag>),
  },
  { key: 'invoiceState', width: 88, minor: 1, render: ({ invoiceState }) => <InvoiceTag value={invoiceState} /> },
  { key: 'payTime', width: 172, sort: 'pay_time', hidden: true },
  { key: 'verifiedName', width: 100, hidden: true },
  { key: 'endTime', width: 172, sort: 'end_time', hidden: true },
  { key: 'source', width: 108, hidden: true, render: ({ source }) => orderSourceLabels[source] ?? MISSING },
  { key: 'buyerName', width: 100, hidden: true },
  { key: 'billNo', width: 160, hidden: true },
  { key: 'receiptNo', width: 160, hidden: true },
  { key: 'closeReason', width: 180, hidden: true },
]);

const filters = (
  <>
    <Filter name="orderNo">
      <Input placeholder="请输入订单编号" allowClear maxLength={40} />
    </Filter>
    <Filter name="tenantName">
      <Input placeholder="请输入租户名称" allowClear maxLength={50} />
    </Filter>
    <Filter name="payStatus">
      <Select placeholder="全部" allowClear options={choices(payStatusLabels)} />
    </Filter>
    <Filter name="payType">
      <Select placeholder="全部" allowClear options={choices(payTypeLabels)} />
    </Filter>
    <Filter name="kind">
      <Select placeholder="全部" allowClear options={choices(orderKindLabels)} />
    </Filter>
    <Filter name="refund" label="待退款">
      <Select placeholder="全部" allowClear options={[{ value: 'true', label: '有待退金额' }]} />
    </Filter>
    <Filter name="claim" label="款项复核">
      <Select placeholder="全部" allowClear options={[{ value: 'true', label: '待复核' }]} />
    </Filter>
    <Filter name={['startDate', 'endDate']} label="下单日期">
      <DateRange days />
    </Filter>
  </>
);

const UNDER_WAY = new Set<number>([payStatus.pending, payStatus.paying]);
const ENDED = new Set<number>([payStatus.failed, payStatus.timedOut, payStatus.cancelled]);

const mayRepay = (order: PackageOrder) => order.refund > 0 && order.claimKind === null;

/** The refund of an order that an address names, as long as there is something to pay back. */
function Repay({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useCall(orderVerifications.detail, { id }, { staleTime: 0 });
  return data && mayRepay(data) ? <MoneyDialog action="refund" order={data} onClose={onClose} /> : null;
}

export default function PlatformOrders() {
  const may = useMay();
  const [shown, setShown] = useState<number | null>(null);
  const [paying, setPaying] = useState<PackageOrder | null>(null);
  const maySell = may(platformSales.create);
  const [selling, sell] = useAskedId('sell');
  const [repaying, repay] = useAskedId('repay');
  const [choosing, setChoosing] = useState(false);
  const [asked, setAsked] = useState<{ action: MoneyAction; order: PackageOrder } | null>(null);
  const ask = (action: MoneyAction, order: PackageOrder) => () => setAsked({ action, order });
  return (
    <>
      <DataTable
        name="platform-package-orders"
        noun="订购订单"
        route={orderVerifications.page}
        exportRoute={orderVerifications.export}
        columns={columns}
        filters={filters}
        onAdd={maySell && may(tenants.page) ? () => setChoosing(true) : undefined}
        onRowDoubleClick={({ id }) => setShown(id)}
        actions={(order) => [
          {
            label: '核实',
            onClick: () => go(`/platform/verification?order=${order.id}`),
            when: order.billState === billStates.waiting && may(orderVerifications.due),
          },
          {
            label: '登记收款',
            onClick: () => setPaying(order),
            when: maySell && UNDER_WAY.has(order.payStatus) && order.billState !== billStates.waiting,
          },
          { label: '租户产品包', onClick: () => sell(order.tenantId), when: maySell },
          { label: '详情', onClick: () => setShown(order.id) },
          { label: '复核款项', onClick: () => setShown(order.id), when: order.claimKind !== null && may(orderVerifications.confirm) },
          {
            label: '登记退款',
            onClick: ask('refund', order),
            when: mayRepay(order) && may(orderVerifications.refund),
          },
          {
            label: '登记到账待退',
            onClick: ask('receive', order),
            when: ENDED.has(order.payStatus) && order.claimKind === null && may(orderVerifications.receive),
          },
          {
            label: '判定支付失败',
            danger: true,
            onClick: ask('fail', order),
            when: order.payStatus === payStatus.paying && may(orderVerifications.fail),
          },
        ]}
      />
      {shown !== null && <OrderDrawer key={shown} id={shown} side="platform" onClose={() => setShown(null)} />}
      {choosing && (
        <ChooseTenant
          onChoose={(tenantId) => {
            setChoosing(false);
            sell(tenantId);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      {maySell && selling !== null && <TenantSale key={selling} tenantId={selling} onClose={() => sell(null)} />}
      {paying && (
        <SaleDialog tenantId={paying.tenantId} tenantName={paying.tenantName} wanted={paying.packageCode} onClose={() => setPaying(null)} />
      )}
      {repaying !== null && may(orderVerifications.refund) && <Repay key={repaying} id={repaying} onClose={() => repay(null)} />}
      {asked && <MoneyDialog key={`${asked.action}.${asked.order.id}`} {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}
