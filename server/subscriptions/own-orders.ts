/** What a buyer does with the orders of the institution; signed in and outside of login alike. In the platform's context. */
import type { PackageOrder } from '#contract/subscriptions/package-orders.ts';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { applyTo } from '../db/transitions.ts';
import { notFound } from '../errors.ts';
import type { Buyer } from './buyers.ts';
import { expireOf } from './expiry.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { currentOrder } from './order-creation.ts';
import { ordersQuery, readDetail, toOrder, withOrder } from './order-rows.ts';
import { inTurn, lockOrder, packageOrder } from './order-steps.ts';
import { containing } from '../lists/like.ts';
import { smallPage } from './small-pages.ts';

/** Ends what is overdue first: what is read is what is. */
async function settled(platform: Tx, deps: Dependencies, { tenantId }: Buyer): Promise<void> {
  await inTurn(platform, tenantId);
  await expireOf(platform, deps, tenantId);
}

/** The order under way, or null. */
export async function readCurrent(platform: Tx, deps: Dependencies, buyer: Buyer): Promise<PackageOrder | null> {
  await settled(platform, deps, buyer);
  return currentOrder(platform, deps, buyer.tenantId);
}

interface Search {
  current: number;
  size: number;
  orderNo?: string | undefined;
  payStatus?: number | undefined;
  ascs?: string[] | undefined;
}

/** The institution's orders, newest first. */
export async function readOwn(platform: Tx, deps: Dependencies, buyer: Buyer, input: Search) {
  await settled(platform, deps, buyer);
  let matching = ordersQuery().where('o.subscriber_id', '=', buyer.tenantId);
  if (input.orderNo) matching = matching.where('o.number', 'like', containing(input.orderNo));
  if (input.payStatus) matching = matching.where('o.pay_status', '=', input.payStatus);
  const direction = input.ascs?.includes('create_time') ? 'asc' : 'desc';
  const found = await smallPage(platform, input, matching, (query) =>
    withOrder(query).orderBy('o.created_at', direction).orderBy('o.id', direction),
  );
  return { ...found, records: found.records.map((row) => toOrder(deps, row)) };
}

/** One order with its log and money. Throws 404. */
export async function readOwnDetail(platform: Tx, deps: Dependencies, buyer: Buyer, id: number) {
  await settled(platform, deps, buyer);
  const detail = await readDetail(platform, deps, id, buyer.tenantId);
  if (!detail) throw notFound('订单');
  return detail;
}

/** Cancels an order that is not paid; a receipt that waits is withdrawn, and the platform is told that money may come. Throws 404, 409. */
export async function cancelOrder(platform: Tx, deps: Dependencies, buyer: Buyer, id: number): Promise<true> {
  const order = await lockOrder(platform, { id, subscriberId: buyer.tenantId });
  const { bill } = order;
  await applyTo(packageOrder, { tx: platform, deps }, order, { action: 'cancel', by: buyer.name });
  if (bill)
    await tellThoseWith(platform, deps, 'sys_packageorder_refund', {
      kind: 'notice',
      title: '已提交回执的订单被取消',
      text: `订单${order.number}已由${buyer.name}取消，回执单（流水号${bill.bill_no}）已撤回。如款项到账，请登记后退款。`,
      link: '/platform/order',
    });
  return true;
}
