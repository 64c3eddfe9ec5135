/** What the platform earned: the ledger by month, package and way. Every figure is a sum of the same rows, so they add up. */
import { textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { toFen, toYuan } from '#contract/fields.ts';
import type { Revenue } from '#contract/subscriptions/order-verifications.ts';
import { payStatus } from '#contract/subscriptions/package-orders.rules.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { titled } from '#contract/labels.ts';
import { revenueLabels } from '#contract/subscriptions/order-verifications.labels.ts';
import type { z } from 'zod';
import type { Work } from '../context.ts';
import { invalid } from '../errors.ts';
import type { ExportColumn } from '../transfers/exports.ts';

interface Range {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** Every month from one day to another, `yyyy-MM`. */
function monthsOf(start: string, end: string): string[] {
  const months: string[] = [];
  for (
    let [year, month] = start.split('-').map(Number) as [number, number, number];
    ;
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1]
  ) {
    const text = `${year}-${String(month).padStart(2, '0')}`;
    if (text > end.slice(0, 7)) return months;
    months.push(text);
  }
}

const MOST_MONTHS = 120;

type Month = z.output<typeof Revenue>['months'][number];

export const revenueColumns: readonly ExportColumn<Month>[] = titled(revenueLabels, [
  { key: 'month', width: 12 },
  { key: 'orders', width: 12 },
  { key: 'income', format: 'money', width: 16 },
  { key: 'refunded', format: 'money', width: 16 },
  { key: 'net', value: ({ income, refunded }) => toYuan(toFen(income) - toFen(refunded)), format: 'money', width: 16 },
]);

/** `GET revenue`. In the platform's own transaction. */
export async function readRevenue({ startDate, endDate }: Range, { tx, deps }: Work): Promise<z.output<typeof Revenue>> {
  const today = textOf(deps.now()).slice(0, 10);
  const end = endDate ?? today;
  const start = startDate ?? `${Number(end.slice(0, 4)) - 1}-${end.slice(5, 7)}-01`;
  if (start > end) throw invalid('开始日期不能晚于结束日期');
  const months = monthsOf(start, end);
  if (months.length > MOST_MONTHS) throw invalid('统计范围最多10年');
  const rows = sql`package_payments p join package_orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
    where p.tenant_id = ${PLATFORM} and p.created_at >= ${`${start} 00:00:00`}::timestamptz
      and p.created_at < ${`${end} 00:00:00`}::timestamptz + interval '1 day'`;
  const income = sql`coalesce(sum(p.amount_fen) filter (where p.kind = 1), 0)::bigint as income`;
  const orders = sql`count(distinct p.order_id) filter (where p.kind = 1 and o.pay_status = ${payStatus.paid}) as orders`;
  const refunded = sql`coalesce(-sum(p.amount_fen) filter (where p.kind = 2), 0)::bigint as refunded`;
  const byMonth = await tx.rows<{ month: string; income: number; refunded: number; orders: number }>(
    sql`select to_char(p.created_at, 'YYYY-MM') as month, ${income}, ${refunded}, ${orders} from ${rows} group by 1`,
  );
  const packages = await tx.rows<{ packageCode: string; packageName: string; income: number; orders: number; tenants: number }>(sql`
    select o.package_code as "packageCode", (array_agg(o.package_name order by o.id desc))[1] as "packageName", ${income}, ${orders},
      count(distinct p.subscriber_id) filter (where p.kind = 1) as tenants from ${rows} group by o.package_code order by income desc, 1`);
  const payTypes = await tx.rows<{ payType: number; income: number }>(
    sql`select p.pay_type as "payType", ${income} from ${rows} and p.kind = 1 group by 1 order by 1`,
  );
  const [all] = await tx.rows<{ income: number; refunded: number; orders: number; due: number }>(sql`
    select ${income}, ${refunded}, ${orders}, (select coalesce(sum(refund_fen), 0)::bigint from package_orders
    where tenant_id = ${PLATFORM} and refund_fen > 0) as due from ${rows}`);
  const known = new Map(byMonth.map((row) => [row.month, row]));
  return {
    total: toYuan(all!.income),
    orders: all!.orders,
    refunded: toYuan(all!.refunded),
    refundDue: toYuan(all!.due),
    months: months.map((month) => {
      const row = known.get(month);
      return { month, income: toYuan(row?.income ?? 0), refunded: toYuan(row?.refunded ?? 0), orders: row?.orders ?? 0 };
    }),
    packages: packages.map((row) => ({ ...row, income: toYuan(row.income) })),
    payTypes: payTypes.map((row) => ({ ...row, income: toYuan(row.income) })),
  };
}
