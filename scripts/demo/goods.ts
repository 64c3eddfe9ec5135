/** The demonstration's stock and shop: materials with their ledger, what services may use up, goods, and orders in every state. */
import { DAY, dayOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { numberOf, payment } from '../../contract/goods-orders/goods-orders.rules.ts';
import { hundredths, movementKind, ofHundredths } from '../../contract/stock/materials.rules.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import { grantPackage } from '../../server/elderly/package-grants.ts';
import { CATEGORIES, MATERIALS, PACKAGE_OFFER, PRODUCTS, USED_BY, type MaterialSeed, type ProductSeed } from './goods-catalogue.ts';
import { ENDS, writeOrder } from './goods-orders.ts';
import type { Project, Staff } from './institutions.ts';
import type { Random } from './random.ts';
import type { Resident } from './residents.ts';

const iso = (millis: number) => new Date(millis).toISOString();

type Stocked<T> = T & { id: number; left: number };

interface Movement {
  of: { id: number; left: number };
  quantity: number;
  kind: number;
  at: number;
  by: Staff;
  reason: string;
  orderId?: number;
  source?: number;
}

/** Writes movements in the order of their time with the balances that follow; what would go below nothing is left out. */
async function book(tx: Tx, table: 'material_movements' | 'product_movements', movements: Movement[]): Promise<void> {
  const owner = table === 'material_movements' ? 'material_id' : 'product_id';
  for (const { of, quantity, kind, at, by, reason, orderId = null, source = null } of movements.toSorted((a, b) => a.at - b.at)) {
    const left = ofHundredths(hundredths(of.left) + hundredths(quantity));
    if (left < 0 || quantity === 0) continue;
    of.left = left;
    const row = {
      tenant_id: tx.tenantId,
      [owner]: of.id,
      kind,
      quantity,
      balance: left,
      reason,
      goods_order_id: orderId,
      created_at: iso(at),
    };
    const who = { user_id: by.id, user_name: by.name, ...(table === 'material_movements' ? { source } : {}) };
    await tx.run(db.insertInto(table).values({ ...row, ...who } as never));
  }
}

async function seedMaterials(tx: Tx, boss: Staff, projects: Project[], from: number) {
  const { tenantId: tenant_id } = tx;
  const materials: Stocked<MaterialSeed>[] = [];
  for (const [at, seed] of MATERIALS.entries()) {
    const { name, spec, unit, safety, priceFen } = seed;
    const code = `${seed.code}${String(at + 1).padStart(4, '0')}`;
    const values = {
      tenant_id,
      code,
      name,
      spec,
      unit,
      safety_quantity: safety,
      price_fen: priceFen,
      created_by: boss.id,
      created_at: iso(from),
    };
    const row = (await tx.row(db.insertInto('materials').values(values).returning('id'))) as { id: number };
    materials.push({ ...seed, id: row.id, left: 0 });
  }
  for (const [project, names] of Object.entries(USED_BY)) {
    const project_id = projects.find((one) => one.name === project)?.id;
    if (project_id === undefined) continue;
    const rows = names.map((name, at) => ({
      tenant_id,
      project_id,
      material_id: materials.find((one) => one.name === name)!.id,
      is_default: at === 0,
    }));
    await tx.run(db.insertInto('service_project_materials').values(rows));
  }
  return materials;
}

async function seedProducts(tx: Tx, boss: Staff, materials: Stocked<MaterialSeed>[], from: number) {
  const { tenantId: tenant_id } = tx;
  const stamp = { tenant_id, created_by: boss.id, created_at: iso(from) };
  const categories = new Map<string, number>();
  for (const [name, description] of Object.entries(CATEGORIES)) {
    const row = await tx.row(
      db
        .insertInto('product_categories')
        .values({ ...stamp, name, description })
        .returning('id'),
    );
    categories.set(name, (row as { id: number }).id);
  }
  const packages = await tx.rows(
    db
      .selectFrom('service_packages')
      .select(['id', 'name', 'price_fen'])
      .where('tenant_id', '=', tenant_id)
      .where('enabled', '=', true)
      .orderBy('id'),
  );
  const offers: ProductSeed[] = packages.map(({ id, name, price_fen }) => ({
    category: '服务套餐',
    name,
    priceFen: price_fen,
    unit: '份',
    packageId: id,
    description: PACKAGE_OFFER,
  }));
  const products: (Stocked<ProductSeed> & { material_id: number | null })[] = [];
  for (const seed of [...PRODUCTS, ...offers]) {
    const material_id = materials.find(({ name }) => name === seed.material)?.id ?? null;
    const row = await tx.row(
      db
        .insertInto('products')
        .values({
          ...stamp,
          category_id: categories.get(seed.category) as number,
          kind: seed.packageId ? 2 : 1,
          name: seed.name,
          price_fen: seed.priceFen,
          unit: seed.unit,
          description: seed.description ?? null,
          material_id,
          package_id: seed.packageId ?? null,
          on_sale: seed.onSale ?? true,
        })
        .returning('id'),
    );
    products.push({ ...seed, id: (row as { id: number }).id, left: 0, material_id });
  }
  return products;
}

const REASONS = { 3: ['尺码不合适', '家属已另行购买', '商品有破损'], 4: ['选错商品', '重复下单', '家属不同意购买'] };
const CARRIERS = ['顺丰速运', '京东物流', '院内配送'];
/** Payment and delivery as an order of the last two days, and as an older one, stands. */
const RECENT: readonly (readonly [number, number])[] = [
  [1, 1],
  [1, 1],
  [2, 1],
  [2, 1],
  [2, 2],
];
const OLDER: readonly (readonly [number, number])[] = [
  [2, 3],
  [2, 3],
  [2, 3],
  [2, 3],
  [2, 2],
  [4, 1],
  [3, 3],
  [3, 1],
];

/** About sixty orders for a house of a hundred and twenty beds. */
export async function seedGoods(
  tx: Tx,
  random: Random,
  residents: Resident[],
  staff: Staff[],
  projects: Project[],
  now: number,
): Promise<void> {
  const { tenantId: tenant_id } = tx;
  const boss = staff.find(({ role }) => role === 'admin') ?? (staff[0] as Staff);
  const desk = staff.filter(({ role }) => role === 'finance' || role === 'agent' || role === 'admin');
  const from = now - 45 * DAY;
  const materials = await seedMaterials(tx, boss, projects, from);
  const products = await seedProducts(tx, boss, materials, from);
  const moved: Movement[] = materials.flatMap((of) => [
    { of, quantity: of.stock, kind: movementKind.in, at: from, by: boss, reason: '期初库存', source: 1 },
    {
      of,
      quantity: -Math.round(of.stock * 0.15),
      kind: movementKind.out,
      at: now - random.int(20, 28) * DAY,
      by: random.pick(staff),
      reason: '护理站领用',
    },
    {
      of,
      quantity: Math.round(of.stock * 0.1),
      kind: movementKind.in,
      at: now - random.int(8, 15) * DAY,
      by: boss,
      reason: '采购入库',
      source: 1,
    },
    ...(random.chance(0.3)
      ? [{ of, quantity: -random.int(1, 3), kind: movementKind.correction, at: now - 5 * DAY, by: boss, reason: '月度盘点' }]
      : []),
    ...(of.low
      ? [
          {
            of,
            quantity: -Math.round(of.stock * 0.75),
            kind: movementKind.out,
            at: now - 2 * DAY,
            by: random.pick(staff),
            reason: '集中换发',
          },
        ]
      : []),
  ]);
  const sold: Movement[] = products
    .filter(({ packageId, material_id }) => !packageId && material_id === null)
    .map((of) => ({ of, quantity: of.stock ?? 0, kind: movementKind.in, at: from, by: boss, reason: '期初库存' }));

  const times = Array.from({ length: Math.min(60, residents.length) }, () => now - random.int(2, 28 * 24) * 3_600_000).sort(
    (a, b) => a - b,
  );
  const serials = new Map<string, number>();
  for (const at of times) {
    const [paid, sent] = random.pick(now - at < 2 * DAY ? RECENT : OLDER);
    const wearer = random.pick(residents);
    const by = random.pick(desk);
    const chosen = new Set(
      [random.pick(products), ...(random.chance(0.35) ? [random.pick(products)] : [])].filter(({ onSale = true }) => onSale),
    );
    const lines = [...chosen].map((product) => ({
      product,
      kind: product.packageId ? 2 : 1,
      unitFen: product.priceFen,
      quantity: product.packageId ? 1 : random.int(1, 3),
    }));
    if (lines.length === 0) continue;
    const day = dayOf(at);
    serials.set(day, (serials.get(day) ?? 0) + 1);
    const number = numberOf(day, serials.get(day) as number);
    const reason = paid > 2 ? random.pick(REASONS[paid as 3 | 4]) : null;
    const order = { number, at, paid, sent, wearer, by, lines, reason, payType: random.pick([1, 1, 4]), carrier: random.pick(CARRIERS) };
    const orderId = await writeOrder(tx, order, now);
    for (const { product, quantity } of lines) {
      if (product.packageId) {
        if (paid !== payment.paid) continue;
        const work = { tx, actor: { userId: by.id, name: by.name } };
        await grantPackage(work, {
          personId: wearer.id,
          packageId: product.packageId,
          goodsOrderId: orderId,
          startsOn: day,
          remarks: `商品订单 ${number}`,
        });
        continue;
      }
      const material = materials.find(({ id }) => id === product.material_id);
      const own = { of: material ?? product, by, orderId };
      const movements: Movement[] = [
        { ...own, quantity: -quantity, kind: movementKind.sale, at, reason: `销售 ${number}` },
        ...(reason
          ? [{ ...own, quantity, kind: movementKind.returned, at: Math.min(now, at + ENDS * 60_000), reason: `退回 ${number}` }]
          : []),
      ];
      (material ? moved : sold).push(...movements);
    }
  }
  await book(tx, 'material_movements', moved);
  await book(tx, 'product_movements', sold);
  for (const { id, left } of materials)
    await tx.run(db.updateTable('materials').set({ quantity: left }).where('tenant_id', '=', tenant_id).where('id', '=', id));
  for (const { id, left } of products)
    await tx.run(db.updateTable('products').set({ quantity: left }).where('tenant_id', '=', tenant_id).where('id', '=', id));
  if (serials.size > 0) {
    const rows = [...serials].map(([day, last]) => ({ tenant_id, day, last }));
    await tx.run(
      db
        .insertInto('goods_order_numbers')
        .values(rows)
        .onConflict((on) => on.columns(['tenant_id', 'day']).doUpdateSet({ last: sql`excluded.last` })),
    );
  }
}
