/** The parts of a goods order's detail page that are only read. */
import { Card, Descriptions, Table, type TableProps } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { actionLabels } from '#contract/goods-orders/goods-orders.rules.ts';
import { products } from '#contract/goods-orders/products.ts';
import { titled } from '#contract/labels.ts';
import { goodsOrderLabels } from '#contract/goods-orders/goods-orders.labels.ts';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { MISSING, yuan } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { Timeline, type Entry } from '#web/ui/timeline.tsx';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { Place } from '#web/ui/place.tsx';
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
      items={labelledItems(goodsOrderLabels, [
        { key: 'orderNo', children: order.orderNo },
        { key: 'buyTime', children: order.buyTime },
        { key: 'payTime', children: orMissing(order.payTime) },
        { key: 'unitPrice', children: order.unitPrice === null ? '见商品信息' : yuan(order.unitPrice) },
        { key: 'num', children: order.num },
        { key: 'payType', children: <DictionaryTag type="pay_type" value={order.payType} /> },
        { key: 'createBy', children: orMissing(order.createBy) },
        { key: 'remarks', children: orMissing(order.remarks) },
        order.closeReason && { key: 'close', label: order.payStatus === 3 ? '退款原因' : '取消原因', children: order.closeReason },
      ])}
    />
  </Card>
);

export const OrdererInfo = ({ order, linksPerson }: Props & { linksPerson: boolean }) => (
  <Card title="下单人信息">
    <Descriptions
      size="small"
      column={column}
      items={labelledItems(goodsOrderLabels, [
        {
          key: 'nickName',
          children: linksPerson ? (
            <Link to={`/oldMan/detail?id=${order.oldmanId}&tabid=basic&isview=true`}>{order.nickName}</Link>
          ) : (
            order.nickName
          ),
        },
        { key: 'phone', children: <PhoneLink phone={order.phone} /> },
        { key: 'address', children: order.address },
        ...(order.bedPlace ? [{ key: 'bedPlace' as const, children: <Place place={order.bedPlace} /> }] : []),
      ])}
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
        items={labelledItems(goodsOrderLabels, [
          {
            key: 'deliveryStatus',
            children: <DeliveryTag value={order.deliveryStatus} due={order.payStatus === 2 || order.shipTime !== null} />,
          },
          { key: 'carrier', children: orMissing(order.carrier) },
          { key: 'trackingNo', children: orMissing(order.trackingNo) },
          { key: 'shipTime', children: orMissing(order.shipTime) },
          { key: 'signTime', children: orMissing(order.signTime) },
        ])}
      />
    </Card>
  );
}

const columns: TableProps<Line>['columns'] = titled(goodsOrderLabels, [
  { key: 'orderNo', dataIndex: 'orderNo' },
  { key: 'productName', dataIndex: 'productName', title: '名称' },
  { key: 'unitPrice', align: 'right', render: (_value, { unitPrice }) => yuan(unitPrice) },
  { key: 'num', align: 'right', render: (_value, { num, unit }) => `${num} ${unit}` },
]);

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
