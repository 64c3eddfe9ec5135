/** A receipt beside the figures of its order: do they say the same, was it used before, has the money come? */
import { Alert, Button, Form, Image, Input, Tag } from 'antd';
import { useState } from 'react';
import { FactList } from '#web/ui/fact-list.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { billStateLabels } from '#contract/subscriptions/package-orders.rules.ts';
import { titleOf } from '#contract/labels.ts';
import { packageOrderLabels } from '#contract/subscriptions/package-orders.labels.ts';
import { MISSING, yuan } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { Time } from '#web/ui/time.tsx';
import { useOrderSend } from './buyers.ts';
import { KindTag } from './order-tags.tsx';
import { dueText } from './order-words.ts';

export type DueBill = RowOf<typeof orderVerifications.due>;

const SAME = { image: '图片', billNo: '流水号', receiptNo: '回单编号' } as const;

function RefuseDialog({ bill, onClose }: { bill: DueBill; onClose: () => void }) {
  const refuse = useOrderSend(orderVerifications.refuse, onClose, onClose);
  const { id, billId, version } = bill;
  return (
    <FormDialog<{ reason: string }>
      title={`退回回执单 · ${bill.orderNo}`}
      okText="退回"
      danger
      pending={refuse.isPending}
      width={460}
      className="sub-invoice-form"
      onSubmit={({ reason }) => refuse.mutate({ id, billId, version, reason })}
      onClose={onClose}
    >
      <p className="sub-note">租户会收到原因，可在次日23:59前重新提交。</p>
      <Form.Item
        name="reason"
        label={titleOf(packageOrderLabels, 'billReason')}
        rules={[{ required: true, whitespace: true, message: '请输入退回原因' }]}
      >
        <Input.TextArea maxLength={100} showCount rows={3} placeholder="如 回执单金额与订单不符" />
      </Form.Item>
    </FormDialog>
  );
}

function Duplicates({ list }: { list: DueBill['duplicates'] }) {
  if (list.length === 0) return null;
  return (
    <Alert
      type="error"
      showIcon
      title={`与 ${list.length} 个其他订单的回执重复，请仔细核对`}
      description={
        <ul className="sub-duplicates">
          {list.map(({ orderNo, tenantName, state, same, createTime }) => (
            <li key={`${orderNo}.${createTime}`}>
              <b>{orderNo}</b> {tenantName}，<Time value={createTime} />，{billStateLabels[state] ?? MISSING}
              {same.map((what) => (
                <Tag key={what} color="error">
                  {SAME[what]}相同
                </Tag>
              ))}
            </li>
          ))}
        </ul>
      }
    />
  );
}

function Alike({ list }: { list: DueBill['alike'] }) {
  if (list.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={`同一租户或提交人近3天另有 ${list.length} 份相同金额的回执，请确认银行流水中各有一笔到账`}
      description={
        <ul className="sub-duplicates">
          {list.map(({ orderNo, tenantName, state, billNo, createTime }) => (
            <li key={`${orderNo}.${billNo}`}>
              <b>{orderNo}</b> {tenantName}，流水号 {billNo}，<Time value={createTime} />，{billStateLabels[state] ?? MISSING}
            </li>
          ))}
        </ul>
      }
    />
  );
}

export function VerificationPanel({ bill }: { bill: DueBill }) {
  const now = useQuarterMinute();
  const [refusing, setRefusing] = useState(false);
  const verify = useOrderSend(orderVerifications.verify);
  const { id, billId, version } = bill;
  const facts = [
    ['应付金额', <b key="price">{yuan(bill.price)}</b>],
    ['订单编号（转账备注）', bill.orderNo],
    ['银行流水号', bill.billNo],
    ['回单编号', bill.receiptNo],
    ['租户', bill.tenantName],
    [
      '产品包',
      <span key="item" className="sub-inline">
        {bill.itemName} {bill.itemDuration}天 <KindTag value={bill.kind} />
      </span>,
    ],
    ['提交人', bill.uploadedName],
    ['提交时间', bill.createTime],
    [
      '核实期限',
      <span key="due" className={bill.overdue ? 'sub-due' : undefined}>{`${bill.dueTime}（${dueText(bill.dueTime, now)}）`}</span>,
    ],
  ] as const;
  return (
    <section className="sub-verify" aria-label={`核实${bill.orderNo}`}>
      <Duplicates list={bill.duplicates} />
      <Alike list={bill.alike} />
      {bill.own && <Alert type="warning" showIcon title="这份回执单由您本人提交，须由另一位同事核实。" />}
      <div>
        <figure>
          <Image src={bill.billLink} alt={`${bill.tenantName}的回执单`} className="sub-receipt-large" preview={{ mask: '放大' } as never} />
          <figcaption>点击图片放大，与右侧逐项核对</figcaption>
        </figure>
        <FactList facts={facts} />
      </div>
      <footer className="sub-foot">
        <Button danger size="large" disabled={bill.own} onClick={() => setRefusing(true)}>
          退回
        </Button>
        <Confirm
          title="确认款项已到账？"
          description={`${yuan(bill.price)}，流水号 ${bill.billNo}。确认后立即开通产品包，不能撤销。`}
          okText="确认到账"
          cancelText="取消"
          disabled={bill.own}
          onConfirm={() => verify.mutate({ id, billId, version })}
        >
          <Button type="primary" size="large" disabled={bill.own} loading={verify.isPending}>
            核实到账并开通
          </Button>
        </Confirm>
      </footer>
      {refusing && <RefuseDialog bill={bill} onClose={() => setRefusing(false)} />}
    </section>
  );
}
