/** The parts of a goods order's detail page that are only read. */
import { Card, Descriptions, Table, type TableProps } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { actionLabels } from '#contract/goods-orders/goods-orders.rules.ts';
import { products } from '#contract/goods-orders/products.ts';
import { telOf } from '#contract/phones.rules.ts';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { MISSING, yuan } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { Timeline, type Entry } from '#web/ui/timeline.tsx';
import type { GoodsOrderDetail } from './order-calls.ts';
import { DeliveryTag, ProductImage, ProductKindTag } from './order-tags.tsx';
import { ProductDrawerOf, ProductName } from './product-about.tsx';

type Props = { order: GoodsOrderDetail };
type Line = GoodsOrderDetail['details'][number];

const orMissing = (value: ReactNode) => value || <span className="y-missing">{MISSING}</span>;
const column = { xs: 1, md: 2, xl: 3 };

export const BasicInfo = ({ order }: Props) => (
  <Card title="基本信息">
    <Descriptions
      size="small"
      column={column}
      items={[
        { key: 'no', label: '订单编号', children: order.orderNo },
        { key: 'buy', label: '下单时间', children: order.buyTime },
        { key: 'pay', label: '支付时间', children: orMissing(order.payTime) },
        { key: 'price', label: '单价', children: order.unitPrice === null ? '见商品信息' : yuan(order.unitPrice) },
        { key: 'num', label: '数量', children: order.num },
        { key: 'type', label: '支付方式', children: <DictionaryTag type="pay_type" value={order.payType} /> },
        { key: 'by', label: '创建人', children: orMissing(order.createBy) },
        { key: 'remarks', label: '备注', children: orMissing(order.remarks) },
        ...(order.closeReason
          ? [{ key: 'close', label: order.payStatus === 3 ? '退款原因' : '取消原因', children: order.closeReason }]
          : []),
      ]}
    />
  </Card>
);

export const OrdererInfo = ({ order, linksPerson }: Props & { linksPerson: boolean }) => (
  <Card title="下单人信息">
    <Descriptions
      size="small"
      column={column}
      items={[
        {
          key: 'name',
          label: '姓名',
          children: linksPerson ? (
            <Link to={`/oldMan/detail?id=${order.oldmanId}&tabid=basic&isview=true`}>{order.nickName}</Link>
          ) : (
            order.nickName
          ),
        },
        { key: 'phone', label: '电话', children: <a href={telOf(order.phone)}>{order.phone}</a> },
        { key: 'address', label: '收货地址', children: order.address },
      ]}
    />
  </Card>
);

/** The name of a line's product, which opens what is said of it for whoever may read that. */
function LineName({ line: { productId, productName } }: { line: Line }) {
  const [open, setOpen] = useState(false);
  if (!useMay()(products.get)) return <b>{productName}</b>;
  return (
    <>
      <ProductName name={productName} onClick={() => setOpen(true)} />
      {open && <ProductDrawerOf id={productId} onClose={() => setOpen(false)} />}
    </>
  );
}

export const GoodsInfo = ({ order }: Props) => (
  <Card title="商品信息">
    <ul className="y-goods-list">
      {order.details.map((line) => (
        <li key={line.id}>
          <ProductImage url={line.productImage} name={line.productName} size={72} />
          <div>
            <LineName line={line} />
            <ProductKindTag value={line.kind} />
          </div>
          <span>
            {yuan(line.unitPrice)} × {line.num} {line.unit}
          </span>
          <strong>{yuan(line.totalPrice)}</strong>
        </li>
      ))}
    </ul>
  </Card>
);

export function DeliveryInfo({ order }: Props) {
  if (order.deliveryStatus === null) return null;
  return (
    <Card title="配送信息">
      <Descriptions
        size="small"
        column={column}
        items={[
          {
            key: 'state',
            label: '发货状态',
            children: <DeliveryTag value={order.deliveryStatus} due={order.payStatus === 2 || order.shipTime !== null} />,
          },
          { key: 'carrier', label: '承运方', children: orMissing(order.carrier) },
          { key: 'no', label: '运单号', children: orMissing(order.trackingNo) },
          { key: 'ship', label: '发货时间', children: orMissing(order.shipTime) },
          { key: 'sign', label: '签收时间', children: orMissing(order.signTime) },
        ]}
      />
    </Card>
  );
}

const columns: TableProps<Line>['columns'] = [
  { key: 'orderNo', dataIndex: 'orderNo', title: '订单编号' },
  { key: 'productName', dataIndex: 'productName', title: '名称' },
  { key: 'unitPrice', title: '单价', align: 'right', render: (_value, { unitPrice }) => yuan(unitPrice) },
  { key: 'num', title: '数量', align: 'right', render: (_value, { num, unit }) => `${num} ${unit}` },
];

/** The sub-orders, and what all of them come to. */
export const PackageDetails = ({ order }: Props) => (
  <Card title="套餐明细">
    <Table<Line> size="small" rowKey="id" columns={columns} dataSource={order.details} pagination={false} scroll={{ x: 480 }} />
    <p className="y-goods-sum">
      合计 <b>{yuan(order.orderPrice)}</b>
    </p>
  </Card>
);

const TONES: Record<string, Entry['tone']> = { pay: 'current', sign: 'done', cancel: 'danger', refund: 'danger' };

export const OrderLog = ({ order }: Props) => (
  <Card title="订单日志" className="y-order-timeline">
    <div className="y-order-scroll">
      <Timeline
        entries={order.logs.map(({ action, note, userName, createTime }) => ({
          time: createTime,
          title: actionLabels[action as keyof typeof actionLabels] ?? action,
          userName,
          note,
          tone: TONES[action] ?? 'plain',
        }))}
      />
    </div>
  </Card>
);
