/** The three steps of buying, by the state of the order: choose, pay, transfer. For the dialog, and for the page outside of login. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Result, Skeleton, Steps } from 'antd';
import { useState } from 'react';
import { dialogStep, payStatus, payTypes } from '#contract/subscriptions/package-orders.rules.ts';
import { keyOf, useCall } from '#web/api/call.ts';
import { useOnline } from '#web/shell/offline.tsx';
import { yuan } from '#web/ui/display.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import type { Buyer, PackageOrder } from './buyers.ts';
import { ChooseStep } from './choose-step.tsx';
import { OnlineStep, type Begun } from './online-step.tsx';
import { PayStep, type Payment } from './pay-step.tsx';
import { TransferStep } from './transfer-step.tsx';
import { useOrderNow } from './use-order-now.ts';
import './purchase.css';
import './subscriptions.css';

const STEPS = ['订单信息', '支付', '完成'].map((title) => ({ title }));
/** How often an order that is being paid is read: a gateway tells within seconds, people who verify a transfer within hours. */
const ONLINE_MS = 5000;
/** A token may be presented so often and no oftener. */
const TOKEN_MS = 10_000;
const TRANSFER_MS = 30_000;

function pollMs(order: PackageOrder | null | undefined, { token }: Buyer): number | false {
  if (order?.payStatus !== payStatus.paying) return false;
  if (order.payType === payTypes.transfer) return TRANSFER_MS;
  return token === null ? ONLINE_MS : TOKEN_MS;
}

/** What becomes of money that was sent for an order that has ended; null when there was none to send. */
function moneyNote({ refund, payType, billNo }: PackageOrder): string | null {
  if (refund > 0) return `已收到您的付款，其中 ${yuan(refund)} 将由平台退回。`;
  return payType === null || (payType === payTypes.transfer && billNo === null) ? null : '如果您已经付款，平台核对后会退回，无需再次付款。';
}

/** An order that was under way a moment ago and is no more. */
function Ended({ order, onAgain, onDone }: { order: PackageOrder; onAgain: () => void; onDone: () => void }) {
  if (order.payStatus === payStatus.paid)
    return (
      <Result
        status="success"
        title="产品包已开通"
        subTitle={`${order.itemName}，${order.itemDuration}天，${yuan(order.itemPrice)}，有效期至 ${order.endTime}`}
        extra={
          <Button type="primary" onClick={onDone}>
            完成
          </Button>
        }
      />
    );
  const why = { [payStatus.failed]: '支付失败', [payStatus.timedOut]: '订单已超时，自动取消', [payStatus.cancelled]: '订单已取消' }[
    order.payStatus
  ];
  const note = moneyNote(order);
  return (
    <Result
      status={order.payStatus === payStatus.failed ? 'error' : 'warning'}
      title={why ?? '订单已结束'}
      subTitle={
        <>
          {[order.orderNo, order.closeReason].filter(Boolean).join('，')}
          {note && <p>{note}</p>}
        </>
      }
      extra={[
        <Button key="again" type="primary" onClick={onAgain}>
          重新选择产品包
        </Button>,
      ]}
    />
  );
}

interface Props {
  buyer: Buyer;
  /** The package that is shown first; null shows the first of the offer. */
  wanted: string | null;
  /** There is nothing more to do. */
  onDone: () => void;
}

export function Purchase({ buyer, wanted, onDone }: Props) {
  const client = useQueryClient();
  const [followed, setFollowed] = useState<PackageOrder | null>(null);
  const [begun, setBegun] = useState<Begun | null>(null);
  /** In payment, and choosing once more how to pay. */
  const [rechoosing, setRechoosing] = useState(false);
  const connected = useOnline();
  const { routes, currentInput } = buyer;
  const query = useCall(routes.current, currentInput, {
    quiet: true,
    staleTime: 0,
    refetchOnMount: 'always',
    // Whoever comes back from the bank wants to know.
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => pollMs(state.data, buyer),
  });
  // What is kept from the last time may have been cancelled in the list since.
  const known = query.isFetchedAfterMount ? query.data : undefined;
  const order = known ?? null;
  if (order && order.id !== followed?.id) setFollowed(order);
  const ended = useOrderNow(buyer, known === null ? followed : null);

  const show = (now: PackageOrder) => {
    setFollowed(now);
    client.setQueryData(
      keyOf(routes.current, currentInput),
      now.payStatus === payStatus.pending || now.payStatus === payStatus.paying ? now : null,
    );
  };
  const anew = () => {
    setFollowed(null);
    setBegun(null);
    setRechoosing(false);
    client.setQueryData(keyOf(routes.current, currentInput), null);
  };
  const paid = (next: Payment) => {
    setBegun({ ...next, at: Date.now() });
    setRechoosing(false);
    show(next.order);
  };

  if (query.isError && known === undefined) return <LoadFailed title={query.error.message} onAgain={() => void query.refetch()} />;
  if (known === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  const step = rechoosing ? 2 : dialogStep(order?.payStatus ?? null);
  const common = { buyer, onCancelled: anew };
  const over = order === null && followed !== null;
  const online = step === 3 && (order?.payType === payTypes.wechat || order?.payType === payTypes.alipay);
  // Of the very way that is being paid: another window may have changed it.
  const its = begun && begun.order.id === order?.id && begun.order.payType === order.payType ? begun : null;
  const at = ended?.payStatus === payStatus.paid ? STEPS.length : over ? 2 : online ? 1 : step - 1;
  return (
    <div className="sub-purchase">
      <Steps size="small" className="sub-steps" current={at} items={STEPS} />
      {(!connected || (query.isRefetchError && query.error.status === 0)) && !over && (
        <Alert type="warning" showIcon className="sub-cut" title="网络已断开，恢复后本页自动更新。已经付款的不会丢失，请勿重复付款。" />
      )}
      {over ? (
        ended ? (
          <Ended order={ended} onAgain={anew} onDone={onDone} />
        ) : (
          <Skeleton active paragraph={{ rows: 6 }} />
        )
      ) : order === null ? (
        <ChooseStep buyer={buyer} wanted={wanted} onOrder={show} />
      ) : step === 2 ? (
        <PayStep {...common} order={order} onPayment={paid} />
      ) : online ? (
        <OnlineStep
          {...common}
          key={order.payType}
          order={order}
          begun={its}
          onPayment={paid}
          onOrder={show}
          onBack={() => setRechoosing(true)}
        />
      ) : (
        <TransferStep {...common} order={order} onOrder={show} />
      )}
    </div>
  );
}
