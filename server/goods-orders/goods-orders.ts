/** Goods orders: lists, and every handler in one place. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { toYuan } from '#contract/fields.ts';
import { after, canDo, payment } from '#contract/orders/goods-orders.rules.ts';
import { goodsOrders as routes, saleProducts as saleRoutes, type GoodsOrder } from '#contract/orders/goods-orders.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import { needPhone } from '../phones.ts';
import { exporting, type List } from '../transfers/exports.ts';
import { create } from './goods-order-creation.ts';
import { cancel, pay, refund } from './goods-order-money.ts';
import { linesOf, matching, readOrder, toLine, toOrder, visibleTo, withSummary } from './goods-order-rows.ts';
import { claim, openOrder, record } from './goods-order-steps.ts';
import { goodsOrderSheet } from './goods-orders-sheet.ts';
import { giveBack } from './product-stock.ts';
import { available, categoryName } from './product-rows.ts';

const sorts = {
  create_time: 'goods_orders.created_at',
  buy_time: 'goods_orders.created_at',
  order_no: 'goods_orders.number',
  order_price: 'goods_orders.total_fen',
};
const orderOfList = (input: { ascs?: string[] | undefined; descs?: string[] | undefined }) => orderOf(input, sorts, 'goods_orders.created_at');

const list: List<z.output<typeof GoodsOrder>> = {
  matching: (input, { session }) => matching(session, input),
  listed: (query) => withSummary(query as never) as never,
  order: orderOfList,
  toRow: toOrder,
};

async function statistics(input: z.output<typeof routes.statistics.input>, context: Context) {
  const count = (where: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${where})`;
  const sum = (paid: number) => sql<number>`coalesce(sum(goods_orders.total_fen) filter (where goods_orders.payment = ${sql.lit(paid)}), 0)`;
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

const CONTACT = { orderer_name: '姓名', phone: '电话', address: '地址', remarks: '备注' } as const;

async function update({ id, version, nickName, phone, address, remarks }: z.output<typeof routes.update.input>, context: Context): Promise<boolean> {
  const order = await openOrder(context, id, 'edit', version);
  needPhone('contact', phone, order.phone);
  const contact = { orderer_name: nickName, phone, address, remarks: remarks === undefined ? order.remarks : remarks };
  const changed = (Object.keys(CONTACT) as (keyof typeof CONTACT)[]).filter((key) => order[key] !== contact[key]);
  if (changed.length === 0) return true;
  await claim(context, order, contact);
  await record(context, id, 'edit', changed.map((key) => CONTACT[key]).join('、'));
  return true;
}

/** What was never paid may go from the lists; its row, its log and its stock movements stay. */
async function remove({ id }: { id: number }, context: Context): Promise<boolean> {
  const order = await openOrder(context, id, 'delete', undefined);
  const unpaid = canDo('cancel', order);
  await claim(context, order, {
    deleted_at: sql`now()`,
    ...(unpaid ? { payment: payment.cancelled, closed_at: sql`now()`, close_reason: '删除订单' } : {}),
  } as never);
  if (unpaid) await giveBack(context, order, await linesOf(context, id));
  await record(context, id, 'delete', order.number);
  return true;
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
  remove,
  pay: (input, context) => once(context, routes.pay, input, () => pay(input, context)),

  async ship({ id, version, carrier, trackingNo }, context) {
    const order = await openOrder(context, id, 'ship', version);
    const set = { delivery: after('ship', order).delivery, carrier, tracking_number: trackingNo, shipped_at: sql`now()` };
    await claim(context, order, set as never);
    await record(context, id, 'ship', [carrier, trackingNo].filter(Boolean).join(' '));
    return true;
  },

  async sign({ id, version }, context) {
    const order = await openOrder(context, id, 'sign', version);
    await claim(context, order, { delivery: after('sign', order).delivery, signed_at: sql`now()` } as never);
    await record(context, id, 'sign', '');
    return true;
  },

  cancel,
  refund: (input, context) => once(context, routes.refund, input, () => refund(input, context)),
};

export const saleProducts: Handlers<typeof saleRoutes> = {
  async page({ name, categoryId, ...input }, context) {
    let query = db.selectFrom('products').where('tenant_id', '=', context.tx.tenantId).where('on_sale', '=', true);
    if (name) query = query.where('name', 'like', `%${name.replace(/[\\%_]/g, '\\$&')}%`);
    if (categoryId) query = query.where('category_id', '=', categoryId);
    const found = await pageOf(context, input, query, (rows) =>
      rows
        .select(['id', 'name', 'kind', 'images', 'price_fen', 'unit', 'description'])
        .select([categoryName.as('categoryName'), available.as('quantity')])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc'),
    );
    return { ...found, records: found.records.map(({ images, price_fen, ...row }) => ({ ...row, image: images[0] ?? null, price: toYuan(price_fen) })) };
  },
};
