/** Goods orders in a person's timeline: when they were written, and what became of them. */
import { sql } from 'kysely';
import { paymentLabels } from '#contract/goods-orders/goods-orders.rules.ts';
import { goodsOrders } from '#contract/goods-orders/goods-orders.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, joined, userName, wordOf, type TimelineSource } from '../lists/timeline-sources.ts';
import { visibleTo } from './goods-order-rows.ts';

export const goodsOrdered: TimelineSource = {
  name: 'goods_order',
  may: mayDo(goodsOrders.page.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`g.created_at`,
        id: sql`g.id`,
        title: sql`'商品订单' || coalesce('：' || (select string_agg(l.product_name, '、' order by l.id) from goods_order_lines l
          where l.tenant_id = g.tenant_id and l.goods_order_id = g.id), '')`,
        text: joined(sql`g.number`, wordOf(sql`g.payment`, paymentLabels)),
        who: userName(sql`g.tenant_id`, sql`g.created_by`),
      },
      sql`from (${visibleTo(session).selectAll('goods_orders')}) g where g.person_id = ${personId}`,
    ),
};
