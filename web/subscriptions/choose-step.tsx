/** Step 1 of buying: the package, how long, and what that costs this institution now. The price is the server's. */
import { Alert, Button, Empty, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { externalOrders } from '#contract/subscriptions/external-orders.ts';
import { orderKinds } from '#contract/subscriptions/package-prices.rules.ts';
import { useCall } from '#web/api/call.ts';
import { formatTime, MISSING, yuan } from '#web/ui/display.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useOrderSend, type Buyer, type Item, type Offer, type PackageOrder, type Quote } from './buyers.ts';
import { KindTag, limitsOf } from './order-tags.tsx';
import { durationText } from './order-words.ts';

function Offers({ offers, chosen, onChoose }: { offers: readonly Offer[]; chosen: number | null; onChoose: (id: number) => void }) {
  const name = useId();
  return (
    <fieldset className="sub-offers">
      <legend>选择产品包</legend>
      {offers.map((offer) => (
        <label key={offer.id} className="sub-offer">
          <input type="radio" name={name} checked={offer.id === chosen} onChange={() => onChoose(offer.id)} />
          <b>{offer.packageName}</b>
          <span>{offer.description}</span>
          <dl>
            {limitsOf(offer).map(([label, text]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <small>{offer.menuNames.join('、')}</small>
        </label>
      ))}
    </fieldset>
  );
}

function Durations({ items, chosen, onChoose }: { items: readonly Item[]; chosen: string | null; onChoose: (sku: string) => void }) {
  const name = useId();
  if (items.length === 0) return <p className="sub-note">该产品包暂无可购买的时长。</p>;
  return (
    <fieldset className="sub-durations">
      <legend>购买时长</legend>
      {items.map(({ sku, timeNum, price }) => (
        <label key={sku} className="sub-duration">
          <input type="radio" name={name} checked={sku === chosen} onChange={() => onChoose(sku)} />
          <b>{durationText(timeNum)}</b>
          <span>{timeNum}天</span>
          <em>{yuan(price)}</em>
        </label>
      ))}
    </fieldset>
  );
}

function Payable({ quote }: { quote: Quote | undefined }) {
  return (
    <dl className="sub-payable" aria-live="polite">
      {quote && quote.credit > 0 && (
        <>
          <div>
            <dt>产品包价格</dt>
            <dd>{yuan(quote.price)}</dd>
          </div>
          <div>
            <dt>剩余价值抵扣</dt>
            <dd>-{yuan(quote.credit)}</dd>
          </div>
        </>
      )}
      {quote && (
        <div>
          <dt>有效期</dt>
          <dd>
            {formatTime(quote.startTime, 'yyyy-MM-dd')} 至 {formatTime(quote.endTime, 'yyyy-MM-dd')}
          </dd>
        </div>
      )}
      <div className="sub-total">
        <dt>应付金额</dt>
        <dd>{quote ? yuan(quote.total) : MISSING}</dd>
      </div>
    </dl>
  );
}

export function ChooseStep({ buyer, wanted, onOrder }: { buyer: Buyer; wanted: string | null; onOrder: (order: PackageOrder) => void }) {
  const { data: offers, error, refetch } = useCall(externalOrders.offers, { id: '0' }, { quiet: true });
  const [picked, setPicked] = useState<number | null>(null);
  const [duration, setDuration] = useState<string | null>(null);
  const packageId = picked ?? (offers?.find(({ packageCode }) => packageCode === wanted) ?? offers?.[0])?.id ?? null;
  const items = useCall(externalOrders.items, { id: packageId ?? 0 }, { quiet: true, enabled: packageId !== null });
  const sku = (items.data?.find((item) => item.sku === duration) ?? items.data?.[0])?.sku ?? null;
  const choice = { packageId: packageId ?? 0, sku: sku ?? '' };
  const quote = useCall(buyer.routes.quote, buyer.input(choice), {
    quiet: true,
    enabled: packageId !== null && sku !== null,
    staleTime: 0,
  });
  const create = useOrderSend(buyer.routes.create, onOrder, (open) => open && onOrder(open as PackageOrder));
  // While another choice is priced the last one is not shown: nobody should read a price that is not theirs.
  const priced = sku === null ? undefined : quote.data;
  if (error) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!offers) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (offers.length === 0) return <Empty description="暂无可购买的产品包，请联系平台" />;
  return (
    <div className="sub-step">
      <Offers offers={offers} chosen={packageId} onChoose={setPicked} />
      {items.data ? <Durations items={items.data} chosen={sku} onChoose={setDuration} /> : <Skeleton active paragraph={{ rows: 1 }} />}
      {quote.error && sku !== null && <Alert type="error" showIcon title={quote.error.message} />}
      {priced && priced.kind !== orderKinds.first && (
        <p className="sub-note">
          <KindTag value={priced.kind} />
          {priced.kind === orderKinds.renewal
            ? '从现有产品包到期时起顺延，剩余天数不受影响。'
            : '新产品包付款核实后立即生效，原产品包的剩余价值按天折算抵扣。'}
        </p>
      )}
      {priced?.problem && <Alert type="warning" showIcon title={priced.problem} />}
      <footer className="sub-foot">
        <Payable quote={priced} />
        <Button
          type="primary"
          size="large"
          disabled={!priced || priced.problem !== null}
          loading={create.isPending}
          onClick={() => create.mutate(buyer.input(choice))}
        >
          提交订单
        </Button>
      </footer>
    </div>
  );
}
