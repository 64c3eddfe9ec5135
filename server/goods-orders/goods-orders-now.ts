/** Goods orders of 现在: whose money has not come, and whose parcel has not left. */
import { sql, type RawBuilder } from 'kysely';
import { delivery, payment } from '#contract/goods-orders/goods-orders.rules.ts';
import { goodsOrders } from '#contract/goods-orders/goods-orders.ts';
import { fenTextOf } from '../lists/money.ts';
import { firstOf, mayDo, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { placeOfPerson } from '../rooms/places.ts';
import { visibleTo } from './goods-order-rows.ts';

const rows = (tenantId: number, found: RawBuilder<unknown>) => sql<NowFound>`
  select f.id, 4 as severity, 2 as phase, g.orderer_name as name,
    coalesce((select string_agg(l.product_name, '、' order by l.id) from goods_order_lines l
      where l.tenant_id = g.tenant_id and l.goods_order_id = g.id), g.number) as text,
    ${fenTextOf(sql`g.total_fen`)} as note, g.person_id as "personId",
    ${placeOfPerson(sql`g.tenant_id`, sql`g.person_id`)} as place, null::bigint as link, false as mark, f.since, null::timestamptz as due,
    f.total
  from ${found} f join goods_orders g on g.tenant_id = ${tenantId} and g.id = f.id`;

export const unpaidGoodsNow: NowSource = {
  kind: 'goods_pay',
  may: mayDo(goodsOrders.pay.access),
  query: ({ session }) =>
    rows(
      session.tenantId,
      firstOf(
        sql`${visibleTo(session)
          .where('goods_orders.payment', '=', sql.lit(payment.unpaid) as never)
          .select(['goods_orders.id', 'goods_orders.created_at as since'])}`,
        'since, id',
      ),
    ),
};

export const unsentGoodsNow: NowSource = {
  kind: 'goods_ship',
  may: mayDo(goodsOrders.ship.access),
  query: ({ session }) =>
    rows(
      session.tenantId,
      firstOf(
        sql`${visibleTo(session)
          .where('goods_orders.payment', '=', sql.lit(payment.paid) as never)
          .where('goods_orders.delivery', '=', sql.lit(delivery.waiting) as never)
          .select(['goods_orders.id', 'goods_orders.paid_at as since'])}`,
        'since, id',
      ),
    ),
};
