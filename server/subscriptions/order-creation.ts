/** A price for a wish, and the order that it becomes. The price is the server's, from the package as it is now. */
import { instantOf, isoOf, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { toYuan } from '#contract/fields.ts';
import { fenText } from '#contract/money.ts';
import { quoteOf, type Quote, type Term } from '#contract/subscriptions/package-prices.rules.ts';
import { deadlineOf, numberOf, payStatus } from '#contract/subscriptions/package-orders.rules.ts';
import type { PackageOrder, PackageQuote } from '#contract/subscriptions/package-orders.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { z } from 'zod';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Buyer } from './buyers.ts';
import { expireOf } from './expiry.ts';
import { openOptions, saleOf, saleWith, type Option, type PackageRow } from './offers.ts';
import { readOrder } from './order-rows.ts';
import { inTurn, record } from './order-steps.ts';
import { settleFree } from './settlements.ts';

export interface Choice {
  packageId: number;
  sku: string;
}

/** What a subscriber ever paid for. */
export async function termsOf(platform: Tx, subscriberId: number): Promise<Term[]> {
  const rows = await platform.rows<{
    package_id: number;
    days: number;
    value_fen: number;
    starts_at: string;
    ends_at: string;
    ended_at: string | null;
  }>(
    db
      .selectFrom('package_terms')
      .select(['package_id', 'days', 'value_fen', 'starts_at', 'ends_at', 'ended_at'])
      .where('tenant_id', '=', PLATFORM)
      .where('subscriber_id', '=', subscriberId)
      .orderBy('starts_at'),
  );
  return rows.map(({ package_id, days, value_fen, starts_at, ends_at, ended_at }) => ({
    packageId: package_id,
    days,
    valueFen: value_fen,
    startsAt: instantOf(starts_at),
    endsAt: instantOf(ends_at),
    ended: ended_at !== null,
  }));
}

interface Priced {
  sale: PackageRow;
  option: Option;
  quote: Quote;
}

async function priced(platform: Tx, deps: Dependencies, tenantId: number, { packageId, sku }: Choice): Promise<Priced> {
  const sale = await saleOf(platform, packageId);
  if (!sale) throw notFound('产品包');
  const option = openOptions(sale).find((one) => one.sku === sku);
  if (!option) throw refused('该购买时长已下架，请重新选择');
  const tenant = await platform.row<{ ends_at: string | null }>(
    db.selectFrom('tenants').select('ends_at').where('id', '=', tenantId).where('deleted_at', 'is', null),
  );
  if (!tenant) throw notFound('租户');
  const quote = quoteOf({
    packageId,
    priceFen: option.priceFen,
    days: option.timeNum,
    terms: await termsOf(platform, tenantId),
    endsAt: tenant.ends_at === null ? null : instantOf(tenant.ends_at),
    now: deps.now(),
  });
  return { sale, option, quote };
}

const problemOf = ({ surplusFen }: Quote) =>
  surplusFen > 0 ? `当前产品包剩余价值比所选产品包高${fenText(surplusFen)}，请选择更长的时长，或到期后再变更` : null;

/** What a choice costs the buyer's institution now. */
export async function quoteFor(
  platform: Tx,
  deps: Dependencies,
  { tenantId }: Buyer,
  choice: Choice,
): Promise<z.output<typeof PackageQuote>> {
  const { sale, option, quote } = await priced(platform, deps, tenantId, choice);
  return {
    packageId: sale.id,
    packageName: sale.name,
    sku: option.sku,
    timeNum: option.timeNum,
    kind: quote.kind,
    price: toYuan(quote.priceFen),
    credit: toYuan(quote.creditFen),
    total: toYuan(quote.totalFen),
    startTime: textOf(quote.startsAt),
    endTime: textOf(quote.endsAt),
    problem: problemOf(quote),
  };
}

/** The next number; a rolled-back order leaves no gap and no two get the same. */
async function nextNumber(platform: Tx, deps: Dependencies): Promise<string> {
  const day = textOf(deps.now()).slice(0, 10);
  const taken = (await platform.row(sql<{ last: number }>`
    insert into package_order_numbers (tenant_id, day, last) values (${PLATFORM}, ${day}, 1)
    on conflict (tenant_id, day) do update set last = package_order_numbers.last + 1 returning last`)) as { last: number };
  return numberOf(day, taken.last);
}

/** The order under way of a subscriber, or null. */
export async function currentOrder(platform: Tx, deps: Dependencies, subscriberId: number): Promise<PackageOrder | null> {
  const row = await platform.row<{ id: number }>(
    db
      .selectFrom('package_orders')
      .select('id')
      .where('tenant_id', '=', PLATFORM)
      .where('subscriber_id', '=', subscriberId)
      .where('pay_status', 'in', [payStatus.pending, payStatus.paying]),
  );
  return row ? ((await readOrder(platform, deps, row.id, subscriberId)) ?? null) : null;
}

/** Makes the order. The same choice sent twice is the same order; another one while one is under way is 409 with that one. */
export async function createOrder(
  platform: Tx,
  deps: Dependencies,
  buyer: Buyer,
  wish: { packageId: number | null; sku: string },
): Promise<PackageOrder> {
  const { tenantId } = buyer;
  const packageId = wish.packageId ?? (await saleWith(platform, wish.sku))?.id;
  if (packageId === undefined) throw refused('该购买时长已下架，请重新选择');
  const choice = { packageId, sku: wish.sku };
  await inTurn(platform, tenantId);
  await expireOf(platform, deps, tenantId);
  const open = await currentOrder(platform, deps, tenantId);
  if (open && open.packageId === choice.packageId && open.sku === choice.sku) return open;
  if (open) throw conflict(`您有未完成的订单${open.orderNo}，请先支付或取消`, open);
  const { sale, option, quote } = await priced(platform, deps, tenantId, choice);
  const problem = problemOf(quote);
  if (problem) throw refused(problem);
  const now = deps.now();
  const made = (await platform.row<{ id: number }>(
    db
      .insertInto('package_orders')
      .values({
        tenant_id: PLATFORM,
        subscriber_id: tenantId,
        number: await nextNumber(platform, deps),
        source: buyer.source,
        kind: quote.kind,
        package_id: sale.id,
        package_version: sale.version,
        package_code: sale.code,
        package_name: sale.name,
        sold: JSON.stringify(sale) as never,
        sku: option.sku,
        days: option.timeNum,
        price_fen: quote.priceFen,
        credit_fen: quote.creditFen,
        total_fen: quote.totalFen,
        deadline_at: isoOf(deadlineOf(now)),
        starts_at: isoOf(quote.startsAt),
        ends_at: isoOf(quote.endsAt),
        buyer_tenant_id: buyer.home.tenantId,
        buyer_user_id: buyer.home.userId,
        buyer_name: buyer.name,
        buyer_phone: buyer.phone,
        created_at: isoOf(now),
        updated_at: isoOf(now),
      })
      .returning('id'),
  )) as { id: number };
  const credit = quote.creditFen > 0 ? `，原产品包剩余价值抵扣${fenText(quote.creditFen)}` : '';
  const note = `${sale.name}${option.timeNum}天，应付${fenText(quote.totalFen)}${credit}`;
  await record(platform, deps, { id: made.id, subscriber_id: tenantId }, 'create', note, buyer.name);
  if (quote.totalFen === 0) await settleFree(platform, deps, made.id);
  return (await readOrder(platform, deps, made.id, tenantId)) as PackageOrder;
}
