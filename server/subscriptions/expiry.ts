/**
 * Orders that were not paid in time. The deadline is a column: the first request or
 * cleanup run after it ends the order, also after a restart.
 */
import { instantOf, isoOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { payStatus } from '#contract/subscriptions/package-orders.rules.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { applyTo } from '../db/transitions.ts';
import { lockOrder, packageOrder } from './order-steps.ts';

export const EXPIRED = '超过支付期限未支付，订单已自动取消';

const overdue = (deps: Dependencies) =>
  db
    .selectFrom('package_orders as o')
    .select('o.id')
    .where('o.tenant_id', '=', PLATFORM)
    .where('o.pay_status', 'in', [payStatus.pending, payStatus.paying])
    .where('o.deadline_at', '<=', isoOf(deps.now()))
    .where(sql<boolean>`not exists (select from package_bills b where b.tenant_id = o.tenant_id and b.order_id = o.id and b.state = 1)`)
    .orderBy('o.deadline_at');

/** Ends one order if it is still unpaid; false when something else was faster. */
export async function expire(platform: Tx, deps: Dependencies, id: number): Promise<boolean> {
  const order = await lockOrder(platform, { id, subscriberId: null });
  const open = order.pay_status === payStatus.pending || order.pay_status === payStatus.paying;
  if (!open || order.bill || instantOf(order.deadline_at) > deps.now()) return false;
  return applyTo(packageOrder, { tx: platform, deps }, order, { action: 'expire', reason: EXPIRED });
}

/** Ends what is overdue of one subscriber, whose turn the caller has. */
export async function expireOf(platform: Tx, deps: Dependencies, subscriberId: number): Promise<void> {
  for (const { id } of await platform.rows<{ id: number }>(overdue(deps).where('o.subscriber_id', '=', subscriberId)))
    await expire(platform, deps, id);
}

/** Ends the few that are overdue over all subscribers, before the platform reads its list. */
export async function expireSome(platform: Tx, deps: Dependencies): Promise<void> {
  for (const { id } of await platform.rows<{ id: number }>(overdue(deps).limit(20))) await expire(platform, deps, id);
}

/** Ends at most `most` overdue orders, each in a transaction of its own. Gives how many. */
export async function expireOrders(deps: Dependencies, _now: number, most: number): Promise<number> {
  const found = await deps.inTenant(PLATFORM, (platform) => platform.rows<{ id: number }>(overdue(deps).limit(most)));
  let ended = 0;
  for (const { id } of found) if (await deps.inTenant(PLATFORM, (platform) => expire(platform, deps, id))) ended++;
  return ended;
}
