/** Money of goods orders: in once, out once, each with its line; with the stock and the packages that go with it. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { toYuan } from '#contract/fields.ts';
import { after, delivery, payTypeOffered, productKind, type GoodsAction } from '#contract/orders/goods-orders.rules.ts';
import type { goodsOrders as routes } from '#contract/orders/goods-orders.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { grantPackage } from '../elderly/package-grants.ts';
import { voidPackagesOf } from '../elderly/package-refunds.ts';
import { refused } from '../errors.ts';
import { linesOf } from './goods-order-rows.ts';
import { claim, openOrder, record, type Order } from './goods-order-steps.ts';
import { giveBack } from './product-stock.ts';

type Input<N extends 'pay' | 'refund' | 'cancel'> = z.output<(typeof routes)[N]['input']>;

/** The word of a way to pay in the tenant's dictionary; refused (422) when it is none, or not for goods. */
async function payTypeLabel({ tx }: Context, payType: number): Promise<string> {
  const item = await tx.row(
    db
      .selectFrom('dictionary_items as i')
      .innerJoin('dictionaries as d', (on) => on.onRef('d.tenant_id', '=', 'i.tenant_id').onRef('d.id', '=', 'i.dictionary_id'))
      .select('i.label')
      .where('i.tenant_id', '=', tx.tenantId)
      .where('d.type', '=', 'pay_type')
      .where('i.value', '=', String(payType)),
  );
  if (!item || !payTypeOffered(payType)) throw refused('支付方式不可用，请重新选择');
  return item.label;
}

async function book({ tx, session }: Context, order: Order, kind: 1 | 2, payType: number): Promise<void> {
  const its = { tenant_id: tx.tenantId, goods_order_id: order.id, user_id: session.userId, user_name: session.name };
  const amount = kind === 1 ? order.total_fen : -order.total_fen || 0;
  await tx.run(db.insertInto('goods_order_payments').values({ ...its, kind, amount_fen: amount, pay_type: payType }));
}

const yuan = (fen: number) => `¥${toYuan(fen).toFixed(2)}`;
const stateAfter = (action: GoodsAction, order: Order) => ({ payment: after(action, order).payment });

/** Takes the money, and gives the person the packages that were bought. */
export async function pay({ id, version, payType }: Input<'pay'>, context: Context): Promise<boolean> {
  const order = await openOrder(context, id, 'pay', version);
  const label = await payTypeLabel(context, payType);
  await claim(context, order, { ...stateAfter('pay', order), pay_type: payType, paid_at: sql`now()` } as never);
  await book(context, order, 1, payType);
  for (const line of await linesOf(context, id)) {
    if (line.kind !== productKind.package || line.package_id === null) continue;
    await grantPackage(context, {
      personId: order.person_id,
      packageId: line.package_id,
      goodsOrderId: id,
      quantity: line.quantity,
      remarks: `商品订单 ${order.number}`,
    });
  }
  await record(context, id, 'pay', `${label} ${yuan(order.total_fen)}`);
  return true;
}

/** Nothing was paid: the stock comes back. */
export async function cancel({ id, version, reason }: Input<'cancel'>, context: Context): Promise<boolean> {
  const order = await openOrder(context, id, 'cancel', version);
  await claim(context, order, { ...stateAfter('cancel', order), closed_at: sql`now()`, close_reason: reason } as never);
  await giveBack(context, order, await linesOf(context, id));
  await record(context, id, 'cancel', reason);
  return true;
}

/** The whole sum goes back the way it came; what was not sent, or was sent back, goes to the stock; packages become void. */
export async function refund({ id, version, reason, restock }: Input<'refund'>, context: Context): Promise<boolean> {
  const order = await openOrder(context, id, 'refund', version);
  await claim(context, order, { ...stateAfter('refund', order), closed_at: sql`now()`, close_reason: reason } as never);
  await book(context, order, 2, order.pay_type as number);
  const sent = order.delivery === delivery.sent || order.delivery === delivery.signed;
  if (!sent || restock) await giveBack(context, order, await linesOf(context, id));
  await voidPackagesOf(context, id, `商品订单 ${order.number} 退款：${reason}`);
  await record(context, id, 'refund', [yuan(order.total_fen), sent && !restock ? '商品未退回' : null, reason].filter(Boolean).join('，'));
  return true;
}
