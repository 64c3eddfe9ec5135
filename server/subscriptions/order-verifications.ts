/** The platform's side of package orders: two people for every transfer, the one who sends the receipt and another who finds the money. */
import { sql } from 'kysely';
import { billStates, deadlineAfterRefusal } from '#contract/subscriptions/package-orders.rules.ts';
import { orderVerifications as routes } from '#contract/subscriptions/order-verifications.ts';
import type { Context } from '../context.ts';
import { contains, type Filter } from '../lists/crud.ts';
import { forbidden, notFound } from '../errors.ts';
import { smsLater } from '../messages/notices.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import { isoOf } from '../db/times.ts';
import { exporting, type List } from '../transfers/exports.ts';
import { dueBills } from './due-bills.ts';
import { expireSome } from './expiry.ts';
import { lateMoney } from './late-money.ts';
import { inYuan, orderColumns, ordersQuery, readClaims, readDetail, toOrder } from './order-rows.ts';
import { packageOrderColumns } from './package-orders-sheet.ts';
import { change, guard, lockOrder, record, settleBill, stale, type Locked } from './order-steps.ts';
import { needPlatform } from './platform-only.ts';
import { readRevenue, revenueColumns } from './revenues.ts';
import { settleVerified } from './settlements.ts';
import { MOST_SMALL, smallExport } from './small-exports.ts';
import { tellBuyer } from './tell-buyer.ts';
import { readUsages, usageColumns } from './usages.ts';

const filters: Record<string, Filter> = {
  orderNo: contains('o.number'),
  tenantName: contains('t.name'),
  packageCode: (eb, value) => eb('o.package_code', '=', value),
  payStatus: (eb, value) => eb('o.pay_status', '=', value),
  orderStatus: (eb, value) => eb('o.order_status', '=', value),
  payType: (eb, value) => eb('o.pay_type', '=', value),
  kind: (eb, value) => eb('o.kind', '=', value),
  startDate: (eb, value) => eb('o.created_at', '>=', `${value} 00:00:00`),
  endDate: (eb, value) => eb('o.created_at', '<=', `${value} 23:59:59.999999`),
  claim: () => sql<boolean>`exists (select from package_claims c where c.tenant_id = o.tenant_id and c.order_id = o.id and c.state = 1)` as never,
  refund: (eb, value) => eb('o.refund_fen', value === 'true' ? '>' : '=', 0),
};

const list: List<any> = {
  matching(input: Record<string, unknown>, { session }: Context) {
    // An export comes here by itself.
    needPlatform({ session });
    let query = ordersQuery();
    for (const [name, filter] of Object.entries(filters)) if (input[name] !== undefined) query = query.where((eb: any) => filter(eb, input[name]));
    return query;
  },
  listed: (query) => query.select(orderColumns as any),
  toRow: inYuan,
  order: (input) =>
    orderOf(input, { create_time: 'o.created_at', pay_time: 'o.paid_at', end_time: 'o.ends_at', item_price: 'o.total_fen', id: 'o.id' }, 'o.created_at'),
};

/** An order for the platform, guarded. The receipt must be the one that the caller looked at. */
async function open(
  context: Context,
  input: { id: number; version?: number | undefined; billId?: number },
  action: 'verify' | 'refuse' | 'fail',
): Promise<Locked> {
  needPlatform(context);
  const { tx, deps } = context;
  const locked = await lockOrder(tx, { id: input.id, subscriberId: null });
  await guard(tx, deps, locked, action, input.version);
  if (input.billId !== undefined && locked.bill?.id !== input.billId) throw await stale(tx, deps, locked.order, '回执单已更新，请刷新后重试');
  return locked;
}

/** Whoever sent a receipt does not judge it, in whichever tenant he works. */
function needSecondPerson({ session }: Context, { bill }: Locked): void {
  const { tenantId, userId } = session.home;
  if (bill?.uploaded_tenant_id === tenantId && bill.uploaded_user_id === userId) throw forbidden('回执单由您提交，需由其他人核实');
}

export const orderVerifications: Handlers<typeof routes> = {
  async page(input, context) {
    const order = list.order(input);
    needPlatform(context);
    await expireSome(context.tx, context.deps);
    const found = await pageOf<any>(context, input, await list.matching(input, context), (query) => inOrder(list.listed(query), order) as any, order);
    return { ...found, records: found.records.map((row) => toOrder(context.deps, row)) };
  },
  export: exporting(routes.export, { name: '订购订单', list: () => list, columns: packageOrderColumns }),
  async detail({ id }, context) {
    needPlatform(context);
    const detail = await readDetail(context.tx, context.deps, id, null);
    if (!detail) throw notFound('订单');
    return { ...detail, claims: await readClaims(context, id) };
  },
  async due(input, context) {
    needPlatform(context);
    return dueBills(input, context);
  },

  async verify(input, context) {
    const locked = await open(context, input, 'verify');
    needSecondPerson(context, locked);
    const { tx, deps, session } = context;
    const { order } = locked;
    await settleVerified(tx, deps, locked, { userId: session.userId, name: session.name });
    if (order.buyer_phone) smsLater(context, order.buyer_phone, `【颐安】您的套餐订单${order.number}已核实到账，${order.package_name}已开通。`);
    context.afterCommit(() => context.sessions.forget({ tenantId: order.subscriber_id }));
    return true;
  },

  async refuse({ reason, ...input }, context) {
    const locked = await open(context, input, 'refuse');
    needSecondPerson(context, locked);
    const { tx, deps, session } = context;
    const { order, bill } = locked;
    const now = deps.now();
    const decided = { decided_by: session.userId, decided_name: session.name, decided_at: isoOf(now), reason };
    await settleBill(tx, bill!, { state: billStates.refused, ...decided });
    await change(tx, deps, order, 'refuse', { deadline_at: isoOf(deadlineAfterRefusal(now)) });
    await record(tx, deps, order, 'refuse', reason, session.name);
    await tellBuyer(context, order, '转账回执被退回', `回执单未通过核实，原因：${reason}。请在次日23:59前重新提交。`);
    return true;
  },

  async fail({ reason, ...input }, context) {
    const locked = await open(context, input, 'fail');
    needSecondPerson(context, locked);
    const { tx, deps, session } = context;
    const { order, bill } = locked;
    const now = isoOf(deps.now());
    if (bill) await settleBill(tx, bill, { state: billStates.refused, decided_by: session.userId, decided_name: session.name, decided_at: now, reason });
    await change(tx, deps, order, 'fail', { closed_at: now, close_reason: reason });
    await record(tx, deps, order, 'fail', reason, session.name);
    await tellBuyer(context, order, '订单支付失败', `支付失败，原因：${reason}。`);
    return true;
  },

  ...lateMoney,

  async revenue(input, context) {
    needPlatform(context);
    return readRevenue(input, context);
  },
  async revenueExport(input, context) {
    needPlatform(context);
    const { months } = await readRevenue(input, context);
    return smallExport(
      context,
      routes.revenueExport,
      input,
      { name: '订购收入', columns: revenueColumns, idOf: ({ month }) => Number(month.replace('-', '')) },
      months,
    );
  },
  async usage(input, context) {
    needPlatform(context);
    return readUsages(input, context);
  },
  async usageExport(input, context) {
    needPlatform(context);
    const { records } = await readUsages({ ...input, current: 1, size: MOST_SMALL }, context);
    return smallExport(context, routes.usageExport, input, { name: '租户用量', columns: usageColumns, idOf: ({ tenantId }) => tenantId }, records);
  },
};
