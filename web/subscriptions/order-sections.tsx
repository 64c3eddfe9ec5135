/** The parts of a package order's drawer that are only read: state, facts, receipt, money, log. */
import { CopyOutlined } from '@ant-design/icons';
import { Button, Descriptions, Image, Table } from 'antd';
import type { ReactNode } from 'react';
import type { Output } from '#contract/http.ts';
import {
  billStates,
  orderActionLabels,
  orderSourceLabels,
  payStatus,
  payTypeLabels,
} from '#contract/subscriptions/package-orders.rules.ts';
import type { packageOrders, PackageOrder } from '#contract/subscriptions/package-orders.ts';
import { packageOrderLabels } from '#contract/subscriptions/package-orders.labels.ts';
import { showMessage } from '#web/api/messages.ts';
import { copyText } from '#web/ui/copy.ts';
import { MISSING, yuan } from '#web/ui/display.ts';
import { StepBar, type BarStep } from '#web/ui/step-bar.tsx';
import '#web/ui/stored-files.css';
import { Timeline, type Entry } from '#web/ui/timeline.tsx';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { BillTag, KindTag } from './order-tags.tsx';
import { durationText } from './order-words.ts';

export type OrderDetail = Output<typeof packageOrders.detail>;

const orMissing = (value: ReactNode) => value || <span className="y-missing">{MISSING}</span>;

/** From the order to the open package. */
function stepsOf({ payStatus: status, createTime, billTime, billState, payTime, activateTime, closeTime }: PackageOrder): BarStep[] {
  const made: BarStep = { title: '提交订单', time: createTime, state: 'done' };
  if (status === payStatus.failed || status === payStatus.timedOut || status === payStatus.cancelled)
    return [made, { title: { 3: '支付失败', 4: '已超时', 5: '已取消' }[status] as string, time: closeTime, state: 'cancelled' }];
  const paid = status === payStatus.paid;
  const sent = billState === billStates.waiting;
  return [
    made,
    { title: '支付', time: billTime ?? payTime, state: paid || sent ? 'done' : 'current' },
    { title: '核实到账', time: paid ? payTime : null, state: paid ? 'done' : sent ? 'current' : 'wait' },
    { title: '开通产品包', time: activateTime, state: activateTime ? 'done' : 'wait' },
  ];
}

export const OrderSteps = ({ order }: { order: PackageOrder }) => <StepBar steps={stepsOf(order)} />;

const copy = (text: string) =>
  copyText(text).then(
    () => showMessage('success', '复制成功'),
    () => showMessage('error', '复制失败，请手动选择后复制'),
  );

/** The number that a transfer's remark has to say. */
const Copied = ({ text }: { text: string }) => (
  <span className="sub-inline">
    {text}
    <Button
      type="text"
      size="small"
      icon={<CopyOutlined aria-hidden />}
      aria-label="复制订单编号"
      title="复制订单编号"
      onClick={() => void copy(text)}
    />
  </span>
);

export function OrderFacts({ order, platform }: { order: PackageOrder; platform: boolean }) {
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, md: 2 }}
      items={labelledItems(packageOrderLabels, [
        { key: 'orderNo', children: <Copied text={order.orderNo} /> },
        { key: 'createTime', children: order.createTime },
        platform && { key: 'tenantName', children: order.tenantName },
        {
          key: 'itemName',
          children: (
            <span className="sub-inline">
              {order.itemName} <KindTag value={order.kind} />
            </span>
          ),
        },
        { key: 'itemDuration', children: `${durationText(order.itemDuration)}（${order.itemDuration}天）` },
        { key: 'listPrice', children: yuan(order.listPrice) },
        { key: 'credit', children: order.credit > 0 ? `-${yuan(order.credit)}` : yuan(0) },
        { key: 'itemPrice', children: <b>{yuan(order.itemPrice)}</b> },
        { key: 'payType', children: orMissing(payTypeLabels[order.payType ?? 0]) },
        { key: 'term', label: '产品包有效期', children: `${order.startTime.slice(0, 10)} 至 ${order.endTime.slice(0, 10)}` },
        { key: 'deadline', label: '支付截止', children: order.deadline },
        { key: 'payTime', children: orMissing(order.payTime) },
        { key: 'verifiedName', children: orMissing(order.verifiedName) },
        { key: 'buyerName', children: [order.buyerName, order.buyerPhone].filter(Boolean).join('　') },
        { key: 'source', children: orderSourceLabels[order.source] ?? MISSING },
        order.closeReason && { key: 'closeReason', children: order.closeReason },
        order.refund > 0 && { key: 'refund', children: <b className="sub-due">{yuan(order.refund)}</b> },
      ])}
    />
  );
}

export function OrderReceipt({ order }: { order: PackageOrder }) {
  if (order.billNo === null) return null;
  return (
    <section className="sub-section">
      <h3>
        回执单 <BillTag value={order.billState} />
      </h3>
      <div className="sub-receipt">
        {order.billLink && (
          <Image src={order.billLink} alt="回执单" width={140} className="y-thumbnail" preview={{ mask: '查看' } as never} />
        )}
        <Descriptions
          size="small"
          column={1}
          items={labelledItems(packageOrderLabels, [
            { key: 'billNo', children: order.billNo },
            { key: 'receiptNo', children: order.receiptNo },
            { key: 'time', label: '提交时间', children: order.billTime },
            order.billReason && { key: 'billReason', children: order.billReason },
          ])}
        />
      </div>
    </section>
  );
}

type Money = OrderDetail['payments'][number];

export function OrderMoney({ order }: { order: OrderDetail }) {
  if (order.payments.length === 0) return null;
  return (
    <section className="sub-section">
      <h3>收支记录</h3>
      <Table<Money>
        size="small"
        rowKey={({ reference, createTime, amount }) => `${reference}.${createTime}.${amount}`}
        dataSource={order.payments}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'time', title: '时间', dataIndex: 'createTime', width: 170 },
          {
            key: 'amount',
            title: '金额',
            align: 'right',
            width: 120,
            render: (_, { amount }) => (amount < 0 ? `-${yuan(-amount)}` : yuan(amount)),
          },
          { key: 'type', title: '方式', width: 100, render: (_, { payType }) => payTypeLabels[payType] ?? MISSING },
          { key: 'reference', title: '流水号', dataIndex: 'reference' },
          { key: 'by', title: '经手人', width: 100, render: (_, { userName }) => orMissing(userName) },
        ]}
      />
    </section>
  );
}

const TONES: Record<string, Entry['tone']> = {
  activate: 'done',
  verify: 'done',
  settle: 'done',
  cancel: 'danger',
  expire: 'danger',
  fail: 'danger',
  refuse: 'danger',
  bill: 'current',
};

export const OrderLog = ({ order }: { order: OrderDetail }) => (
  <section className="sub-section">
    <h3>订单日志</h3>
    <Timeline
      entries={order.logs.map(({ action, note, userName, createTime }) => ({
        time: createTime,
        title: orderActionLabels[action as keyof typeof orderActionLabels] ?? action,
        userName,
        note,
        tone: TONES[action] ?? 'plain',
      }))}
    />
  </section>
);
