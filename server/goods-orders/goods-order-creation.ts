/** A new goods order: prices from the server, stock taken, every line with its number. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { deliveryOf, lineNumberOf, mostOf, numberOf, productKind, totalOf } from '#contract/goods-orders/goods-orders.rules.ts';
import type { goodsOrders as routes } from '#contract/goods-orders/goods-orders.ts';
import type { Context, Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { reach } from '../lists/people-reach.ts';
import { record } from './goods-order-steps.ts';
import { lockedProducts, readySale } from './product-stock.ts';

type Input = z.output<typeof routes.create.input>;

/** The next number; its row stays locked until the transaction ends, so a rolled-back order leaves no gap and no two get the same. */
async function nextNumber(tx: Tx): Promise<string> {
  const taken = (await tx.row(sql<{ day: string; last: number }>`
    insert into goods_order_numbers (tenant_id, day, last) values (${tx.tenantId}, current_date, 1)
    on conflict (tenant_id, day) do update set last = goods_order_numbers.last + 1
    returning day, last`)) as { day: string; last: number };
  return numberOf(taken.day, taken.last);
}

/** The products of the lines as they are now, locked so that neither price nor stock moves until the order is there. */
async function priced(work: Work, details: Input['details']) {
  const found = await lockedProducts(
    work,
    details.map(({ productId }) => productId),
  );
  const products = new Map(found.map((product) => [product.id, product]));
  const lines = details.map(({ productId, num }) => {
    const product = products.get(productId);
    if (!product) throw refused('商品不存在');
    if (!product.on_sale) throw refused(`商品“${product.name}”已下架，不能下单`);
    if (num > mostOf(product.kind)) throw refused(`服务套餐“${product.name}”每单限购${mostOf(product.kind)}份`);
    return { product, quantity: num };
  });
  const packages = lines.flatMap(({ product }) => product.package_id ?? []);
  if (new Set(packages).size < packages.length) throw refused('同一服务套餐每单限购1份');
  return lines;
}

async function checkPackages({ tx }: Work, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const offers = await tx.rows(
    db.selectFrom('service_packages').select(['id', 'enabled', 'name']).where('tenant_id', '=', tx.tenantId).where('id', 'in', ids),
  );
  const off = offers.find(({ enabled }) => !enabled);
  if (off) throw refused(`套餐“${off.name}”已停用，不能下单`);
  if (offers.length < ids.length) throw refused('服务套餐不存在');
}

/** Gives the new order's id; refused (422) when something is not on sale or there is not enough of it, then nothing has changed. */
export async function create({ oldmanId, nickName, phone, address, remarks, details }: Input, context: Context): Promise<number> {
  const { tx, session } = context;
  const person = await tx.row(
    db
      .selectFrom('people')
      .select('id')
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', oldmanId)
      .where('deleted_at', 'is', null)
      .where((eb) => reach(eb, session) ?? eb.lit(true)),
  );
  if (!person) throw refused('下单人不存在');
  const lines = await priced(context, details);
  await checkPackages(
    context,
    lines.flatMap(({ product }) => product.package_id ?? []),
  );
  const sold = lines.map(({ product, quantity }) => ({
    product_id: product.id,
    kind: product.kind,
    product_name: product.name,
    image: product.images[0] ?? null,
    unit: product.unit,
    unit_fen: product.price_fen,
    quantity,
    material_id: product.kind === productKind.goods ? product.material_id : null,
    package_id: product.package_id,
  }));
  const book = await readySale(context, sold);
  // All that can be read, locked and refused before: orders wait for each other from here to the end.
  const number = await nextNumber(tx);
  const total = totalOf(lines.map(({ product, quantity }) => ({ unitFen: product.price_fen, quantity })));
  const made = (await tx.row(
    db
      .insertInto('goods_orders')
      .values({
        tenant_id: tx.tenantId,
        number,
        person_id: oldmanId,
        orderer_name: nickName,
        phone,
        address,
        remarks,
        delivery: deliveryOf(lines.map(({ product }) => product)),
        total_fen: total,
        created_by: session.userId,
        operator_id: session.userId,
      })
      .returning('id'),
  )) as { id: number };
  const order = { id: made.id, number };
  const rows = sold.map((line, index) => ({
    tenant_id: tx.tenantId,
    goods_order_id: made.id,
    number: lineNumberOf(number, index + 1),
    ...line,
  }));
  await Promise.all([
    tx.run(db.insertInto('goods_order_lines').values(rows)),
    book(order),
    record(context, made.id, 'create', sold.map(({ product_name, quantity, unit }) => `${product_name}×${quantity}${unit}`).join('、')),
  ]);
  return made.id;
}
