/** Categories of goods: `productcategory`. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, int, required, text } from '../fields.ts';
import { removalRoutes } from '../removals.ts';
import { exportRoute } from '../transfers/transfers.ts';

export const ProductCategory = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  tenantName: z.string(),
  createBy: z.string().nullable(),
  /** Products in it. */
  products: z.number(),
  version: z.number(),
  createTime: z.string(),
});

const query = { name: text(30).optional() };

export const productCategories = {
  ...crudRoutes('/business/productcategory', '商品分类', {
    permission: 'business_productcategory',
    row: ProductCategory,
    form: { name: required(30, '请输入分类名称'), description: clearable(text(200)) },
    // A select takes them all.
    query: { ...query, size: int(1, 1000).default(10) },
  }),
  ...removalRoutes('/business/productcategory', '商品分类', 'business_productcategory_del'),
  export: exportRoute('/business/productcategory/export', '商品分类', 'business_productcategory_export', query),
};
