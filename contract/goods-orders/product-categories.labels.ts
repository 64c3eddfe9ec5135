/** What the fields of categories of products are called. */
import type { LabelsOf } from '../labels.ts';
import type { productCategories } from './product-categories.ts';

export const productCategoryLabels = {
  name: '分类名称',
  description: '描述',
  tenantName: '所属机构',
  createBy: '创建人',
  createTime: '创建时间',
} satisfies LabelsOf<typeof productCategories>;
