/** Products as lists show them. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { toYuan } from '#contract/fields.ts';
import { productKindLabels } from '#contract/goods-orders/goods-orders.rules.ts';
import type { Product, products } from '#contract/goods-orders/products.ts';
import { plainText } from '#contract/rich-text.rules.ts';
import { titled } from '#contract/labels.ts';
import { productLabels } from '#contract/goods-orders/products.labels.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, type ListOf } from '../lists/crud.ts';
import { listOf, type Export } from '../transfers/exports.ts';

type Row = z.output<typeof Product>;

/** What can be sold: of the material, of the product itself; a package has no end. */
export const available = sql<number | null>`case when products.kind = 2 then null when products.material_id is null then products.quantity
  else (select floor(m.quantity) from materials m where m.tenant_id = products.tenant_id and m.id = products.material_id) end`;
export const categoryName = sql<string>`(select c.name from product_categories c where c.tenant_id = products.tenant_id
  and c.id = products.category_id)`;

export const productRows: ListOf<typeof products.page, 'products'> = {
  table: 'products',
  noun: '商品',
  columns: {
    id: 'id',
    name: 'name',
    categoryId: 'category_id',
    categoryName: () => categoryName,
    kind: 'kind',
    images: 'images',
    price: 'price_fen',
    unit: 'unit',
    description: 'description',
    materialId: 'material_id',
    materialName: lookup('materials', 'name', 'products.material_id'),
    packageId: 'package_id',
    packageName: lookup('service_packages', 'name', 'products.package_id'),
    quantity: () => available,
    onSale: 'on_sale',
    createBy: lookup('users', 'name', 'products.created_by'),
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name'), categoryId: equals('category_id'), kind: equals('kind'), onSale: equals('on_sale') },
  sorts: { name: 'name', price: 'price_fen' },
};

export const toProduct = (row: Row): Row => ({ ...row, price: toYuan(row.price) });

export const productSheet: Export<Row> = {
  name: '商品',
  list: () => ({ ...listOf(productRows), toRow: toProduct }),
  columns: titled(productLabels, [
    { key: 'name', width: 24 },
    { key: 'categoryName', width: 16 },
    { key: 'kind', value: ({ kind }) => productKindLabels[kind] ?? '', width: 10 },
    { key: 'price', format: 'money', width: 12 },
    { key: 'unit', width: 8 },
    { key: 'quantity', width: 10 },
    { key: 'materialName', title: '关联物资', width: 20 },
    { key: 'packageName', width: 20 },
    { key: 'onSale', value: ({ onSale }) => (onSale ? '在售' : '下架'), width: 8 },
    { key: 'description', value: ({ description }) => description && plainText(description), width: 40 },
    { key: 'createBy', width: 12 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
};
