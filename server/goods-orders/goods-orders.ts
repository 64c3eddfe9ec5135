/** Goods orders: lists, and every handler in one place. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { toYuan } from '#contract/fields.ts';
import { payment, payTypeOffered } from '#contract/goods-orders/goods-orders.rules.ts';
import { goodsOrders as routes, saleProducts as saleRoutes } from '#contract/goods-orders/goods-orders.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { apply, applyTo, openFor } from '../db/transitions.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import { needPhone } from '../phones.ts';
import { containing } from '../lists/like.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import { exporting } from '../transfers/exports.ts';
import { create } from './goods-order-creation.ts';
import { linesOf, matching, readOrder, toLine, toOrder, visibleTo, withSummary } from './goods-order-rows.ts';
import { goodsOrder, payTypeLabel } from './goods-order-steps.ts';
import { goodsOrderSheet } from './goods-orders-sheet.ts';
import { available, categoryName } from './product-rows.ts';

const sorts = {
  create_time: 'goods_orders.created_at',
  buy_time: 'goods_orders.created_at',
  order_no: 'goods_orders.number',
  order_price: 'goods_orders.total_fen',
};
const orderOfList = (input: { ascs?: string[] | undefined; descs?: string[] | undefined }) =>
  orderOf(input, sorts, 'goods_orders.created_at');

const list = listFrom({
  matching: (input: SearchOf<typeof routes.page>, { session }) => matching(session, input),
  listed: withSummary,
  order: orderOfList,
  toRow: toOrder,
});

async function statistics(input: z.output<typeof routes.statistics.input>, context: Context) {
  const count = (where: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${where})`;
  const sum = (paid: number) =>
    sql<number>`coalesce(sum(goods_orders.total_fen) filter (where goods_orders.payment = ${sql.lit(paid)}), 0)`;
  const found = await context.tx.row(
    matching(context.session, input).select([
      sql<number>`count(*)`.as('orders'),
      count(sql`goods_orders.payment = ${sql.lit(payment.unpaid)}`).as('unpaid'),
      count(sql`goods_orders.payment = ${sql.lit(payment.paid)} and goods_orders.delivery = 1`).as('toShip'),
      sum(payment.paid).as('income'),
      sum(payment.refunded).as('refunded'),
    ]),
  );
  const { orders, unpaid, toShip, income, refunded } = found!;
  return { orders, unpaid, toShip, income: toYuan(income), refunded: toYuan(refunded) };
}

async function update(
  { id, version, nickName, phone, address, remarks }: z.output<typeof routes.update.input>,
  context: Context,
): Promise<boolean> {
  const order = await openFor(goodsOrder, context, { id, version }, 'edit');
  needPhone('contact', phone, order.phone);
  return applyTo(goodsOrder, context, order, { action: 'edit', contact: { orderer_name: nickName, phone, address, remarks } });
}

async function pay({ id, version, payType }: z.output<typeof routes.pay.input>, context: Context): Promise<boolean> {
  const label = payTypeOffered(payType) ? ((await payTypeLabel(context, payType)) ?? null) : null;
  return apply(goodsOrder, context, { id, version }, { action: 'pay', payType, label });
}

/** 404 unless the session reaches the order. */
const detailed = async (context: Context, id: number) => {
  const order = await readOrder(context, id);
  return { order, details: (await linesOf(context, id)).map(toLine) };
};

export const goodsOrders: Handlers<typeof routes> = {
  async page(input, context) {
    const order = orderOfList(input);
    const listed = (query: ReturnType<typeof visibleTo>) => inOrder(withSummary(query), order);
    const found = await pageOf(context, input, matching(context.session, input), listed, order);
    return { ...found, records: found.records.map(toOrder) };
  },
  export: exporting(routes.export, goodsOrderSheet(list)),
  statistics,

  async get({ id }, context) {
    const { order, details } = await detailed(context, id);
    const logs = await context.tx.rows(
      db
        .selectFrom('goods_order_logs')
        .select(['id', 'action', 'note', 'user_name as userName', 'created_at as createTime'])
        .where('tenant_id', '=', context.tx.tenantId)
        .where('goods_order_id', '=', id)
        .orderBy('id'),
    );
    return { ...order, details, logs };
  },
  details: async ({ id }, context) => (await detailed(context, id)).details,

  create: (input, context) => once(context, routes.create, input, () => create(input, context)),
  update,
  // What was never paid may go from the lists.
  remove: (which, context) => apply(goodsOrder, context, which, { action: 'delete' }),
  pay: (input, context) => once(context, routes.pay, input, () => pay(input, context)),
  ship: ({ carrier, trackingNo, ...which }, context) => apply(goodsOrder, context, which, { action: 'ship', carrier, trackingNo }),
  sign: (which, context) => apply(goodsOrder, context, which, { action: 'sign' }),
  cancel: ({ reason, ...which }, context) => apply(goodsOrder, context, which, { action: 'cancel', reason }),
  refund: (input, context) =>
    once(context, routes.refund, input, () =>
      apply(goodsOrder, context, input, { action: 'refund', reason: input.reason, restock: input.restock }),
    ),
};

export const saleProducts: Handlers<typeof saleRoutes> = {
  async page({ name, categoryId, ...input }, context) {
    let query = db.selectFrom('products').where('tenant_id', '=', context.tx.tenantId).where('on_sale', '=', true);
    if (name) query = query.where('name', 'like', containing(name));
    if (categoryId) query = query.where('category_id', '=', categoryId);
    const found = await pageOf(context, input, query, (rows) =>
      rows
        .select(['id', 'name', 'kind', 'images', 'price_fen', 'unit', 'description'])
        .select([categoryName.as('categoryName'), available.as('quantity')])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc'),
    );
    return {
      ...found,
      records: found.records.map(({ images, price_fen, ...row }) => ({ ...row, image: images[0] ?? null, price: toYuan(price_fen) })),
    };
  },
};
