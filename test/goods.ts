/** Rows that tests of stock and goods start from. */
import { productCategories } from '#contract/goods-orders/product-categories.ts';
import { products } from '#contract/goods-orders/products.ts';
import { materials } from '#contract/stock/materials.ts';
import { sql } from 'kysely';
import type { Harness, TestUser } from './harness.ts';

let serial = 0;

/** A material with so much of it; gives its id. */
export async function material(t: Harness, as: TestUser, { name = '护理垫', quantity = 0, safetyQuantity = 0 } = {}): Promise<number> {
  const made = await t.route(materials.create, as, { code: `WZ${++serial}`, name, unit: '片', quantity, safetyQuantity, price: 1.5 });
  return made.data as number;
}

/** Goods on sale out of a material or of their own quantity, or a package; gives the id. */
export async function product(
  t: Harness,
  as: TestUser,
  { name = `商品${++serial}`, price = 58.5, ...rest }: Record<string, unknown> = {},
): Promise<number> {
  const categoryId = (await t.route(productCategories.create, as, { name: `分类${++serial}` })).data as number;
  const made = await t.route(products.create, as, { kind: 1, unit: '件', name, price, categoryId, ...rest });
  return made.data as number;
}

/** Every balance against the sum of its ledger: the rows that do not agree. */
export const wrongBalances = (t: Harness, tenantId: number) =>
  t.deps.inTenant(tenantId, (tx) =>
    tx.rows<{ what: string; id: number }>(sql`
      select 'material' as what, m.id from materials m where m.tenant_id = ${tenantId} and m.quantity <>
        coalesce((select sum(l.quantity) from material_movements l where l.tenant_id = m.tenant_id and l.material_id = m.id), 0)
      union all select 'product', p.id from products p where p.tenant_id = ${tenantId} and p.quantity <>
        coalesce((select sum(l.quantity) from product_movements l where l.tenant_id = p.tenant_id and l.product_id = p.id), 0)
      union all select 'line', l.id from (select id, balance, sum(quantity) over (partition by material_id order by id) as sum
        from material_movements where tenant_id = ${tenantId}) l where l.balance <> l.sum`),
  );
