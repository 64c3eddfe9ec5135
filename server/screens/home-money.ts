/** 今日收款 of the first page: money of the day from every ledger that takes any. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { accounts } from '#contract/accounts/accounts.ts';
import { notMoney } from '#contract/accounts/accounts.rules.ts';
import { toYuan } from '#contract/fields.ts';
import { payment } from '#contract/goods-orders/goods-orders.rules.ts';
import { goodsOrders } from '#contract/goods-orders/goods-orders.ts';
import type { HomePanels, Taking } from '#contract/screens/home-panels.ts';
import { earnestKinds } from '#contract/stay/earnests.rules.ts';
import { earnests } from '#contract/stay/earnests.ts';
import { midnightOf } from '#contract/time.ts';
import { dataScopes } from '#contract/users/roles.ts';
import { reached } from '../accounts/account-rows.ts';
import type { Context } from '../context.ts';
import { instant } from '../db/instants.ts';
import { visibleTo } from '../goods-orders/goods-order-rows.ts';

/** What came in (above zero) or went out since `from`, one row each time that money changed hands. */
function moneySince({ tx, session }: Context, from: RawBuilder<unknown>): Readonly<Record<Taking, RawBuilder<unknown>>> {
  const tenant = tx.tenantId;
  return {
    goods: sql`select p.amount_fen as fen from goods_order_payments p
      join (${visibleTo(session).select('goods_orders.id')}) g on g.id = p.goods_order_id
      where p.tenant_id = ${tenant} and p.created_at >= ${from} and p.pay_type <> all(${notMoney}::integer[])`,
    // An earnest that becomes a deposit is no money here: it came when it was taken.
    accounts: sql`select m.money_fen as fen from account_movements m join (${reached(session)}) p on p.id = m.person_id
      where m.tenant_id = ${tenant} and m.created_at >= ${from}`,
    earnests: sql`select e.amount_fen as fen from earnest_movements e
      where e.tenant_id = ${tenant} and e.created_at >= ${from}
        and e.kind in (${sql.lit(earnestKinds.taken)}, ${sql.lit(earnestKinds.returned)})`,
  };
}

/** Null for those who take no money and give none back. */
export async function financeOf(context: Context): Promise<z.input<typeof HomePanels>['finance']> {
  const { tx, session, deps } = context;
  const may = (...routed: { access: string }[]) => routed.some(({ access }) => session.permissions.has(access));
  const sees: Readonly<Record<Taking, boolean>> = {
    goods: may(goodsOrders.pay, goodsOrders.refund),
    accounts: may(accounts.recharge, accounts.withdraw),
    // Who pays it is no resident yet, so that a narrower scope reaches none of it.
    earnests: may(earnests.take, earnests.settle) && session.dataScope <= dataScopes.institution,
  };
  const counted = (Object.keys(sees) as Taking[]).filter((taking) => sees[taking]);
  if (counted.length === 0) return null;
  const money = moneySince(context, instant(midnightOf(deps.now())));
  const [today, open] = await Promise.all([
    tx.row<{ income: number; payments: number; refunds: number }>(sql`
      select coalesce(sum(fen) filter (where fen > 0), 0)::bigint as income, (count(*) filter (where fen > 0))::integer as payments,
        coalesce(-sum(fen) filter (where fen < 0), 0)::bigint as refunds
      from (${sql.join(
        counted.map((taking) => money[taking]),
        sql` union all `,
      )}) as money`),
    sees.goods
      ? tx.row<{ receivable: number; unpaid: number }>(sql`
          select coalesce(sum(g.total_fen), 0)::bigint as receivable, count(*)::integer as unpaid
          from (${visibleTo(session).select(['goods_orders.total_fen', 'goods_orders.payment'])}) g
          where g.payment = ${sql.lit(payment.unpaid)}`)
      : undefined,
  ]);
  return {
    counted,
    income: toYuan(today!.income),
    payments: today!.payments,
    refunds: toYuan(today!.refunds),
    receivable: toYuan(open?.receivable ?? 0),
    unpaid: open?.unpaid ?? 0,
  };
}
