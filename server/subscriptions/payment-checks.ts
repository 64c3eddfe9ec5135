/** Asking gateways what has become of a payment: for whoever has paid and sees nothing, and for notices that never arrive. */
import { isoOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { payStatus, payTypes } from '#contract/subscriptions/package-orders.rules.ts';
import type { PackageOrder } from '#contract/subscriptions/package-orders.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { askAlipay } from './alipay.ts';
import type { Buyer } from './buyers.ts';
import { readOrder } from './order-rows.ts';
import type { Notice } from './payment-port.ts';
import { settleNotified } from './settlements.ts';
import { askWechat } from './wechat-pay.ts';

/** A notice may be on its way for so long: nobody asks before. */
const PATIENCE_MS = 60_000;
/** Of one run of the cleanup. */
const MOST = 100;

/** What the gateway of a way to pay says of an order; null when it was not paid there, or that way has no gateway. Throws 503. */
async function ask({ config, now }: Dependencies, payType: number | null, number: string): Promise<Notice | null> {
  if (payType === payTypes.wechat && config.wechatPay) return askWechat(config.wechatPay, number, now());
  if (payType === payTypes.alipay && config.alipay) return askAlipay(config.alipay, number, now());
  return null;
}

/** A buyer's order, of which its gateway shall be asked. Throws 404. */
export async function orderToCheck(platform: Tx, deps: Dependencies, { tenantId }: Buyer, id: number): Promise<PackageOrder> {
  const order = await readOrder(platform, deps, id, tenantId);
  if (!order) throw notFound('订单');
  return order;
}

/**
 * What the gateway of an unpaid order says; null when it was not paid there. For
 * outside of every transaction: it takes seconds. Throws 503.
 */
export const askOf = async (deps: Dependencies, order: PackageOrder): Promise<Notice | null> =>
  order.payStatus === payStatus.paid ? null : ask(deps, order.payType, order.orderNo);

/** Books what the gateway said of an order; gives the order as it is then. */
export async function settleChecked(
  platform: Tx,
  deps: Dependencies,
  order: PackageOrder,
  { number, reference, amountFen }: Notice,
): Promise<PackageOrder> {
  await settleNotified(platform, deps, number, { payType: order.payType as number, amountFen, reference, userName: null });
  return (await readOrder(platform, deps, order.id, order.tenantId)) as PackageOrder;
}

interface Waiting {
  number: string;
  pay_type: number;
}

/** Asks for the orders that wait for a gateway's word; gives how many were paid. A gateway that is away is not asked again in this run. */
export async function checkPayments(deps: Dependencies, now: number, most: number): Promise<number> {
  const { wechatPay, alipay } = deps.config;
  const ways = new Set([...(wechatPay ? [payTypes.wechat] : []), ...(alipay ? [payTypes.alipay] : [])] as number[]);
  if (ways.size === 0) return 0;
  const waiting = await deps.inTenant(PLATFORM, (platform) =>
    platform.rows<Waiting>(
      db
        .selectFrom('package_orders')
        .select(['number', 'pay_type'])
        .where('tenant_id', '=', PLATFORM)
        .where('pay_status', '=', payStatus.paying)
        .where('pay_type', 'in', [...ways])
        .where('updated_at', '<=', isoOf(now - PATIENCE_MS))
        .orderBy(sql`random()`)
        .limit(Math.min(most, MOST)) as never,
    ),
  );
  let found = 0;
  for (const { number, pay_type: payType } of waiting) {
    if (!ways.has(payType)) continue;
    const paid = await ask(deps, payType, number).catch(() => {
      ways.delete(payType);
      deps.log.warn({ payType }, 'a payment gateway cannot be asked');
      return null;
    });
    if (!paid) continue;
    const { reference, amountFen } = paid;
    await deps.inTenant(PLATFORM, (platform) => settleNotified(platform, deps, number, { payType, amountFen, reference, userName: null }));
    found++;
  }
  return found;
}
