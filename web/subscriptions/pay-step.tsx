/** Step 2 of buying: the order once more, how to pay, and until when. */
import { Alert, Button, Descriptions } from 'antd';
import { useId, useState } from 'react';
import type { Output } from '#contract/http.ts';
import type { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { payTypeLabels, payTypes } from '#contract/subscriptions/package-orders.rules.ts';
import { packageOrderLabels } from '#contract/subscriptions/package-orders.labels.ts';
import { useCall } from '#web/api/call.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { yuan } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { useOrderSend, type Buyer, type PackageOrder } from './buyers.ts';
import { deadlineText } from './order-words.ts';

export type Payment = Output<typeof packageOrders.pay>;

const cancelQuestion = ({ orderNo }: PackageOrder) => `确认取消订单号为${orderNo}的订单？`;

/** 取消订单, asked first. */
export function CancelButton({ buyer, order, onDone, note }: { buyer: Buyer; order: PackageOrder; onDone: () => void; note?: string }) {
  const cancel = useOrderSend(buyer.routes.cancel, onDone);
  return (
    <Confirm
      title={cancelQuestion(order)}
      description={note}
      okText="确定"
      cancelText="返回"
      okButtonProps={{ danger: true }}
      onConfirm={() => cancel.mutate(buyer.cancelInput(order.id))}
    >
      <Button danger size="large" loading={cancel.isPending}>
        取消订单
      </Button>
    </Confirm>
  );
}

export function Ways({ ways, chosen, onChoose }: { ways: readonly number[]; chosen: number; onChoose: (way: number) => void }) {
  const name = useId();
  return (
    <fieldset className="sub-durations">
      <legend>支付方式</legend>
      {ways.map((way) => (
        <label key={way} className="sub-duration">
          <input type="radio" name={name} checked={way === chosen} onChange={() => onChoose(way)} />
          <b>{payTypeLabels[way]}</b>
        </label>
      ))}
    </fieldset>
  );
}

interface Props {
  buyer: Buyer;
  order: PackageOrder;
  onPayment: (payment: Payment) => void;
  onCancelled: () => void;
}

export function PayStep({ buyer, order, onPayment, onCancelled }: Props) {
  const now = useQuarterMinute();
  const { data: ways = [payTypes.transfer] } = useCall(buyer.routes.payTypes, {}, { quiet: true });
  const [chosen, setChosen] = useState<number | null>(null);
  const way =
    chosen !== null && ways.includes(chosen)
      ? chosen
      : ways.includes(payTypes.transfer)
        ? payTypes.transfer
        : (ways[0] ?? payTypes.transfer);
  const pay = useOrderSend(buyer.routes.pay, onPayment);
  return (
    <div className="sub-step">
      <Descriptions
        size="small"
        bordered
        column={{ xs: 1, md: 2 }}
        items={labelledItems(packageOrderLabels, [
          { key: 'createTime', children: order.createTime },
          { key: 'orderNo', children: order.orderNo },
          { key: 'name', label: '产品包名称', children: order.itemName },
          { key: 'days', label: '购买时长（天）', children: order.itemDuration },
          { key: 'endTime', children: order.endTime },
          { key: 'credit', children: order.credit > 0 ? `-${yuan(order.credit)}` : yuan(0) },
          { key: 'total', label: '合计', children: <b className="sub-money">{yuan(order.itemPrice)}</b> },
        ])}
      />
      <Ways ways={ways} chosen={way} onChoose={setChosen} />
      <Alert type="warning" showIcon title={`请在${deadlineText(order.deadline, now)}前完成支付，否则订单将自动取消。`} />
      <footer className="sub-foot">
        <CancelButton buyer={buyer} order={order} onDone={onCancelled} />
        <Button type="primary" size="large" loading={pay.isPending} onClick={() => pay.mutate(buyer.input({ id: order.id, payType: way }))}>
          立即支付
        </Button>
      </footer>
    </div>
  );
}
