/** /order/index 商品订单. */
import { Input, Select } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { deliveryLabels, paymentLabels } from '#contract/goods-orders/goods-orders.rules.ts';
import { goodsOrders } from '#contract/goods-orders/goods-orders.ts';
import { useCall } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { MISSING, thousands, yuan } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { Filter } from '#web/ui/search-form.tsx';
import { NewOrderDrawer } from './new-order-drawer.tsx';
import { detailAddress, useGoodsActions, type GoodsOrderRow } from './order-calls.ts';
import { useGoodsDialogs } from './order-dialogs.tsx';
import { DeliveryTag, PaymentTag, ProductImage } from './order-tags.tsx';
import './orders.css';

const columns: Column<GoodsOrderRow>[] = [
  {
    key: 'orderNo',
    title: '订单编号',
    width: 150,
    pin: 'left',
    sort: 'order_no',
    render: (order) => <Link to={detailAddress(order)}>{order.orderNo}</Link>,
  },
  {
    key: 'productImage',
    title: '图片',
    width: 68,
    render: ({ productImage, productName }) => <ProductImage url={productImage} name={productName} size={36} />,
  },
  { key: 'productName', title: '商品名称', width: 170 },
  { key: 'orderPrice', title: '订单金额', width: 112, align: 'right', sort: 'order_price', render: ({ orderPrice }) => yuan(orderPrice) },
  { key: 'payStatus', title: '支付状态', width: 88, render: ({ payStatus }) => <PaymentTag value={payStatus} /> },
  {
    key: 'deliveryStatus',
    title: '发货状态',
    width: 88,
    render: ({ payStatus, deliveryStatus, shipTime }) => <DeliveryTag value={deliveryStatus} due={payStatus === 2 || shipTime !== null} />,
  },
  { key: 'nickName', title: '姓名', width: 80 },
  { key: 'phone', title: '电话', width: 124 },
  { key: 'buyTime', title: '下单时间', width: 170, sort: 'buy_time' },
  { key: 'num', title: '数量', width: 64, align: 'right' },
  { key: 'payType', title: '支付方式', width: 96, render: ({ payType }) => <DictionaryTag type="pay_type" value={payType} /> },
  { key: 'payTime', title: '支付时间', width: 170, hidden: true },
  {
    key: 'unitPrice',
    title: '单价',
    width: 100,
    align: 'right',
    hidden: true,
    render: ({ unitPrice }) => (unitPrice === null ? MISSING : yuan(unitPrice)),
  },
  { key: 'address', title: '收货地址', width: 240, hidden: true },
  { key: 'carrier', title: '承运方', width: 110, hidden: true },
  { key: 'trackingNo', title: '运单号', width: 150, hidden: true },
  { key: 'remarks', title: '备注', width: 180, hidden: true },
  { key: 'createBy', title: '创建人', width: 100, hidden: true },
];

const filters = (
  <>
    <Filter name="orderNo" label="订单编号">
      <Input placeholder="请输入订单编号" allowClear maxLength={30} />
    </Filter>
    <Filter name="nickName" label="姓名">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="payStatus" label="支付状态">
      <Select placeholder="全部" allowClear options={choices(paymentLabels)} />
    </Filter>
    <Filter name="deliveryStatus" label="发货状态">
      <Select placeholder="全部" allowClear options={choices(deliveryLabels)} />
    </Filter>
    <Filter name="phone" label="电话">
      <Input placeholder="请输入电话" allowClear maxLength={20} inputMode="tel" />
    </Filter>
    <Filter name="productName" label="商品名称">
      <Input placeholder="请输入商品名称" allowClear maxLength={60} />
    </Filter>
    <Filter name={['startTime', 'endTime']} label="下单时间">
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
  const figures: [string, string][] = [
    ['订单', data ? thousands(data.orders) : MISSING],
    ['待支付', data ? thousands(data.unpaid) : MISSING],
    ['待发货', data ? thousands(data.toShip) : MISSING],
    ['实收金额', yuan(data?.income)],
    ['已退款', yuan(data?.refunded)],
  ];
  return (
    <dl className="y-goods-figures" aria-label="订单统计">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
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
        addLabel="新增订单"
        actions={(order) => {
          const actions = actionsOf(order).map(({ action, label, danger }) => ({ label, danger, onClick: () => ask(action, order) }));
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
