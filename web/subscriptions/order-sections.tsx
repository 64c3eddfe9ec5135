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
import { showMessage } from '#web/api/messages.ts';
import { copyText } from '#web/ui/copy.ts';
import { MISSING, yuan } from '#web/ui/display.ts';
import { StepBar, type BarStep } from '#web/ui/step-bar.tsx';
import '#web/ui/stored-files.css';
import { Timeline, type Entry } from '#web/ui/timeline.tsx';
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
    { title: '开通套餐', time: activateTime, state: activateTime ? 'done' : 'wait' },
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
      items={[
        { key: 'no', label: '订单编号', children: <Copied text={order.orderNo} /> },
        { key: 'time', label: '下单时间', children: order.createTime },
        ...(platform ? [{ key: 'tenant', label: '租户', children: order.tenantName }] : []),
        {
          key: 'name',
          label: '套餐',
          children: (
            <span className="sub-inline">
              {order.itemName} <KindTag value={order.kind} />
            </span>
          ),
        },
        { key: 'days', label: '购买时长', children: `${durationText(order.itemDuration)}（${order.itemDuration}天）` },
        { key: 'list', label: '套餐价格', children: yuan(order.listPrice) },
        { key: 'credit', label: '剩余价值抵扣', children: order.credit > 0 ? `-${yuan(order.credit)}` : yuan(0) },
        { key: 'price', label: '应付金额', children: <b>{yuan(order.itemPrice)}</b> },
        { key: 'type', label: '支付方式', children: orMissing(payTypeLabels[order.payType ?? 0]) },
        { key: 'term', label: '套餐有效期', children: `${order.startTime.slice(0, 10)} 至 ${order.endTime.slice(0, 10)}` },
        { key: 'deadline', label: '支付截止', children: order.deadline },
        { key: 'pay', label: '支付时间', children: orMissing(order.payTime) },
        { key: 'by', label: '核实人', children: orMissing(order.verifiedName) },
        { key: 'buyer', label: '下单人', children: [order.buyerName, order.buyerPhone].filter(Boolean).join('　') },
        { key: 'source', label: '下单方式', children: orderSourceLabels[order.source] ?? MISSING },
        ...(order.closeReason ? [{ key: 'close', label: '结束原因', children: order.closeReason }] : []),
        ...(order.refund > 0 ? [{ key: 'refund', label: '待退金额', children: <b className="sub-due">{yuan(order.refund)}</b> }] : []),
      ]}
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
          items={[
            { key: 'no', label: '银行流水号', children: order.billNo },
            { key: 'receipt', label: '回单编号', children: order.receiptNo },
            { key: 'time', label: '提交时间', children: order.billTime },
            ...(order.billReason ? [{ key: 'reason', label: '退回原因', children: order.billReason }] : []),
          ]}
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
