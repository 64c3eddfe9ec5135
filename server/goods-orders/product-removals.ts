/** Removing products and their categories so that they can come back for a month; what was ordered or booked stays. */
import { sql } from 'kysely';
import type { Tx } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import { line, lines, named, type Outlook, type Removable } from '../lists/removals.ts';
import { putBack, taking, type Taken, type TakenOut } from '../lists/taken-rows.ts';

const ORDERED = '该商品已有订单，不能删除，可以下架';
const BOOKED = '该商品已有库存流水，不能删除，可以下架';
export const productTables: TakenOut = {
  table: 'products',
  noun: '商品',
  kept: {
    goods_order_lines_tenant_id_product_id_fkey: refused(ORDERED),
    product_movements_tenant_id_product_id_fkey: refused(BOOKED),
  },
  taken: {
    products_tenant_id_name_key: conflict('已有同名的商品，不能恢复'),
    products_tenant_id_category_id_fkey: refused('所属商品分类已删除，请先恢复商品分类'),
    products_tenant_id_material_id_fkey: refused('关联的物资已删除，请先恢复物资'),
    products_tenant_id_package_id_fkey: refused('关联的服务套餐已删除，请先恢复服务套餐'),
  },
};

export const categoryTables: TakenOut = {
  table: 'product_categories',
  noun: '商品分类',
  kept: { products_tenant_id_category_id_fkey: refused('该分类下还有商品，不能删除') },
  taken: { product_categories_tenant_id_name_key: conflict('已有同名的商品分类，不能恢复') },
};

async function outlookOfProduct(tx: Tx, id: number): Promise<Outlook> {
  const found = await tx.row<{ name: string; category: string; ordered: boolean; moved: boolean }>(sql`
    select p.name, (select c.name from product_categories c where c.tenant_id = p.tenant_id and c.id = p.category_id) as category,
      exists (select from goods_order_lines l where l.tenant_id = p.tenant_id and l.product_id = p.id) as ordered,
      exists (select from product_movements m where m.tenant_id = p.tenant_id and m.product_id = p.id) as moved
    from products p where p.tenant_id = ${tx.tenantId} and p.id = ${id}`);
  if (!found) throw notFound('商品');
  const { name, category, ordered, moved } = found;
  return {
    name,
    detail: category,
    blockers: lines(ordered && line(ORDERED), !ordered && moved && line(BOOKED)),
    effects: lines(line('不再在商品列表和下单时出现')),
  };
}

async function outlookOfCategory(tx: Tx, id: number): Promise<Outlook> {
  const found = await tx.row<{ name: string; products: string[] }>(sql`
    select c.name, (select coalesce(array_agg(p.name order by p.id), '{}') from products p
      where p.tenant_id = c.tenant_id and p.category_id = c.id) as products
    from product_categories c where c.tenant_id = ${tx.tenantId} and c.id = ${id}`);
  if (!found) throw notFound('商品分类');
  const { name, products: below } = found;
  return {
    name,
    detail: null,
    blockers: lines(below.length > 0 && line(`下面还有商品${named(below)}，请先移到其他分类或删除`, 'products', id)),
    effects: [],
  };
}

export const productRemoval: Removable<Taken> = {
  kind: 'product',
  look: (id, { tx }) => outlookOfProduct(tx, id),
  take: taking(productTables, outlookOfProduct),
  async give(_id, kept, { tx }) {
    await putBack(productTables, kept, tx);
    return [];
  },
};

export const categoryRemoval: Removable<Taken> = {
  kind: 'product_category',
  look: (id, { tx }) => outlookOfCategory(tx, id),
  take: taking(categoryTables, outlookOfCategory),
  async give(_id, kept, { tx }) {
    await putBack(categoryTables, kept, tx);
    return [];
  },
};
