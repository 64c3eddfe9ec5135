/** /stay/checkout/detail?id=…: one check-out, whose turn it is, what it comes to, and what happened. */
import { ArrowLeftOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, Descriptions, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import { checkoutEventLabels, checkoutStates, closedCheckout, DIED } from '#contract/stay/checkout-commands.rules.ts';
import { checkoutLabels } from '#contract/stay/checkouts.labels.ts';
import { checkouts } from '#contract/stay/checkouts.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { session } from '#web/api/session.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { CHECKOUTS } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { useTabLabel } from '#web/shell/tab-context.ts';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { MISSING } from '#web/ui/display.ts';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { useMay } from '#web/ui/may.ts';
import { Place } from '#web/ui/place.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { Timeline, type Entry } from '#web/ui/timeline.tsx';
import { checkoutChanges, type CheckoutShown } from './checkout-calls.ts';
import { Departments } from './checkout-departments.tsx';
import { CheckoutDrawer } from './checkout-drawer.tsx';
import { Fees } from './checkout-fees.tsx';
import '#web/ui/order-page.css';
import './checkouts.css';

const CheckoutPaper = lazyPart(() => import('./checkout-paper.tsx'));

const TONES: Partial<Record<number, Entry['tone']>> = { 3: 'danger', 5: 'done', 6: 'danger' };

function Facts({ checkout }: { checkout: CheckoutShown }) {
  const died = checkout.destination === DIED;
  return (
    <section className="co-card" aria-label="退住信息">
      <header>
        <h2>退住信息</h2>
      </header>
      <Descriptions
        size="small"
        column={{ xs: 1, md: 2 }}
        items={labelledItems(checkoutLabels, [
          { key: 'oldmanName', children: <PersonLink id={checkout.oldmanId} name={checkout.oldmanName} /> },
          { key: 'place', children: <Place place={checkout.place} /> },
          { key: 'leaveDate', children: checkout.leaveDate },
          {
            key: 'destination',
            children: (
              <>
                <DictionaryTag type={checkoutLabels.destination.dictionary} value={checkout.destination} />
                {checkout.destinationNote && `（${checkout.destinationNote}）`}
              </>
            ),
          },
          { key: 'createBy', children: checkout.createBy },
          { key: 'createTime', children: <Time value={checkout.createTime} /> },
          { key: 'reason', children: checkout.reason, span: 'filled' },
          died && { key: 'diedTime', children: <Time value={checkout.diedTime} /> },
          died && { key: 'deathPlace', children: checkout.deathPlace ?? MISSING },
          died && { key: 'deathCertificate', children: checkout.deathCertificate ?? MISSING },
          checkout.belongings && { key: 'belongings', children: checkout.belongings, span: 'filled' },
          checkout.condolence && { key: 'condolence', children: checkout.condolence, span: 'filled' },
          checkout.receiver && { key: 'receiver', children: checkout.receiver },
          checkout.refundType !== null && {
            key: 'refundType',
            children: <DictionaryTag type={checkoutLabels.refundType.dictionary} value={checkout.refundType} />,
          },
          checkout.owedReason && { key: 'owedReason', children: checkout.owedReason },
          checkout.cancelReason && { key: 'cancelReason', children: checkout.cancelReason, span: 'filled' },
        ])}
      />
    </section>
  );
}

function Shown({ checkout }: { checkout: CheckoutShown }) {
  const { id, version, state } = checkout;
  const may = useMay();
  const me = useStore(session, ({ user }) => user?.id ?? 0);
  const [open, setOpen] = useState<'edit' | 'cancel' | 'print' | null>(null);
  const close = () => setOpen(null);
  const cancel = useSend(checkouts.cancel, { ...checkoutChanges, onSuccess: close });
  const mayEdit = closedCheckout(checkout, 'edit') === null && checkout.createId === me && may(checkouts.submit);
  return (
    <article className="y-order">
      <header className="y-order-head">
        <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={() => go(CHECKOUTS)}>
          返回
        </Button>
        <h1>
          {checkout.oldmanName}退住 {checkout.number}
        </h1>
        <State of="checkout" value={state} />
        <div className="y-order-buttons">
          {mayEdit && <Button onClick={() => setOpen('edit')}>修改并重新提交</Button>}
          {closedCheckout(checkout, 'cancel') === null && may(checkouts.cancel) && (
            <Button danger onClick={() => setOpen('cancel')}>
              取消退住
            </Button>
          )}
          {state === checkoutStates.left && (
            <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setOpen('print')}>
              打印结算单
            </Button>
          )}
        </div>
      </header>
      <div className="y-order-body">
        <div className="y-order-main">
          <Facts checkout={checkout} />
          <Departments checkout={checkout} />
          <Fees checkout={checkout} />
        </div>
        <section className="co-card y-order-timeline" aria-label="办理过程">
          <header>
            <h2>办理过程</h2>
          </header>
          <Timeline
            entries={checkout.logs.map(({ status, text, userName, createTime }) => ({
              time: createTime,
              title: checkoutEventLabels[status] ?? String(status),
              userName,
              note: text,
              tone: TONES[status] ?? 'plain',
            }))}
          />
        </section>
      </div>
      {open === 'edit' && <CheckoutDrawer before={checkout} onClose={close} />}
      {open === 'cancel' && (
        <ReasonDialog
          title={`取消${checkout.oldmanName}的退住`}
          placeholder="如 家属改变主意"
          okText="取消退住"
          most={200}
          pending={cancel.isPending}
          onOk={(reason) => cancel.mutate({ id, version, reason })}
          onClose={close}
        />
      )}
      <Suspense fallback={null}>{open === 'print' && <CheckoutPaper checkout={checkout} onDone={close} />}</Suspense>
    </article>
  );
}

export default function CheckoutPage() {
  const [params] = useSearchParams();
  const id = Number(params.get('id'));
  const known = Number.isSafeInteger(id) && id > 0;
  const query = useCall(checkouts.get, { id }, { enabled: known, quiet: true });
  useTabLabel(query.data && `${query.data.oldmanName}退住`);
  if (!known || (query.isError && (!query.data || query.error.status === 404)))
    return <MissingPage error={query.error} noun="退住申请" back={CHECKOUTS} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active className="y-page-loading" paragraph={{ rows: 12 }} />;
  return <Shown key={id} checkout={query.data} />;
}
