/** Products: what is sold, and the quantity of what counts for itself. */
import { sql } from 'kysely';
import { toFen } from '#contract/fields.ts';
import { productKind } from '#contract/goods-orders/goods-orders.rules.ts';
import { products as routes } from '#contract/goods-orders/products.ts';
import { changeOf, movementKind } from '#contract/stock/materials.rules.ts';
import { explaining } from '../db/constraints.ts';
import type { Work } from '../context.ts';
import { reads, writes } from '../lists/crud.ts';
import { removing } from '../lists/removals.ts';
import { db } from '../db/tenant.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { pageOf } from '../lists/paging.ts';
import { exporting } from '../transfers/exports.ts';
import { productRemoval } from './product-removals.ts';
import { moveProducts } from './product-stock.ts';
import { productRows, productSheet, toProduct } from './product-rows.ts';

const plainReads = reads(productRows);
const plainWrites = writes({
  table: 'products',
  noun: '商品',
  fields: {
    name: 'name',
    categoryId: 'category_id',
    kind: 'kind',
    images: 'images',
    priceFen: 'price_fen',
    unit: 'unit',
    description: 'description',
    materialId: 'material_id',
    packageId: 'package_id',
    onSale: 'on_sale',
  },
  stamp: (session) => ({ created_by: session.userId }),
});

const refusals = {
  products_tenant_id_name_key: conflict('已有同名的商品'),
  products_tenant_id_category_id_fkey: refused('商品分类不存在'),
  products_tenant_id_material_id_fkey: refused('物资不存在'),
};

interface Links {
  kind: number;
  materialId: number | null;
  packageId: number | null;
}

/** A product is goods, perhaps out of a material, or a package of the catalogue; the other link is taken away. */
async function linksOf({ tx }: Work, { kind, materialId, packageId }: Links): Promise<Links> {
  if (kind === productKind.goods) return { kind, materialId, packageId: null };
  if (packageId === null) throw invalid('请选择服务套餐');
  const known = await tx.row(
    db.selectFrom('service_packages').select('enabled').where('tenant_id', '=', tx.tenantId).where('id', '=', packageId),
  );
  if (!known) throw refused('服务套餐不存在');
  return { kind, materialId: null, packageId };
}

const read = (work: Work, id: number) =>
  work.tx.row(db.selectFrom('products').selectAll().where('tenant_id', '=', work.tx.tenantId).where('id', '=', id).forNoKeyUpdate());

const bySelf = (product: { kind: number; material_id: number | null }) => {
  if (product.kind !== productKind.goods) throw refused('服务套餐没有库存');
  if (product.material_id !== null) throw refused('该商品使用关联物资的库存，请在物资管理中出入库');
};

export const products: Handlers<typeof routes> = {
  async page(input, context) {
    const found = await plainReads.page(input, context);
    return { ...found, records: found.records.map(toProduct) };
  },
  get: async (input, context) => toProduct(await plainReads.get(input, context)),
  export: exporting(routes.export, productSheet),

  async create({ quantity = 0, ...input }, context) {
    const links = await linksOf(context, { kind: input.kind, materialId: input.materialId ?? null, packageId: input.packageId ?? null });
    const id = await explaining(refusals, plainWrites.create({ ...input, ...links, priceFen: toFen(input.price) }, context));
    if (links.kind === productKind.goods && links.materialId === null) {
      await moveProducts(context, [{ productId: id, quantity, kind: movementKind.in, reason: '期初库存' }]);
    }
    return id;
  },

  async update(input, context) {
    const product = await read(context, input.id);
    if (!product) throw notFound('商品');
    const { materialId = product.material_id, packageId = product.package_id } = input;
    const links = await linksOf(context, { kind: input.kind, materialId, packageId });
    // Its own stock would be lost from sight, and from every count.
    if (product.quantity > 0 && (links.materialId !== null || links.kind !== productKind.goods)) {
      throw refused(`该商品还有自有库存${product.quantity}${product.unit}，请先出库后再修改`);
    }
    return explaining(refusals, plainWrites.update({ ...input, ...links, priceFen: toFen(input.price) }, context));
  },

  ...removing(productRemoval),

  move: (input, context) =>
    once(context, routes.move, input, async () => {
      const { id, kind, quantity, reason } = input;
      const product = await read(context, id);
      if (!product) throw notFound('商品');
      bySelf(product);
      const change = (balance: number) => changeOf(kind, quantity, balance);
      if (change(product.quantity) === 0)
        throw kind === movementKind.correction ? refused('盘点数量与当前库存一致，无需校正') : invalid('数量应大于0');
      return (await moveProducts(context, [{ productId: id, quantity: change, kind, reason }])).get(id) as number;
    }),

  async movements({ id, ...input }, context) {
    const { tx } = context;
    const product = await tx.row(db.selectFrom('products').select('id').where('tenant_id', '=', tx.tenantId).where('id', '=', id));
    if (!product) throw notFound('商品');
    const matching = db.selectFrom('product_movements').where('tenant_id', '=', tx.tenantId).where('product_id', '=', id);
    const order = sql<
      string | null
    >`(select o.number from goods_orders o where o.tenant_id = product_movements.tenant_id and o.id = product_movements.goods_order_id)`;
    return pageOf(context, input, matching, (query) =>
      query
        .select(['id', 'kind', 'quantity', 'balance', 'reason', 'user_name as createBy', 'created_at as createTime'])
        .select(order.as('orderNo'))
        .orderBy('id', 'desc'),
    );
  },
};
