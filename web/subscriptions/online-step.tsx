/**
 * Step 3 of buying through a gateway: the code to scan, or the page to open; the dialog
 * hears by itself that it was paid, and asks when it is told so.
 */
import { LoadingOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { payStatus, payTypeLabels, payTypes } from '#contract/subscriptions/package-orders.rules.ts';
import { showMessage } from '#web/api/messages.ts';
import { safeLink } from '#web/shell/links.ts';
import { yuan } from '#web/ui/display.ts';
import { PaperQr } from '#web/ui/paper-qr.tsx';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { useOrderSend, type Buyer, type PackageOrder } from './buyers.ts';
import { deadlineText } from './order-words.ts';
import { onPaid } from './paid-channel.ts';
import { CancelButton, type Payment } from './pay-step.tsx';

/** WeChat's codes are good for two hours; a little less, for the way. */
const CODE_MS = 110 * 60_000;

/** What the gateway gave, and when (epoch milliseconds). */
export type Begun = Payment & { at: number };

function Code({ text, old, onAgain }: { text: string; old: boolean; onAgain: () => void }) {
  return (
    <figure>
      <PaperQr value={text} size={208} status={old ? 'expired' : 'active'} onRefresh={onAgain} aria-label="微信支付付款码" />
      <figcaption>{old ? '付款码已过期，请点击刷新' : '请使用微信“扫一扫”付款'}</figcaption>
    </figure>
  );
}

function PageLink({ url }: { url: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <figure>
      <Button type="primary" size="large" href={url} target="_blank" rel="noopener" onClick={() => setOpened(true)}>
        {opened ? '重新打开支付宝' : '前往支付宝付款'}
      </Button>
      <figcaption>{opened ? '已在新窗口打开，付款后请回到本页' : '将在新窗口打开，付款后请回到本页'}</figcaption>
    </figure>
  );
}

interface Props {
  buyer: Buyer;
  order: PackageOrder;
  /** Null after a reload, or in another window: then it is asked for again, which gives the same. */
  begun: Begun | null;
  onPayment: (payment: Payment) => void;
  onOrder: (order: PackageOrder) => void;
  onBack: () => void;
  onCancelled: () => void;
}

export function OnlineStep({ buyer, order, begun, onPayment, onOrder, onBack, onCancelled }: Props) {
  const now = useQuarterMinute();
  const pay = useOrderSend(buyer.routes.pay, onPayment);
  const check = useOrderSend(buyer.routes.check, onOrder);
  const again = () => pay.mutate(buyer.input({ id: order.id, payType: order.payType as number }));
  const ask = useRef(again);
  const look = useRef(() => {});
  useEffect(() => {
    ask.current = again;
    look.current = () => check.mutate(buyer.input({ id: order.id }));
  });
  const missing = begun === null;
  useEffect(() => {
    if (missing) ask.current();
  }, [missing]);
  useEffect(() => onPaid(() => look.current()), []);
  const lookByHand = () =>
    check.mutate(buyer.input({ id: order.id }), {
      onSuccess: (next) => next.payStatus === payStatus.paying && showMessage('info', '暂未收到付款，付款后请稍候几秒再查询'),
    });

  const wechat = order.payType === payTypes.wechat;
  const way = payTypeLabels[order.payType as number];
  const link = safeLink(begun?.payUrl);
  let what: ReactNode = <Skeleton.Node active className="sub-online-wait" />;
  if (begun?.codeUrl) what = <Code text={begun.codeUrl} old={now - begun.at > CODE_MS} onAgain={again} />;
  else if (link) what = <PageLink url={link} />;
  else if (pay.isError)
    what = (
      <Alert
        type="error"
        showIcon
        title={pay.error.message}
        description="订单仍然保留，可以重试或更换支付方式。"
        action={
          <Button onClick={again} loading={pay.isPending}>
            重试
          </Button>
        }
      />
    );
  return (
    <div className="sub-step">
      <div className="sub-online" data-way={wechat ? 'wechat' : 'alipay'}>
        {what}
        <dl>
          <div>
            <dt>{way}</dt>
            <dd className="sub-money">{yuan(order.itemPrice)}</dd>
          </div>
          <div>
            <dt>订单编号</dt>
            <dd>{order.orderNo}</dd>
          </div>
          <div>
            <dt>产品包</dt>
            <dd>
              {order.itemName}，{order.itemDuration}天
            </dd>
          </div>
          <div>
            <dt>支付截止</dt>
            <dd>{deadlineText(order.deadline, now)}，超时订单自动取消</dd>
          </div>
        </dl>
      </div>
      {begun && (
        <p className="sub-waiting" role="status">
          <LoadingOutlined aria-hidden /> 正在等待支付结果，付款成功后本页自动更新
        </p>
      )}
      <footer className="sub-foot">
        <CancelButton buyer={buyer} order={order} onDone={onCancelled} note="已经付款的请不要取消，请点“我已支付”。" />
        <Button size="large" onClick={onBack}>
          更换支付方式
        </Button>
        <Button size="large" type={wechat ? 'primary' : 'default'} loading={check.isPending} onClick={lookByHand}>
          我已支付
        </Button>
      </footer>
    </div>
  );
}
