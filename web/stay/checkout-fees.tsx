/** What a check-out comes to, with manual items, and carrying it through. */
import { Alert, Button, Form, Input, Skeleton } from 'antd';
import { useState } from 'react';
import { titleOf } from '#contract/labels.ts';
import { toFen, toYuan } from '#contract/fields.ts';
import { checkoutStates } from '#contract/stay/checkout-commands.rules.ts';
import { checkouts } from '#contract/stay/checkouts.ts';
import { checkoutLabels } from '#contract/stay/checkouts.labels.ts';
import { settle } from '#contract/stay/stay-settlement.rules.ts';
import { nextDay } from '#contract/time.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { Day } from '#web/ui/day.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useMay } from '#web/ui/may.ts';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { checkoutChanges, type CheckoutFee, type CheckoutShown } from './checkout-calls.ts';
import { LeaveDialog, type Manual } from './checkout-leave-dialog.tsx';
import { Lines, Sums } from './checkout-lines.tsx';

function ManualDialog({ onAdd, onClose }: { onAdd: (item: Manual) => void; onClose: () => void }) {
  return (
    <FormDialog<Manual>
      title="添加手工项目"
      okText="添加"
      pending={false}
      width={440}
      onSubmit={(item) => {
        onAdd(item);
        onClose();
      }}
      onClose={onClose}
    >
      <Form.Item name="text" label="项目名称" rules={[{ required: true, whitespace: true, message: '请填写项目名称' }]}>
        <Input maxLength={50} placeholder="如 房门赔偿、优惠" />
      </Form.Item>
      <Form.Item name="amount" label="金额" extra="优惠和退还填负数" rules={[{ required: true, message: '请填写金额' }]}>
        <MoneyInput min={-1_000_000} />
      </Form.Item>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写手工项目的原因' }]}>
        <Input maxLength={100} />
      </Form.Item>
    </FormDialog>
  );
}

/** Up to which day fees were paid elsewhere; the fees are reckoned anew from the day after. */
function SettledDialog({ checkout, onClose }: { checkout: CheckoutShown; onClose: () => void }) {
  const send = useSend(checkouts.settledUntil, { ...checkoutChanges, onSuccess: onClose });
  const { id, version, leaveDate } = checkout;
  return (
    <FormDialog<{ settledUntil?: string | null }>
      title={`${checkout.oldmanName}的费用已结算至`}
      okText="确定"
      pending={send.isPending}
      width={440}
      initial={{ settledUntil: checkout.settledUntil }}
      onSubmit={({ settledUntil }) => send.mutate({ id, version, settledUntil: settledUntil ?? null })}
      onClose={onClose}
    >
      <Form.Item
        name="settledUntil"
        label={titleOf(checkoutLabels, 'settledUntil')}
        extra="床位、护理和膳食费在别处结清的最后一天，从次日起收取。留空时按系统参数，没有设置则从入住日起收取。"
      >
        <Day notAfter={nextDay(leaveDate, -1)} />
      </Form.Item>
    </FormDialog>
  );
}

const manualLine = ({ text, amount, reason }: Manual) => ({
  kind: 'manual',
  text: `${text}（${reason}）`,
  fromDate: null,
  toDate: null,
  days: null,
  monthAmount: null,
  amount,
});

function Reckoned({ checkout, fee }: { checkout: CheckoutShown; fee: CheckoutFee }) {
  const may = useMay();
  const [manual, setManual] = useState<readonly Manual[]>([]);
  const [asked, setAsked] = useState<'manual' | 'settled' | 'leave' | null>(null);
  const settles = checkout.state === checkoutStates.settling && may(checkouts.checkOut);
  const purses = {
    cashFen: toFen(fee.availableBalance),
    grantFen: toFen(fee.virtualAvailableBalance),
    depositFen: toFen(fee.depositBalance),
  };
  const settled = settle(
    manual.reduce((sum, { amount }) => sum + toFen(amount), toFen(fee.dueAmount)),
    purses,
  );
  const removing = { onRemove: (place: number) => setManual(manual.filter((_, at) => at !== place - fee.lines.length)) };
  return (
    <section className="co-card" aria-label="退住费用">
      <header>
        <h2>退住费用</h2>
        <div className="co-buttons">
          {may(checkouts.settledUntil) && <Button onClick={() => setAsked('settled')}>登记已结算至</Button>}
          {settles && <Button onClick={() => setAsked('manual')}>添加手工项目</Button>}
          {settles && (
            <Button type="primary" onClick={() => setAsked('leave')}>
              办理退住
            </Button>
          )}
        </div>
      </header>
      {fee.hints.map((hint) => (
        <p key={hint} className="co-hint">
          {hint}
        </p>
      ))}
      <Lines lines={[...fee.lines, ...manual.map(manualLine)]} {...(settles ? removing : {})} />
      <Sums
        sums={[
          ['应收费用', toYuan(settled.dueFen)],
          ['可用余额', fee.availableBalance],
          ['押金余额', fee.depositBalance],
          ['余额抵扣', toYuan(settled.fromCashFen)],
          ['押金抵扣', toYuan(settled.fromDepositFen)],
          ['应退款', toYuan(settled.refundFen)],
          ['需补交', toYuan(settled.payFen)],
        ]}
      />
      {fee.virtualAvailableBalance > 0 && <Alert type="info" showIcon title="虚拟余额退回补贴来源，不支付给家属" />}
      {asked === 'manual' && <ManualDialog onAdd={(item) => setManual([...manual, item])} onClose={() => setAsked(null)} />}
      {asked === 'settled' && <SettledDialog checkout={checkout} onClose={() => setAsked(null)} />}
      {asked === 'leave' && <LeaveDialog checkout={checkout} settled={settled} manual={manual} onClose={() => setAsked(null)} />}
    </section>
  );
}

/** As it would be now; once it is settled, as it was. */
export function Fees({ checkout }: { checkout: CheckoutShown }) {
  const over = checkout.state === checkoutStates.left;
  const open = checkout.state === checkoutStates.signing || checkout.state === checkoutStates.settling;
  const { data } = useCall(checkouts.fee, { id: checkout.id }, { enabled: open });
  if (open) return data ? <Reckoned checkout={checkout} fee={data} /> : <Skeleton active />;
  if (!over) return null;
  return (
    <section className="co-card" aria-label="退住费用">
      <header>
        <h2>退住费用</h2>
      </header>
      <Lines lines={checkout.lines} />
      <Sums sums={sumsOf(checkout)} />
    </section>
  );
}

/** What a settlement came to. What neither the deposit nor a payment covered, and is not owed, the balance did. */
export const sumsOf = ({ dueAmount, depositAmount, refundAmount, paidAmount, owedAmount }: CheckoutShown): [string, number][] => [
  ['应收费用', dueAmount ?? 0],
  [
    '余额抵扣',
    toYuan([depositAmount, paidAmount, owedAmount].reduce<number>((left, sum) => left - toFen(sum ?? 0), toFen(dueAmount ?? 0))),
  ],
  ['押金抵扣', depositAmount ?? 0],
  ['退款金额', refundAmount ?? 0],
  ['补交金额', paidAmount ?? 0],
  ['欠费金额', owedAmount ?? 0],
];
