/** The machine of goods orders: what a change brings with it of money, stock and packages, its log and its event. */
import { sql } from 'kysely';
import { productKind, type GoodsAction } from '#contract/goods-orders/goods-orders.rules.ts';
import { closedGoods, decideGoods, type GoodsChange, type GoodsCommand } from '#contract/goods-orders/goods-order-commands.rules.ts';
import { BY_ACCOUNT } from '#contract/accounts/accounts.rules.ts';
import { charge, giveBack } from '../accounts/ledger.ts';
import type { Context, Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import type { Machine } from '../db/transitions.ts';
import { grantPackage } from '../elderly/package-grants.ts';
import { voidPackagesOf } from '../elderly/package-refunds.ts';
import { notFound } from '../errors.ts';
import { linesOf, readOrder, visibleTo } from './goods-order-rows.ts';
import { giveBack as giveStockBack } from './product-stock.ts';

/** An order that the session reaches. Throws 404. */
async function read({ tx, session }: Context, id: number) {
  const order = await tx.row(visibleTo(session).where('goods_orders.id', '=', id).selectAll('goods_orders'));
  if (!order) throw notFound('订单');
  return order;
}
type Order = Awaited<ReturnType<typeof read>>;

/** Writes what was done to the order's log and tells the open pages. */
export async function record(work: Work, id: number, action: GoodsAction | 'create', note: string): Promise<void> {
  const { tx, actor } = work;
  const its = { tenant_id: tx.tenantId, goods_order_id: id, user_id: actor.userId, user_name: actor.name };
  await tx.run(db.insertInto('goods_order_logs').values({ ...its, action, note }));
  await work.emit('goods-order.changed', { goodsOrderId: id });
}

async function book(work: Work, order: Order, { kind, payType }: NonNullable<GoodsChange['money']>): Promise<void> {
  const { tx, actor } = work;
  const its = { tenant_id: tx.tenantId, goods_order_id: order.id, user_id: actor.userId, user_name: actor.name };
  const amount = kind === 1 ? order.total_fen : -order.total_fen || 0;
  await tx.run(db.insertInto('goods_order_payments').values({ ...its, kind, amount_fen: amount, pay_type: payType }));
  if (payType !== BY_ACCOUNT) return;
  const goodsOrderId = order.id;
  if (kind === 2) return giveBack(work, { goodsOrderId, text: `商品订单 ${order.number} 退款` });
  const text = `商品订单 ${order.number}`;
  await charge(work, { personId: order.person_id, fen: order.total_fen, use: 'goods', text, goodsOrderId, overdraft: false });
}

/** Gives the person the packages that were bought. */
async function grant(context: Context, { id, number, person_id }: Order): Promise<void> {
  for (const { kind, package_id, quantity } of await linesOf(context, id)) {
    if (kind !== productKind.package || package_id === null) continue;
    await grantPackage(context, { personId: person_id, packageId: package_id, goodsOrderId: id, quantity, remarks: `商品订单 ${number}` });
  }
}

export const goodsOrder: Machine<Context, Order, GoodsCommand, GoodsChange> = {
  table: 'goods_orders',
  read,
  fresh: (context, { id }) => readOrder(context, id),
  changed: () => '订单已被他人修改，请刷新后重试',
  taken: () => '订单已被他人处理，请刷新后重试',
  closed: closedGoods,
  decide: decideGoods,
  columns: ({ session }, _order, { set }) => ({ ...set, operator_id: session.userId }),
  async follow(context, order, { money, packages, restock }) {
    if (money) await book(context, order, money);
    if (packages && 'granted' in packages) await grant(context, order);
    if (restock) await giveStockBack(context, order, await linesOf(context, order.id));
    if (packages && 'void' in packages) await voidPackagesOf(context, order.id, packages.void);
  },
  record: (context, { id }, { action, note }) => record(context, id, action, note),
};

/** The word of a way to pay in the tenant's dictionary; undefined when it is none. */
export const payTypeLabel = ({ tx }: Work, payType: number) =>
  tx
    .row<{ label: string }>(sql`
      select i.label from dictionary_items i join dictionaries d on d.tenant_id = i.tenant_id and d.id = i.dictionary_id
      where i.tenant_id = ${tx.tenantId} and d.type = 'pay_type' and i.value = ${String(payType)}`)
    .then((item) => item?.label);
