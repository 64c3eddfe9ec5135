/** The one way in which a package order changes: take turns by subscriber, guard, compare-and-set, log, event. In the platform's context. */
import { sql, type Updateable } from 'kysely';
import { after, billStates, canDo, orderActionLabels, payStatus, payStatusLabels, type OrderAction } from '#contract/subscriptions/package-orders.rules.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Dependencies } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, notFound } from '../errors.ts';
import { emit } from '../events.ts';
import { instantOf, isoOf } from '../db/times.ts';
import { readOrder } from './order-rows.ts';
import type { PackageRow } from './offers.ts';

export interface Order {
  id: number;
  number: string;
  subscriber_id: number;
  kind: number;
  package_id: number;
  package_code: string;
  package_name: string;
  sold: PackageRow;
  days: number;
  price_fen: number;
  credit_fen: number;
  total_fen: number;
  pay_status: number;
  order_status: number;
  pay_type: number | null;
  deadline_at: string;
  buyer_phone: string | null;
  refund_fen: number;
  version: number;
}

export interface WaitingBill {
  id: number;
  bill_no: string;
  receipt_no: string;
  bill_url: string;
  receipt_hash: Buffer;
  uploaded_tenant_id: number;
  uploaded_user_id: number;
  created_at: string;
}

export interface Locked {
  order: Order;
  /** The receipt that waits. */
  bill: WaitingBill | null;
}

/** Whoever changes a subscriber's orders or terms takes turns: what is left of a package is counted once. */
export const inTurn = (platform: Tx, subscriberId: number) =>
  platform.run(sql`select pg_advisory_xact_lock(hashtextextended(${`subscription ${subscriberId}`}, 0))`);

const columns = [
  'id',
  'number',
  'subscriber_id',
  'kind',
  'package_id',
  'package_code',
  'package_name',
  'sold',
  'days',
  'price_fen',
  'credit_fen',
  'total_fen',
  'pay_status',
  'order_status',
  'pay_type',
  'deadline_at',
  'buyer_phone',
  'refund_fen',
  'version',
] as const;

/** Who an order is looked for by: its id or number, among all or one subscriber's. */
export interface Which {
  id?: number;
  number?: string;
  subscriberId: number | null;
}

/** The order, its subscriber's turn taken, as it is now. Throws 404. */
export async function lockOrder(platform: Tx, { id, number, subscriberId }: Which): Promise<Locked> {
  let query = db.selectFrom('package_orders').select(columns).where('tenant_id', '=', PLATFORM);
  if (id !== undefined) query = query.where('id', '=', id);
  if (number !== undefined) query = query.where('number', '=', number);
  if (subscriberId !== null) query = query.where('subscriber_id', '=', subscriberId);
  const seen = await platform.row<Order>(query as never);
  if (!seen) throw notFound('订单');
  await inTurn(platform, seen.subscriber_id);
  const order = (await platform.row<Order>(query as never)) as Order;
  const bill = await platform.row<WaitingBill>(
    db
      .selectFrom('package_bills')
      .select(['id', 'bill_no', 'receipt_no', 'bill_url', 'receipt_hash', 'uploaded_tenant_id', 'uploaded_user_id', 'created_at'])
      .where('tenant_id', '=', PLATFORM)
      .where('order_id', '=', order.id)
      .where('state', '=', billStates.waiting),
  );
  return { order, bill: bill ?? null };
}

/** 409 with the order as it is now. */
export async function stale(platform: Tx, deps: Dependencies, { id, subscriber_id }: Order, message: string) {
  return conflict(message, (await readOrder(platform, deps, id, subscriber_id)) ?? null);
}

const BY_BUYER: ReadonlySet<OrderAction> = new Set(['pay', 'bill', 'cancel']);

/** Throws 409 unless the order is as the caller read it and the action is open to it. */
export async function guard(platform: Tx, deps: Dependencies, { order, bill }: Locked, action: OrderAction, version?: number): Promise<void> {
  if (version !== undefined && version !== order.version) throw await stale(platform, deps, order, '订单已变化，请刷新后重试');
  const state = { payStatus: order.pay_status, bill: bill !== null };
  // Past its deadline an order is as good as ended, also while nobody has ended it yet; money that has come all the same is taken.
  const late = canDo('expire', state) && BY_BUYER.has(action) && instantOf(order.deadline_at) <= deps.now();
  if (late) throw await stale(platform, deps, order, `订单${payStatusLabels[payStatus.timedOut]}，不能${orderActionLabels[action]}`);
  if (canDo(action, state)) return;
  const why = canDo('pay', state) ? '没有待核实的回执单' : payStatusLabels[order.pay_status];
  throw await stale(platform, deps, order, `订单${why}，不能${orderActionLabels[action]}`);
}

/** Sets columns if the order is still as it was locked. Throws 409. */
export async function change(
  platform: Tx,
  deps: Dependencies,
  order: Order,
  action: OrderAction | null,
  set: Updateable<Tables['package_orders']>,
): Promise<void> {
  const pay_status = action === null ? order.pay_status : after(action, { payStatus: order.pay_status, bill: true });
  const won = await platform.run(
    db
      .updateTable('package_orders')
      .set({ ...set, pay_status, version: sql`version + 1`, updated_at: isoOf(deps.now()) } as never)
      .where('tenant_id', '=', PLATFORM)
      .where('id', '=', order.id)
      .where('version', '=', order.version)
      .where('pay_status', '=', order.pay_status),
  );
  if (won === 0) throw await stale(platform, deps, order, '订单已被他人处理，请刷新后重试');
  order.version++;
  order.pay_status = pay_status;
}

/** Sets the state of a waiting receipt. */
export async function settleBill(platform: Tx, bill: WaitingBill, set: Updateable<Tables['package_bills']>): Promise<void> {
  const changed = await platform.run(
    db.updateTable('package_bills').set(set).where('tenant_id', '=', PLATFORM).where('id', '=', bill.id).where('state', '=', billStates.waiting),
  );
  if (changed === 0) throw conflict('回执单已被他人处理，请刷新后重试');
}

/** Writes the order's log; open pages of the subscriber and of the platform read again once this commits. */
export async function record(
  platform: Tx,
  deps: Dependencies,
  { id, subscriber_id }: Pick<Order, 'id' | 'subscriber_id'>,
  action: keyof typeof orderActionLabels,
  note: string,
  userName: string | null,
): Promise<void> {
  await platform.run(
    db.insertInto('package_order_logs').values({ tenant_id: PLATFORM, order_id: id, action, note, user_name: userName, created_at: isoOf(deps.now()) }),
  );
  for (const tenantId of [PLATFORM, subscriber_id]) await emit('package-order.changed', { orderId: id }, { ...platform, tenantId }, deps);
}
