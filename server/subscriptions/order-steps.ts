/** The machine of package orders: turns by subscriber, the receipt that waits, its log and its events. In the platform's context. */
import { isoOf } from '#contract/time.ts';
import { sql, type Updateable } from 'kysely';
import { billStates, type orderActionLabels } from '#contract/subscriptions/package-orders.rules.ts';
import {
  closedPackage,
  decidePackage,
  type PackageChange,
  type PackageCommand,
} from '#contract/subscriptions/package-order-commands.rules.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Dependencies, Work } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import { db, type Tx } from '../db/tenant.ts';
import { setColumns, type Machine } from '../db/transitions.ts';
import { conflict, notFound } from '../errors.ts';
import { emit } from '../events.ts';
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

/** An order whose subscriber's turn is taken, with the receipt that waits. */
export interface LockedOrder extends Order {
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
export async function lockOrder(platform: Tx, { id, number, subscriberId }: Which): Promise<LockedOrder> {
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
  return { ...order, bill: bill ?? null };
}

/** Sets the state of a waiting receipt, in its subscriber's turn. */
export async function settleBill(platform: Tx, bill: WaitingBill, set: Updateable<Tables['package_bills']>): Promise<void> {
  await platform
    .run(
      db
        .updateTable('package_bills')
        .set(set)
        .where('tenant_id', '=', PLATFORM)
        .where('id', '=', bill.id)
        .where('state', '=', billStates.waiting),
    )
    .catch((error: { code?: string }) => {
      throw error.code === '23505' ? conflict('该回执单或流水号已用于其他已核实的订单') : error;
    });
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
    db
      .insertInto('package_order_logs')
      .values({ tenant_id: PLATFORM, order_id: id, action, note, user_name: userName, created_at: isoOf(deps.now()) }),
  );
  for (const tenantId of [PLATFORM, subscriber_id]) await emit('package-order.changed', { orderId: id }, { ...platform, tenantId }, deps);
}

/** The platform's transaction. */
export type Platform = Pick<Work, 'tx' | 'deps'>;

export const packageOrder: Machine<Platform, LockedOrder, PackageCommand, PackageChange> = {
  table: 'package_orders',
  read: ({ tx }, id) => lockOrder(tx, { id, subscriberId: null }),
  fresh: async ({ tx, deps }, { id, subscriber_id }) => (await readOrder(tx, deps, id, subscriber_id)) ?? null,
  changed: () => '订单已变化，请刷新后重试',
  taken: () => '订单已被他人处理，请刷新后重试',
  closed: closedPackage,
  decide: decidePackage,
  columns: ({ deps }, _order, { set }) => ({ ...set, updated_at: isoOf(deps.now()) }),
  async follow({ tx }, order, { bill }) {
    if (bill) await settleBill(tx, order.bill as WaitingBill, bill);
  },
  record: ({ tx, deps }, order, { action, note, by }) => record(tx, deps, order, action, note, by),
};

/** Sets columns of an order in any state: sums, terms, and that something was noted of it. Throws 409. */
export const amend = (platform: Platform, order: LockedOrder, set: Updateable<Tables['package_orders']>): Promise<void> =>
  setColumns(packageOrder, platform, order, { ...set, updated_at: isoOf(platform.deps.now()) });
