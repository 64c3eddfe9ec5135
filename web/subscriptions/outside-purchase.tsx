/** Buying outside of login: the same three steps, with what the application has around it. Loaded once a phone is proved. */
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { externalOrders } from '#contract/subscriptions/external-orders.ts';
import { useCall } from '#web/api/call.ts';
import { QUERY_DEFAULTS } from '#web/api/query-defaults.ts';
import { CallError } from '#web/api/refusals.ts';
import { useDocumentTitle } from '#web/api/system-title.ts';
import { dropToken, type HeldToken } from '#web/login/held-token.ts';
import { BrandMark } from '#web/shell/brand-mark.tsx';
import { Messages, Themed } from '#web/shell/themed.tsx';
import { yuan } from '#web/ui/display.ts';
import { usePageMark } from '#web/ui/page-mark.ts';
import { Time } from '#web/ui/time.tsx';
import { externalBuyer } from './buyers.ts';
import { OrderSteps } from './order-sections.tsx';
import { PayTag } from './order-tags.tsx';
import { Purchase } from './purchase.tsx';
import '#web/theme/antd.css';
import '#web/ui/controls.css';
import './subscriptions.css';

/** What the server says of a token that is not worth anything any more. */
const LATE = /操作已过期/;

function clientFor(onLate: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof CallError && error.status === 403 && LATE.test(error.message)) onLate();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: QUERY_DEFAULTS,
  });
}

/** The orders of the institution, the last one in steps: what somebody comes back for. */
function LastOrder({ token }: { token: string }) {
  const { data } = useCall(externalOrders.page, { id: token, size: 5 }, { quiet: true });
  const [last, ...others] = data?.records ?? [];
  if (!last) return null;
  return (
    <section className="sub-outside-state" aria-label="订单进度">
      <h2>
        订单进度 <small>{last.orderNo}</small>
      </h2>
      <OrderSteps order={last} />
      {others.length > 0 && (
        <ul>
          {others.map(({ id, orderNo, itemName, itemPrice, payStatus, createTime }) => (
            <li key={id}>
              <span>{orderNo}</span>
              <span>{itemName}</span>
              <span>{yuan(itemPrice)}</span>
              <Time value={createTime} />
              <PayTag value={payStatus} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function leave(): void {
  dropToken();
  location.assign('/login');
}

export default function OutsidePurchase({ held, onLate }: { held: HeldToken; onLate: () => void }) {
  const [client] = useState(() => clientFor(onLate));
  const buyer = useMemo(() => externalBuyer(held.token), [held.token]);
  useDocumentTitle('订购产品包');
  usePageMark('outside');
  useEffect(() => () => client.clear(), [client]);
  return (
    <QueryClientProvider client={client}>
      <Themed>
        <Messages />
        <main className="sub-outside">
          <header>
            <BrandMark size={36} />
            <div>
              <h1>订购产品包</h1>
              <p>{[held.tenantName, held.phone?.replace(/^(\d{3})\d{4}/, '$1****')].filter(Boolean).join(' · ')}</p>
            </div>
            <Button onClick={leave}>返回登录</Button>
          </header>
          <LastOrder token={held.token} />
          <section className="sub-outside-card" aria-label="订购产品包">
            <Purchase buyer={buyer} wanted={held.packageCode} onDone={leave} />
          </section>
          <p className="sub-note">
            提交回执后可以关闭本页；之后在登录页选择“订购产品包”，验证手机号即可查看进度。产品包开通后即可登录使用。
          </p>
        </main>
      </Themed>
    </QueryClientProvider>
  );
}
