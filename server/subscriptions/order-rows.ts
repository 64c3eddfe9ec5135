/** Package orders as they are read. All of it runs in the platform's context: whose order it is says `subscriber_id`. */
import { sql, type Selectable } from 'kysely';
import { toYuan } from '#contract/fields.ts';
import type { OrderClaim } from '#contract/subscriptions/order-verifications.ts';
import type { PackageOrder, PackageOrderDetail } from '#contract/subscriptions/package-orders.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { z } from 'zod';
import type { Context, Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import type { Tables } from '../db/tables.ts';
import type { SelectedBy } from '../lists/query.ts';
import { signedLink } from '../files/file-links.ts';

/** The order with its subscriber, its last receipt and its last invoice. */
export const ordersQuery = () =>
  db
    .selectFrom('package_orders as o')
    .innerJoin('tenants as t', 't.id', 'o.subscriber_id')
    .leftJoin(
      sql<Selectable<Tables['package_bills']>>`lateral (select b.* from package_bills b
        where b.tenant_id = o.tenant_id and b.order_id = o.id order by b.id desc limit 1)`.as<'b'>(sql`b`),
      (on) => on.onTrue(),
    )
    .where('o.tenant_id', '=', PLATFORM);

type Orders = ReturnType<typeof ordersQuery>;

const orderColumns = [
  'o.id',
  'o.number as orderNo',
  'o.subscriber_id as tenantId',
  't.name as tenantName',
  'o.package_name as itemName',
  'o.days as itemDuration',
  'o.total_fen',
  'o.package_id as packageId',
  'o.package_code as packageCode',
  'o.sku',
  'o.source',
  'o.buy_type as buyType',
  'o.kind',
  'o.price_fen',
  'o.credit_fen',
  'o.pay_status as payStatus',
  'o.order_status as orderStatus',
  'o.pay_type as payType',
  'o.created_at as createTime',
  'o.deadline_at as deadline',
  'o.starts_at as startTime',
  'o.ends_at as endTime',
  'o.paid_at as payTime',
  'o.activated_at as activateTime',
  'o.closed_at as closeTime',
  'o.close_reason as closeReason',
  'o.buyer_name as buyerName',
  'o.buyer_phone as buyerPhone',
  'b.bill_no as billNo',
  'b.receipt_no as receiptNo',
  'b.bill_url as billUrl',
  'b.state as billState',
  'b.created_at as billTime',
  'b.reason as billReason',
  'o.refund_fen',
  'o.verified_name as verifiedName',
  sql<
    number | null
  >`(select i.state from package_invoices i where i.tenant_id = o.tenant_id and i.order_id = o.id order by i.id desc limit 1)`.as(
    'invoiceState',
  ),
  sql<number | null>`(select c.kind from package_claims c where c.tenant_id = o.tenant_id and c.order_id = o.id and c.state = 1)`.as(
    'claimKind',
  ),
  'o.version',
] as const;

/** The orders of a query as they are read. */
export const withOrder = (query: Orders) => query.select(orderColumns);
export type OrderRow = SelectedBy<ReturnType<typeof withOrder>>;

/** A row in yuan. */
export const inYuan = ({ total_fen, price_fen, credit_fen, refund_fen, ...row }: OrderRow): Omit<PackageOrder, 'billLink'> => ({
  ...row,
  itemPrice: toYuan(total_fen),
  listPrice: toYuan(price_fen),
  credit: toYuan(credit_fen),
  refund: toYuan(refund_fen),
});

/** A row as the wire has it. */
export function toOrder(deps: Dependencies, row: OrderRow): PackageOrder {
  return {
    ...inYuan(row),
    billLink: row.billUrl ? signedLink(deps.secrets, row.tenantId, row.billUrl, deps.now()) : null,
  };
}

/** One order; `subscriberId` null reads anybody's. Undefined when there is none. */
export async function readOrder(
  platform: Tx,
  deps: Dependencies,
  id: number,
  subscriberId: number | null,
): Promise<PackageOrder | undefined> {
  let query = ordersQuery().where('o.id', '=', id);
  if (subscriberId !== null) query = query.where('o.subscriber_id', '=', subscriberId);
  const row = await platform.row(withOrder(query));
  return row ? toOrder(deps, row) : undefined;
}

/** The order with its log and its money. */
export async function readDetail(
  platform: Tx,
  deps: Dependencies,
  id: number,
  subscriberId: number | null,
): Promise<z.output<typeof PackageOrderDetail> | undefined> {
  const order = await readOrder(platform, deps, id, subscriberId);
  if (!order) return undefined;
  const logs = await platform.rows<{ action: string; note: string; userName: string | null; createTime: string }>(
    db
      .selectFrom('package_order_logs')
      .select(['action', 'note', 'user_name as userName', 'created_at as createTime'])
      .where('tenant_id', '=', PLATFORM)
      .where('order_id', '=', id)
      .orderBy('id'),
  );
  const payments = await platform.rows<{ fen: number; payType: number; reference: string; userName: string | null; createTime: string }>(
    db
      .selectFrom('package_payments')
      .select(['amount_fen as fen', 'pay_type as payType', 'reference', 'user_name as userName', 'created_at as createTime'])
      .where('tenant_id', '=', PLATFORM)
      .where('order_id', '=', id)
      .orderBy('id'),
  );
  return { ...order, logs, payments: payments.map(({ fen, ...payment }) => ({ ...payment, amount: toYuan(fen) })) };
}

/** What was noted of an order's money, for the platform, the newest first. */
export async function readClaims({ tx, session }: Pick<Context, 'tx' | 'session'>, orderId: number): Promise<OrderClaim[]> {
  const { tenantId, userId } = session.home;
  const rows = await tx.rows<Omit<OrderClaim, 'price'> & { fen: number }>(sql`
    select id, kind, pay_type as "payType", amount_fen as fen, reference, note, state, made_name as "userName", created_at as "createTime",
      made_tenant_id = ${tenantId} and made_user_id = ${userId} as own, decided_name as "decidedName", decided_at as "decidedTime", reason
    from package_claims where tenant_id = ${PLATFORM} and order_id = ${orderId} order by id desc`);
  return rows.map(({ fen, ...row }) => ({ ...row, price: toYuan(fen) }));
}
