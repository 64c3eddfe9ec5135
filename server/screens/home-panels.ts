/** What stands beside 现在 on the first page: each part is null for those who may not see it. */
import { DAY, midnightOf, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { toYuan } from '#contract/fields.ts';
import type { HomePanels, homePanels as routes } from '#contract/screens/home-panels.ts';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { billStates, payStatus } from '#contract/subscriptions/package-orders.rules.ts';
import { PLATFORM, tenants } from '#contract/tenants/tenants.ts';
import { uncoveredBetween } from '#contract/warnings/duties.rules.ts';
import { duties } from '#contract/warnings/duties.ts';
import type { Context } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Handlers } from '../http/implement.ts';
import { expires } from '../tenants/tenant-rows.ts';
import { financeOf } from './home-money.ts';

type Panels = z.input<typeof HomePanels>;

async function dutyOf({ tx, deps }: Context): Promise<Panels['duty']> {
  const now = deps.now();
  const shifts = await tx.rows<{ userId: number; name: string; startTime: string; endTime: string }>(sql`
    select u.id as "userId", u.name, d.starts_at as "startTime", d.ends_at as "endTime" from duties d
      join users u on u.tenant_id = d.tenant_id and u.id = d.user_id and u.deleted_at is null and u.status = 0
    where d.tenant_id = ${tx.tenantId} and d.starts_at < ${instant(now + DAY)} and d.ends_at > ${instant(now)}
    order by d.starts_at, u.id limit 500`);
  // A tenant that keeps no roster is not told that its hours are uncovered.
  if (shifts.length === 0 && !(await tx.row(sql`select 1 from duties where tenant_id = ${tx.tenantId} limit 1`))) return null;
  const at = textOf(now);
  return {
    now: shifts.filter(({ startTime }) => startTime <= at).map(({ userId, name, endTime }) => ({ userId, name, endTime })),
    uncovered: uncoveredBetween(shifts, at, textOf(now + DAY)),
  };
}

async function platformOf({ tx, deps }: Context): Promise<Panels['platform']> {
  const now = deps.now();
  const found = await tx.row<{ tenants: number; ending: number; ended: number; frozen: number }>(sql`
    select count(*)::integer as tenants, (count(*) filter (where status = 9))::integer as frozen,
      (count(*) filter (where ${expires('ended', now)}))::integer as ended,
      (count(*) filter (where ${expires('soon', now)}))::integer as ending
    from tenants where id <> ${PLATFORM} and deleted_at is null`);
  return found!;
}

async function salesOf({ tx, deps }: Context): Promise<Panels['sales']> {
  const now = deps.now();
  const month = `${textOf(now).slice(0, 7)}-01 00:00:00`;
  const waits = sql`b.tenant_id = ${PLATFORM} and b.state = ${sql.lit(billStates.waiting)}`;
  const [earned, bills, open, back] = await Promise.all([
    tx.row<{ income: number; month: number }>(sql`
      select coalesce(sum(amount_fen), 0)::bigint as month,
        coalesce(sum(amount_fen) filter (where created_at >= ${instant(midnightOf(now))}), 0)::bigint as income
      from package_payments where tenant_id = ${PLATFORM} and created_at >= ${month}::timestamptz`),
    tx.row<{ count: number; fen: number }>(
      sql`select count(*)::integer as count, coalesce(sum(b.price_fen), 0)::bigint as fen from package_bills b where ${waits}`,
    ),
    tx.row<{ count: number; fen: number }>(sql`
      select count(*)::integer as count, coalesce(sum(o.total_fen), 0)::bigint as fen from package_orders o
      where o.tenant_id = ${PLATFORM} and o.pay_status in (${sql.lit(payStatus.pending)}, ${sql.lit(payStatus.paying)})
        and o.deadline_at > ${instant(now)} and not exists (select from package_bills b where ${waits} and b.order_id = o.id)`),
    tx.row<{ fen: number }>(
      sql`select coalesce(sum(refund_fen), 0)::bigint as fen from package_orders where tenant_id = ${PLATFORM} and refund_fen > 0`,
    ),
  ]);
  return {
    income: toYuan(earned!.income),
    month: toYuan(earned!.month),
    toVerify: bills!.count,
    verifying: toYuan(bills!.fen),
    receivable: toYuan(open!.fen),
    unpaid: open!.count,
    toRefund: toYuan(back!.fen),
  };
}

export const homePanels: Handlers<typeof routes> = {
  async read(_input, context) {
    const { permissions, tenantId } = context.session;
    const may = (...routed: { access: string }[]) => routed.some(({ access }) => permissions.has(access));
    const [duty, finance, platform, sales] = await Promise.all([
      may(duties.now) ? dutyOf(context) : null,
      financeOf(context),
      tenantId === PLATFORM && may(tenants.page) ? platformOf(context) : null,
      tenantId === PLATFORM && may(orderVerifications.verify, orderVerifications.revenue) ? salesOf(context) : null,
    ]);
    return { duty, finance, platform, sales };
  },
};
