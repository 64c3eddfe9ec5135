/** A paid order opens its package: the term, the menus, the quotas. In the platform's context, in the transaction that takes the money. */
import { DAY, instantOf, isoOf, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { orderKinds } from '#contract/subscriptions/package-prices.rules.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { grantTenant } from '../tenants/grants.ts';
import { inside } from '../db/inside.ts';
import { grantOf } from './grants.ts';
import { amend, record, type LockedOrder, type Order } from './order-steps.ts';

/** Ends the terms that another package takes the place of. */
const endTerms = (platform: Tx, order: Order, at: string) =>
  platform.run(
    db
      .updateTable('package_terms')
      .set({ ended_at: at, ended_by: order.id })
      .where('tenant_id', '=', PLATFORM)
      .where('subscriber_id', '=', order.subscriber_id)
      .where('ended_at', 'is', null)
      .where('ends_at', '>', at),
  );

/** From when to when: another package begins now, otherwise no day that is left is lost. */
async function spanOf(platform: Tx, deps: Dependencies, order: Order): Promise<{ startsAt: number; endsAt: number }> {
  const tenant = await platform.row<{ ends_at: string | null }>(
    db.selectFrom('tenants').select('ends_at').where('id', '=', order.subscriber_id).where('deleted_at', 'is', null).forUpdate(),
  );
  if (!tenant) throw refused('机构已停用，不能开通');
  const now = deps.now();
  const startsAt = order.kind === orderKinds.change || tenant.ends_at === null ? now : Math.max(now, instantOf(tenant.ends_at));
  return { startsAt, endsAt: startsAt + order.days * DAY };
}

/** Opens what was sold, as it was sold. The tenant's administrators are told; who is signed in has the new menus with the next call. */
export async function activate(platform: Tx, deps: Dependencies, order: LockedOrder): Promise<void> {
  const { startsAt, endsAt } = await spanOf(platform, deps, order);
  const now = isoOf(deps.now());
  if (order.kind === orderKinds.change) await endTerms(platform, order, now);
  await platform.run(
    db.insertInto('package_terms').values({
      tenant_id: PLATFORM,
      order_id: order.id,
      subscriber_id: order.subscriber_id,
      package_id: order.package_id,
      package_code: order.package_code,
      days: order.days,
      // What was taken off the price was paid before: it is worth the same when it comes to the next change.
      value_fen: order.price_fen,
      starts_at: isoOf(startsAt),
      ends_at: isoOf(endsAt),
      created_at: now,
    }),
  );
  await grantTenant(platform, deps, order.subscriber_id, grantOf(order.sold), isoOf(endsAt));
  await amend({ tx: platform, deps }, order, {
    order_status: 2,
    activated_at: sql`${now}::timestamptz` as never,
    starts_at: isoOf(startsAt),
    ends_at: isoOf(endsAt),
  });
  const until = textOf(endsAt).slice(0, 10);
  await record(platform, deps, order, 'activate', `${order.package_name}已开通，有效期至${until}`, null);
  await inside(platform, deps, order.subscriber_id, (tx) =>
    tellThoseWith(tx, deps, 'package_order', {
      kind: 'notice',
      title: '产品包已开通',
      text: `订单${order.number}的${order.package_name}已开通，有效期至${until}。`,
      link: '/subscription/index',
    }),
  );
}
