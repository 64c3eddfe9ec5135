/** /order/index 商品订单. */
import { Input, Select } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { deliveryLabels, paymentLabels } from '#contract/goods-orders/goods-orders.rules.ts';
import { goodsOrders } from '#contract/goods-orders/goods-orders.ts';
import { titled } from '#contract/labels.ts';
import { goodsOrderLabels } from '#contract/goods-orders/goods-orders.labels.ts';
import { useCall } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { MISSING, thousands, yuan } from '#web/ui/display.ts';
import { Figures } from '#web/ui/figures.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { Place } from '#web/ui/place.tsx';
import { NewOrderDrawer } from './new-order-drawer.tsx';
import { detailAddress, useGoodsActions, type GoodsOrderRow } from './order-calls.ts';
import { useGoodsDialogs } from './order-dialogs.tsx';
import { DeliveryTag, PaymentTag, ProductImage } from './order-tags.tsx';
import './orders.css';

const Filter = labelledFilter(goodsOrderLabels);

const columns: Column<GoodsOrderRow>[] = titled(goodsOrderLabels, [
  {
    key: 'orderNo',
    width: 150,
    pin: 'left',
    sort: 'order_no',
    render: (order) => <Link to={detailAddress(order)}>{order.orderNo}</Link>,
  },
  {
    key: 'productImage',
    width: 68,
    render: ({ productImage, productName }) => <ProductImage url={productImage} name={productName} size={36} />,
  },
  { key: 'productName', width: 170 },
  { key: 'orderPrice', width: 112, align: 'right', sort: 'order_price', render: ({ orderPrice }) => yuan(orderPrice) },
  { key: 'payStatus', width: 88, render: ({ payStatus }) => <PaymentTag value={payStatus} /> },
  {
    key: 'deliveryStatus',
    width: 88,
    render: ({ payStatus, deliveryStatus, shipTime }) => <DeliveryTag value={deliveryStatus} due={payStatus === 2 || shipTime !== null} />,
  },
  { key: 'nickName', width: 80, render: ({ oldmanId, nickName }) => <PersonLink id={oldmanId} name={nickName} /> },
  { key: 'phone', width: 124 },
  { key: 'bedPlace', width: 148, minor: 1, render: ({ bedPlace }) => <Place place={bedPlace} /> },
  { key: 'buyTime', width: 170, sort: 'buy_time' },
  { key: 'num', width: 64, minor: 2, align: 'right' },
  { key: 'payType', width: 96, minor: 2 },
  { key: 'payTime', width: 170, hidden: true },
  {
    key: 'unitPrice',
    width: 100,
    align: 'right',
    hidden: true,
    render: ({ unitPrice }) => (unitPrice === null ? MISSING : yuan(unitPrice)),
  },
  { key: 'address', width: 240, hidden: true },
  { key: 'carrier', width: 110, hidden: true },
  { key: 'trackingNo', width: 150, hidden: true },
  { key: 'remarks', width: 180, hidden: true },
  { key: 'createBy', width: 100, hidden: true },
]);

const filters = (
  <>
    <Filter name="orderNo">
      <Input placeholder="请输入订单编号" allowClear maxLength={30} />
    </Filter>
    <Filter name="nickName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="payStatus">
      <Select placeholder="全部" allowClear options={choices(paymentLabels)} />
    </Filter>
    <Filter name="deliveryStatus">
      <Select placeholder="全部" allowClear options={choices(deliveryLabels)} />
    </Filter>
    <Filter name="phone">
      <Input placeholder="完整号码或后四位" allowClear maxLength={20} inputMode="tel" />
    </Filter>
    <Filter name="productName">
      <Input placeholder="请输入商品名称" allowClear maxLength={60} />
    </Filter>
    <Filter name={['startTime', 'endTime']}>
      <DateRange />
    </Filter>
  </>
);

const FILTERS = Object.keys(goodsOrders.statistics.input.shape);

/** What the filters of the address leave, in figures. */
function Statistics() {
  const [params] = useSearchParams();
  const input = Object.fromEntries(FILTERS.flatMap((name) => (params.get(name) ? [[name, params.get(name) as string]] : [])));
  const { data } = useCall(goodsOrders.statistics, input, { quiet: true, placeholderData: (before) => before });
  return (
    <Figures
      label="订单统计"
      figures={[
        { label: '订单', value: data ? thousands(data.orders) : MISSING },
        { label: '待支付', value: data ? thousands(data.unpaid) : MISSING, tone: data?.unpaid ? 'warning' : undefined },
        { label: '待发货', value: data ? thousands(data.toShip) : MISSING, tone: data?.toShip ? 'warning' : undefined },
        { label: '实收金额', value: yuan(data?.income) },
        { label: '已退款', value: yuan(data?.refunded) },
      ]}
    />
  );
}

export default function GoodsOrders() {
  const may = useMay();
  const actionsOf = useGoodsActions();
  const [ask, dialogs] = useGoodsDialogs();
  const [adding, setAdding] = useState(false);
  return (
    <div className="y-goods-page">
      <Statistics />
      <DataTable
        name="goods-orders"
        noun="商品订单"
        route={goodsOrders.page}
        exportRoute={goodsOrders.export}
        columns={columns}
        filters={filters}
        onAdd={may(goodsOrders.create) ? () => setAdding(true) : undefined}
        actions={(order) => {
          const actions = actionsOf(order).map(({ action, label, danger }) => ({
            label,
            danger,
            menu: action === 'delete',
            onClick: () => ask(action, order),
          }));
          const view = { label: '查看', onClick: () => go(detailAddress(order)) };
          const [next] = actions;
          return next && !next.danger ? [next, view, ...actions.slice(1)] : [view, ...actions];
        }}
        onRowDoubleClick={(order) => go(detailAddress(order))}
      />
      {dialogs}
      {adding && <NewOrderDrawer onClose={() => setAdding(false)} onCreated={() => setAdding(false)} />}
    </div>
  );
}
