/** A package order in full, for its tenant and for the platform; on paper as well. */
import { PrinterOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { useCall } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { OrderClaims, type PlatformOrder } from './order-claims.tsx';
import { OrderPaper } from './order-paper.tsx';
import { OrderFacts, OrderLog, OrderMoney, OrderReceipt, OrderSteps } from './order-sections.tsx';
import { PayTag } from './order-tags.tsx';
import './subscriptions.css';

interface Props {
  id: number;
  /** Whose page it is. */
  side: 'tenant' | 'platform';
  onClose: () => void;
}

export function OrderDrawer({ id, side, onClose }: Props) {
  const platform = side === 'platform';
  const {
    data: order,
    error,
    refetch,
  } = useCall(platform ? orderVerifications.detail : packageOrders.detail, { id }, { quiet: true, staleTime: 0 });
  const [printing, setPrinting] = useState(false);
  return (
    <SideDrawer
      title={
        <span className="sub-inline">
          订购订单 {order?.orderNo} {order && <PayTag value={order.payStatus} />}
        </span>
      }
      open
      onClose={onClose}
      extra={
        order && (
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)}>
            打印
          </Button>
        )
      }
    >
      {error && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!order && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {order && (
        <div className="sub-sections">
          <OrderSteps order={order} />
          <OrderFacts order={order} platform={platform} />
          <OrderReceipt order={order} />
          {'claims' in order && <OrderClaims order={order as PlatformOrder} />}
          <OrderMoney order={order} />
          <OrderLog order={order} />
        </div>
      )}
      {order && printing && <OrderPaper order={order} onDone={() => setPrinting(false)} />}
    </SideDrawer>
  );
}
