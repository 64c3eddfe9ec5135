/** A goods order as lists show it, and which of them a session may see. */
import { sql, type SelectQueryBuilder } from 'kysely';
import type { z } from 'zod';
import { toYuan } from '#contract/fields.ts';
import type { GoodsOrder, GoodsOrderLine, goodsOrders as routes } from '#contract/goods-orders/goods-orders.ts';
import { dataScopes } from '#contract/users/roles.ts';
import type { Context, Session } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import { db } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import type { SelectedBy } from '../lists/query.ts';
import { containing } from '../lists/like.ts';
import { placeOfPerson } from '../rooms/places.ts';
import { phoneFound } from '../lists/phone-search.ts';

/**
 * Scope "own" reaches the orders that one wrote down and those for people in one's care,
 * scope "department" those for people of its departments as well.
 */
export function visibleTo(session: Session) {
  const query = db
    .selectFrom('goods_orders')
    .where('goods_orders.tenant_id', '=', session.tenantId)
    .where('goods_orders.deleted_at', 'is', null);
  const { dataScope, departmentIds, userId } = session;
  if (dataScope <= dataScopes.institution) return query;
  const departments = dataScope === dataScopes.own ? sql`false` : sql`p.department_id = any(${departmentIds}::bigint[])`;
  return query.where(sql<boolean>`(goods_orders.created_by = ${userId} or exists (select from people p
    where p.tenant_id = goods_orders.tenant_id and p.id = goods_orders.person_id and (p.carer_id = ${userId} or ${departments})))`);
}

/** What the list's filters leave. */
export function matching(session: Session, input: Partial<z.output<typeof routes.statistics.input>>) {
  let query = visibleTo(session);
  const { orderNo, nickName, phone, productName, oldmanId, payStatus, deliveryStatus, startTime, endTime } = input;
  if (orderNo) query = query.where('goods_orders.number', 'like', containing(orderNo.toUpperCase()));
  if (nickName) query = query.where('goods_orders.orderer_name', 'like', containing(nickName));
  if (phone) query = query.where(phoneFound('goods_orders.phone', phone));
  if (oldmanId) query = query.where('goods_orders.person_id', '=', oldmanId);
  if (payStatus !== undefined) query = query.where('goods_orders.payment', '=', payStatus);
  if (deliveryStatus !== undefined) query = query.where('goods_orders.delivery', '=', deliveryStatus);
  if (startTime) query = query.where('goods_orders.created_at', '>=', startTime);
  if (endTime) query = query.where('goods_orders.created_at', '<=', endTime);
  if (productName) {
    query = query.where(sql<boolean>`exists (select from goods_order_lines l
      where l.tenant_id = goods_orders.tenant_id and l.goods_order_id = goods_orders.id
        and l.product_name like ${containing(productName)})`);
  }
  return query;
}

const lines = (value: string) =>
  sql.raw(`(select ${value} from goods_order_lines l where l.tenant_id = goods_orders.tenant_id and l.goods_order_id = goods_orders.id)`);
const user = (column: string) =>
  sql.raw(`(select u.name from users u where u.tenant_id = goods_orders.tenant_id and u.id = goods_orders.${column})`);

const bedPlace = sql<string | null>`case when goods_orders.signed_at is null and goods_orders.closed_at is null then
  ${placeOfPerson(sql.ref('goods_orders.tenant_id'), sql.ref('goods_orders.person_id'))} end`;

/** Adds what a list shows of the lines; scalar subqueries, because a sorted page needs them for its own rows only. */
export const withSummary = (query: SelectQueryBuilder<Tables, 'goods_orders', object>) =>
  query
    .selectAll('goods_orders')
    .select([
      sql<string>`${lines("string_agg(l.product_name, '、' order by l.id)")}`.as('product_names'),
      sql<string | null>`${lines('(array_agg(l.image order by l.id) filter (where l.image is not null))[1]')}`.as('image'),
      sql<number>`${lines('sum(l.quantity)')}`.as('num'),
      sql<number | null>`${lines('case when min(l.unit_fen) = max(l.unit_fen) then min(l.unit_fen) end')}`.as('unit_fen'),
      bedPlace.as('bed_place'),
      sql<string | null>`${user('operator_id')}`.as('operator_name'),
      sql<string | null>`${user('created_by')}`.as('creator_name'),
    ]);

type Row = SelectedBy<ReturnType<typeof withSummary>>;

export const toOrder = (row: Row): z.output<typeof GoodsOrder> => ({
  id: row.id,
  orderNo: row.number,
  buyTime: row.created_at,
  payTime: row.paid_at,
  unitPrice: row.unit_fen === null ? null : toYuan(row.unit_fen),
  num: row.num,
  payType: row.pay_type,
  orderPrice: toYuan(row.total_fen),
  nickName: row.orderer_name,
  phone: row.phone,
  address: row.address,
  bedPlace: row.bed_place,
  productName: row.product_names,
  productImage: row.image,
  oldmanId: row.person_id,
  payStatus: row.payment,
  deliveryStatus: row.delivery,
  carrier: row.carrier,
  trackingNo: row.tracking_number,
  shipTime: row.shipped_at,
  signTime: row.signed_at,
  closeTime: row.closed_at,
  closeReason: row.close_reason,
  remarks: row.remarks,
  operationUserName: row.operator_name,
  createBy: row.creator_name,
  version: row.version,
});

/** One order's list row; 404 when the session reaches none of that id. */
export async function readOrder({ tx, session }: Context, id: number) {
  const row = await tx.row(withSummary(visibleTo(session).where('goods_orders.id', '=', id)));
  if (!row) throw notFound('订单');
  return toOrder(row);
}

export const linesOf = ({ tx }: Pick<Context, 'tx'>, id: number) =>
  tx.rows(
    db.selectFrom('goods_order_lines').selectAll().where('tenant_id', '=', tx.tenantId).where('goods_order_id', '=', id).orderBy('id'),
  );

export const toLine = (row: Awaited<ReturnType<typeof linesOf>>[number]): z.output<typeof GoodsOrderLine> => ({
  id: row.id,
  orderNo: row.number,
  productId: row.product_id,
  productName: row.product_name,
  productImage: row.image,
  kind: row.kind,
  unit: row.unit,
  unitPrice: toYuan(row.unit_fen),
  num: row.quantity,
  totalPrice: toYuan(row.unit_fen * row.quantity),
});
