/** Categories of goods: `productcategory`. */
import { sql } from 'kysely';
import { productCategories as routes } from '#contract/goods-orders/product-categories.ts';
import { titled } from '#contract/labels.ts';
import { productCategoryLabels } from '#contract/goods-orders/product-categories.labels.ts';
import { explaining } from '../db/constraints.ts';
import { lookup, type RowOf } from '../lists/columns.ts';
import { contains, reads, writes, type ListOf } from '../lists/crud.ts';
import { removing } from '../lists/removals.ts';
import { conflict } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { exporting, listOf, type ExportColumn } from '../transfers/exports.ts';
import { categoryRemoval } from './product-removals.ts';

const own = { table: 'product_categories', noun: '商品分类' } as const;

const list: ListOf<typeof routes.page, 'product_categories'> = {
  ...own,
  columns: {
    id: 'id',
    name: 'name',
    description: 'description',
    tenantName: () => sql`(select t.name from tenants t where t.id = product_categories.tenant_id)`,
    createBy: lookup('users', 'name', 'product_categories.created_by'),
    products: () =>
      sql`(select count(*) from products p where p.tenant_id = product_categories.tenant_id and p.category_id = product_categories.id)`,
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name') },
  sorts: { name: 'name' },
};

const plain = writes({
  ...own,
  fields: { name: 'name', description: 'description' },
  stamp: (session) => ({ created_by: session.userId }),
});

const refusals = { product_categories_tenant_id_name_key: conflict('已有同名的商品分类') };

const columns: ExportColumn<RowOf<typeof routes.page>>[] = titled(productCategoryLabels, [
  { key: 'name', width: 20 },
  { key: 'description', width: 40 },
  { key: 'tenantName', width: 24 },
  { key: 'createBy', width: 12 },
  { key: 'createTime', format: 'dateTime', width: 20 },
]);

export const productCategories: Handlers<typeof routes> = {
  ...reads(list),
  export: exporting(routes.export, {
    name: '商品分类',
    list: () => listOf(list),
    columns,
  }),
  create: (input, context) => explaining(refusals, plain.create(input, context)),
  update: (input, context) => explaining(refusals, plain.update(input, context)),
  ...removing(categoryRemoval),
};
