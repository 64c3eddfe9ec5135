/** The one way in which a goods order changes: guard, compare-and-set, log, event. */
import { sql, type Updateable } from 'kysely';
import { actionLabels, canDo, stateText, type GoodsAction } from '#contract/orders/goods-orders.rules.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import { db } from '../db/tenant.ts';
import { conflict, notFound } from '../errors.ts';
import { readOrder, visibleTo } from './goods-order-rows.ts';

export type Order = Awaited<ReturnType<typeof openOrder>>;

/** 409 with the order as it is now. */
const stale = async (context: Context, id: number, message: string) => conflict(message, await readOrder(context, id));

/** The order, if the session reaches it, it is as the caller read it, and `action` is open to it. */
export async function openOrder(context: Context, id: number, action: GoodsAction, version: number | undefined) {
  const order = await context.tx.row(visibleTo(context.session).where('goods_orders.id', '=', id).selectAll('goods_orders'));
  if (!order) throw notFound('订单');
  if (version !== undefined && version !== order.version) throw await stale(context, id, '订单已被他人修改，请刷新后重试');
  if (!canDo(action, order)) throw await stale(context, id, `订单${stateText(order)}，不能${actionLabels[action]}`);
  return order;
}

/** Sets the order's columns if it is still as `openOrder` found it: of any number of callers one wins, the others get 409. */
export async function claim(context: Context, order: Order, set: Updateable<Tables['goods_orders']>): Promise<void> {
  const { tx, session } = context;
  const won = await tx.run(
    db
      .updateTable('goods_orders')
      .set({ ...set, operator_id: session.userId, version: sql`version + 1`, updated_at: sql`now()` } as never)
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', order.id)
      .where('version', '=', order.version)
      .where('payment', '=', order.payment)
      .where('deleted_at', 'is', null),
  );
  if (won === 0) throw await stale(context, order.id, '订单已被他人处理，请刷新后重试');
}

/** Writes what was done to the order's log and tells the open pages. */
export async function record(context: Context, id: number, action: GoodsAction | 'create', note: string): Promise<void> {
  const { tx, session } = context;
  const its = { tenant_id: tx.tenantId, goods_order_id: id, user_id: session.userId, user_name: session.name };
  await tx.run(db.insertInto('goods_order_logs').values({ ...its, action, note }));
  await context.emit('goods-order.changed', { goodsOrderId: id });
}
