/** The platform's side of package orders: two people for every transfer, the one who sends the receipt and another who finds the money. */
import { sql } from 'kysely';
import { orderVerifications as routes } from '#contract/subscriptions/order-verifications.ts';
import type { Context } from '../context.ts';
import { applyTo, openFor, refuse } from '../db/transitions.ts';
import type { Filter } from '../lists/columns.ts';
import { contains } from '../lists/crud.ts';
import { forbidden, notFound } from '../errors.ts';
import { smsLater } from '../messages/text-messages.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import { exporting } from '../transfers/exports.ts';
import { dueBills } from './due-bills.ts';
import { expireSome } from './expiry.ts';
import { lateMoney } from './late-money.ts';
import { inYuan, ordersQuery, readClaims, readDetail, toOrder, withOrder } from './order-rows.ts';
import { packageOrderColumns } from './package-orders-sheet.ts';
import { packageOrder, type LockedOrder } from './order-steps.ts';
import { readRevenue, revenueColumns } from './revenues.ts';
import { settleVerified } from './settlements.ts';
import { MOST_SMALL, smallExport } from './small-exports.ts';
import { tellBuyer } from './tell-buyer.ts';
import { readUsages, usageColumns } from './usages.ts';

type Search = SearchOf<typeof routes.page>;

const filters: { [K in keyof Search]?: Filter } = {
  orderNo: contains('o.number'),
  tenantName: contains('t.name'),
  packageCode: (eb, value) => eb('o.package_code', '=', value),
  payStatus: (eb, value) => eb('o.pay_status', '=', value),
  orderStatus: (eb, value) => eb('o.order_status', '=', value),
  payType: (eb, value) => eb('o.pay_type', '=', value),
  kind: (eb, value) => eb('o.kind', '=', value),
  startDate: (eb, value) => eb('o.created_at', '>=', `${value} 00:00:00`),
  endDate: (eb, value) => eb('o.created_at', '<=', `${value} 23:59:59.999999`),
  claim: () => sql<boolean>`exists (select from package_claims c where c.tenant_id = o.tenant_id and c.order_id = o.id and c.state = 1)`,
  refund: (eb, value) => eb('o.refund_fen', value === 'true' ? '>' : '=', 0),
};

const list = listFrom({
  matching(input: Search) {
    let query = ordersQuery();
    for (const name of Object.keys(filters) as (keyof Search)[]) {
      const [filter, value] = [filters[name], input[name]];
      if (filter && value !== undefined) query = query.where((eb) => filter(eb, value));
    }
    return query;
  },
  listed: withOrder,
  toRow: inYuan,
  order: (input) =>
    orderOf(
      input,
      { create_time: 'o.created_at', pay_time: 'o.paid_at', end_time: 'o.ends_at', item_price: 'o.total_fen', id: 'o.id' },
      'o.created_at',
    ),
});

type Decided = { id: number; version?: number | undefined; billId?: number };

/** An order for the platform to judge. The receipt must be the one that the caller looked at, and another person's. */
async function open(context: Context, input: Decided, action: 'verify' | 'refuse' | 'fail'): Promise<LockedOrder> {
  const order = await openFor(packageOrder, context, input, action);
  const other = input.billId !== undefined && order.bill?.id !== input.billId;
  if (other) throw await refuse(packageOrder, context, order, { refusal: '回执单已更新，请刷新后重试', status: 409 });
  needSecondPerson(context, order);
  return order;
}

/** Whoever sent a receipt does not judge it, in whichever tenant he works. */
function needSecondPerson({ session }: Context, { bill }: LockedOrder): void {
  const { tenantId, userId } = session.home;
  if (bill?.uploaded_tenant_id === tenantId && bill.uploaded_user_id === userId) throw forbidden('回执单由您提交，需由其他人核实');
}

export const orderVerifications: Handlers<typeof routes> = {
  async page(input, context) {
    const order = list.order(input);
    await expireSome(context.tx, context.deps);
    const found = await pageOf(context, input, await list.matching(input, context), (query) => inOrder(list.listed(query), order), order);
    return { ...found, records: found.records.map((row) => toOrder(context.deps, row)) };
  },
  export: exporting(routes.export, { name: '订购订单', list: () => list, columns: packageOrderColumns }),
  async detail({ id }, context) {
    const detail = await readDetail(context.tx, context.deps, id, null);
    if (!detail) throw notFound('订单');
    return { ...detail, claims: await readClaims(context, id) };
  },
  async due(input, context) {
    return dueBills(input, context);
  },

  async verify(input, context) {
    const order = await open(context, input, 'verify');
    const { tx, deps, session } = context;
    await settleVerified(tx, deps, order, session);
    if (order.buyer_phone)
      await smsLater(context, order.buyer_phone, `【颐安】您的订购订单${order.number}已核实到账，${order.package_name}已开通。`);
    context.afterCommit(() => context.sessions.forget({ tenantId: order.subscriber_id }));
    return true;
  },

  async refuse({ reason, ...input }, context) {
    const order = await open(context, input, 'refuse');
    await applyTo(packageOrder, context, order, { action: 'refuse', by: context.session, reason });
    await tellBuyer(context, order, '转账回执被退回', `回执单未通过核实，原因：${reason}。请在次日23:59前重新提交。`);
    return true;
  },

  async fail({ reason, ...input }, context) {
    const order = await open(context, input, 'fail');
    await applyTo(packageOrder, context, order, { action: 'fail', by: context.session, reason });
    await tellBuyer(context, order, '订单支付失败', `支付失败，原因：${reason}。`);
    return true;
  },

  ...lateMoney,

  async revenue(input, context) {
    return readRevenue(input, context);
  },
  async revenueExport(input, context) {
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
    return readUsages(input, context);
  },
  async usageExport(input, context) {
    const { records } = await readUsages({ ...input, current: 1, size: MOST_SMALL }, context);
    return smallExport(
      context,
      routes.usageExport,
      input,
      { name: '租户用量', columns: usageColumns, idOf: ({ tenantId }) => tenantId },
      records,
    );
  },
};
