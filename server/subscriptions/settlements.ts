/** Money has come for an order: once each, booked, and the package opens in the same transaction. In the platform's context. */
import { fenText } from '#contract/money.ts';
import { isoOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { canDo, payTypeLabels, payTypes } from '#contract/subscriptions/package-orders.rules.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { applyTo } from '../db/transitions.ts';
import { conflict } from '../errors.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { inside } from '../db/inside.ts';
import { activate } from './activations.ts';
import { amend, lockOrder, packageOrder, record, type LockedOrder, type Order, type WaitingBill } from './order-steps.ts';

export interface Money {
  payType: number;
  amountFen: number;
  /** The bank's or the gateway's number. */
  reference: string;
  userName: string | null;
}

/** Books what came in. False when this very payment is booked already. */
export async function book(
  platform: Tx,
  deps: Dependencies,
  { id, subscriber_id }: Order,
  { payType, amountFen, reference, userName }: Money,
): Promise<boolean> {
  const its = {
    order_id: id,
    subscriber_id,
    kind: 1,
    pay_type: payType,
    amount_fen: amountFen,
    reference,
    user_name: userName,
    created_at: isoOf(deps.now()),
  };
  const made = await platform.run(
    db
      .insertInto('package_payments')
      .values({ tenant_id: PLATFORM, ...its })
      .onConflict((on) => on.doNothing()),
  );
  return made === 1;
}

/** Verified by a person of the platform. Throws 409 when the bank's number has been counted for another order. */
export async function settleVerified(
  platform: Tx,
  deps: Dependencies,
  order: LockedOrder,
  by: { userId: number; name: string },
): Promise<void> {
  const { bill, total_fen: amountFen } = order;
  await applyTo(packageOrder, { tx: platform, deps }, order, { action: 'verify', by }, async () => {
    const money = { payType: payTypes.transfer, amountFen, reference: (bill as WaitingBill).bill_no, userName: by.name };
    if (!(await book(platform, deps, order, money))) throw conflict('该流水号已入账，不能重复核实');
  });
  await activate(platform, deps, order);
}

/** Nothing is to be paid: what was left of the running package is the price. */
export async function settleFree(platform: Tx, deps: Dependencies, id: number): Promise<void> {
  const order = await lockOrder(platform, { id, subscriberId: null });
  await applyTo(packageOrder, { tx: platform, deps }, order, { action: 'settle', payType: null, note: '应付0元，无需支付' });
  await activate(platform, deps, order);
}

/** Money that has no order to pay: noted, the platform is told to give it back, and whoever paid that it comes. */
async function oweBack(platform: Tx, deps: Dependencies, order: LockedOrder, { amountFen, reference, payType }: Money): Promise<void> {
  await amend({ tx: platform, deps }, order, { refund_fen: sql`refund_fen + ${amountFen}` as never });
  const text = `${payTypeLabels[payType]}到账${fenText(amountFen)}（${reference}），订单已结束，应退款`;
  await record(platform, deps, order, 'receive', text, null);
  await tellThoseWith(platform, deps, 'sys_packageorder_refund', {
    kind: 'notice',
    title: '有款项待退',
    text: `${order.number}：${text}`,
    link: '/platform/order',
  });
  await inside(platform, deps, order.subscriber_id, (own) =>
    tellThoseWith(own, deps, 'package_order', {
      kind: 'notice',
      title: '收到的款项将退回',
      text: `订单${order.number}已结束，之后收到您支付的${fenText(amountFen)}（${reference}），平台将退回。`,
      link: '/subscription/index',
    }),
  );
}

export type Notified = 'settled' | 'known' | 'owed' | 'mismatch' | 'unknown';

/**
 * A gateway says that an order was paid; its signature has been checked. Any number of
 * equal notices count once. `owed`: the order had ended, or was paid already. `mismatch`: not the order's amount, nothing is booked.
 */
export async function settleNotified(
  platform: Tx,
  deps: Dependencies,
  number: string,
  money: Money,
): Promise<{ outcome: Notified; subscriberId: number | null }> {
  const order = await lockOrder(platform, { number, subscriberId: null }).catch(() => null);
  if (!order) return { outcome: 'unknown', subscriberId: null };
  const subscriberId = order.subscriber_id;
  if (money.amountFen !== order.total_fen) return { outcome: 'mismatch', subscriberId };
  if (!(await book(platform, deps, order, money))) return { outcome: 'known', subscriberId };
  if (!canDo('settle', { payStatus: order.pay_status, bill: order.bill !== null })) {
    await oweBack(platform, deps, order, money);
    return { outcome: 'owed', subscriberId };
  }
  const { payType, amountFen, reference } = money;
  const note = `${payTypeLabels[payType]}到账${fenText(amountFen)}，交易号${reference}`;
  await applyTo(packageOrder, { tx: platform, deps }, order, { action: 'settle', payType, note });
  await activate(platform, deps, order);
  return { outcome: 'settled', subscriberId };
}

/** Somebody of the platform notes money that came for an order which had ended. Throws 409 when it is booked already. */
export async function receiveLate(platform: Tx, deps: Dependencies, order: LockedOrder, money: Money): Promise<void> {
  if (!(await book(platform, deps, order, money))) throw conflict('该流水号已入账');
  await oweBack(platform, deps, order, money);
}
