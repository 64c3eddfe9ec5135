/** What the fields of products and of their ledger are called. */
import type { LabelsOf } from '../labels.ts';
import type { products } from './products.ts';

export const productLabels = {
  name: '商品名称',
  categoryName: '商品分类',
  kind: '类型',
  price: '价格',
  unit: '单位',
  quantity: '可售数量',
  materialName: '关联',
  packageName: '关联套餐',
  onSale: '状态',
  description: '描述',
  createBy: '创建人',
  createTime: '创建时间',
  images: '图片',
  categoryId: '商品分类',
  packageId: '服务套餐',
  materialId: '关联物资',
} satisfies LabelsOf<typeof products>;

export const productMovementLabels = {
  createTime: '时间',
  kind: '类型',
  quantity: '变动数量',
  balance: '结存数量',
  reason: '原因',
  createBy: '操作人',
} satisfies LabelsOf<Pick<typeof products, 'movements'>>;
