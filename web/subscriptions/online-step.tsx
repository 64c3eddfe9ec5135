/** Step 3 of buying through a gateway: the code to scan, or the page to open; the dialog hears by itself that it was paid. */
import { Alert, Button, QRCode } from 'antd';
import { payTypeLabels } from '#contract/subscriptions/package-orders.rules.ts';
import { safeLink } from '#web/shell/links.ts';
import { yuan } from '#web/ui/display.ts';
import { useOrderSend, type Buyer, type PackageOrder } from './buyers.ts';
import { CancelButton, type Payment } from './pay-step.tsx';

interface Props {
  buyer: Buyer;
  order: PackageOrder;
  /** What the gateway gave; null after a reload, when it has to be asked for again. */
  payment: Payment | null;
  onPayment: (payment: Payment) => void;
  onBack: () => void;
  onCancelled: () => void;
}

export function OnlineStep({ buyer, order, payment, onPayment, onBack, onCancelled }: Props) {
  const pay = useOrderSend(buyer.routes.pay, onPayment);
  const again = () => pay.mutate(buyer.input({ id: order.id, payType: order.payType ?? 1 }));
  const link = safeLink(payment?.payUrl ?? null);
  const way = payTypeLabels[order.payType ?? 0];
  return (
    <div className="sub-step sub-online">
      <p>
        订单 {order.orderNo}，应付 <b className="sub-money">{yuan(order.itemPrice)}</b>
      </p>
      {payment?.codeUrl && (
        <span role="img" aria-label={`${way}付款码`}>
          {/* Black on white in both themes: cameras want it so. */}
          <QRCode value={payment.codeUrl} size={200} color="#000000" bgColor="#ffffff" />
        </span>
      )}
      {payment?.codeUrl && <p>请使用微信扫码支付，支付后本页自动更新。</p>}
      {link && (
        <Button type="primary" size="large" href={link} target="_blank" rel="noopener">
          前往{way}
        </Button>
      )}
      {!payment?.codeUrl && !link && <Alert type="info" showIcon title={`正在等待${way}的结果；还没有支付的，可以重新发起。`} />}
      <footer className="sub-foot">
        <CancelButton buyer={buyer} order={order} onDone={onCancelled} />
        <Button size="large" onClick={onBack}>
          更换支付方式
        </Button>
        <Button size="large" loading={pay.isPending} onClick={again}>
          重新发起支付
        </Button>
      </footer>
    </div>
  );
}
