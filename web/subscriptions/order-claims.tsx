/** Money that the platform noted for an order: what waits for a second person, with its buttons, and what was decided. */
import { Button, Descriptions, Form, Input, Tag } from 'antd';
import { useState } from 'react';
import type { Output } from '#contract/http.ts';
import { orderVerifications, type OrderClaim } from '#contract/subscriptions/order-verifications.ts';
import { claimKindLabels, claimKinds, claimStateLabels, claimStates, payTypeLabels } from '#contract/subscriptions/package-orders.rules.ts';
import { titleOf } from '#contract/labels.ts';
import { orderClaimLabels } from '#contract/subscriptions/order-verifications.labels.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { MISSING, yuan } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { useOrderSend } from './buyers.ts';
import { SecondPerson } from './second-person.tsx';

export type PlatformOrder = Output<typeof orderVerifications.detail>;
const COLORS: Record<number, string> = {
  [claimStates.waiting]: 'warning',
  [claimStates.confirmed]: 'success',
  [claimStates.refused]: 'error',
};

function DeclineDialog({ order, claim, onClose }: { order: PlatformOrder; claim: OrderClaim; onClose: () => void }) {
  const send = useOrderSend(orderVerifications.decline, onClose, onClose);
  const { id, version } = order;
  return (
    <FormDialog<{ reason: string }>
      title={`退回${claimKindLabels[claim.kind]}登记`}
      okText="退回"
      danger
      pending={send.isPending}
      width={460}
      onSubmit={({ reason }) => send.mutate({ id, claimId: claim.id, version, reason })}
      onClose={onClose}
    >
      <Form.Item
        name="reason"
        label={titleOf(orderClaimLabels, 'reason')}
        rules={[{ required: true, whitespace: true, message: '请输入退回原因' }]}
      >
        <Input.TextArea maxLength={100} showCount rows={3} placeholder="如 银行流水中没有这笔款项" />
      </Form.Item>
    </FormDialog>
  );
}

/** The buttons of what waits. */
function Decision({ order, claim }: { order: PlatformOrder; claim: OrderClaim }) {
  const [declining, setDeclining] = useState(false);
  const confirm = useOrderSend(orderVerifications.confirm);
  const { id, version } = order;
  if (claim.own) return <SecondPerson noted />;
  const then = claim.kind === claimKinds.receive ? '确认后列入待退金额' : '确认后冲减待退金额';
  return (
    <div className="sub-inline">
      <Button danger onClick={() => setDeclining(true)}>
        退回
      </Button>
      <Confirm
        title={claim.kind === claimKinds.receive ? '确认款项已到账？' : '确认款项已退回对方？'}
        description={`${yuan(claim.price)}，流水号 ${claim.reference}。${then}，不能撤销。`}
        okText="确认"
        cancelText="取消"
        onConfirm={() => confirm.mutate({ id, claimId: claim.id, version })}
      >
        <Button type="primary" loading={confirm.isPending}>
          复核通过
        </Button>
      </Confirm>
      {declining && <DeclineDialog order={order} claim={claim} onClose={() => setDeclining(false)} />}
    </div>
  );
}

export function OrderClaims({ order }: { order: PlatformOrder }) {
  const may = useMay();
  if (order.claims.length === 0) return null;
  return (
    <section className="sub-section">
      <h3>款项复核</h3>
      {order.claims.map((claim) => (
        <div key={claim.id}>
          <Descriptions
            size="small"
            column={{ xs: 1, md: 2 }}
            items={labelledItems(orderClaimLabels, [
              {
                key: 'kind',
                label: claimKindLabels[claim.kind] ?? MISSING,
                children: (
                  <span className="sub-inline">
                    <b>{yuan(claim.price)}</b>{' '}
                    <Tag color={COLORS[claim.state] ?? 'default'}>{claimStateLabels[claim.state] ?? MISSING}</Tag>
                  </span>
                ),
              },
              { key: 'reference', children: `${claim.reference}（${payTypeLabels[claim.payType] ?? MISSING}）` },
              { key: 'by', label: '登记', children: `${claim.userName}　${claim.createTime}` },
              claim.decidedName && { key: 'decided', label: '复核', children: `${claim.decidedName}　${claim.decidedTime ?? ''}` },
              claim.note && { key: 'note', children: claim.note },
              claim.reason && { key: 'reason', children: claim.reason },
            ])}
          />
          {claim.state === claimStates.waiting && may(orderVerifications.confirm) && <Decision order={order} claim={claim} />}
        </div>
      ))}
    </section>
  );
}
