/** What is sold: goods out of a stock, and service packages. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, decimal, flag, id, int, page, paging, picked, required, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { removalRoutes } from '../removals.ts';
import { richText } from '../rich-text.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { picture } from '../system/pictures.ts';

export const Product = z.object({
  id: z.number(),
  name: z.string(),
  categoryId: z.number(),
  categoryName: z.string(),
  /** 1 goods, 2 service package. */
  kind: z.number(),
  images: z.array(z.string()),
  /** Yuan. */
  price: z.number(),
  unit: z.string(),
  /** Rich text. */
  description: z.string().nullable(),
  /** The stock that it is sold from; null when it counts for itself. */
  materialId: z.number().nullable(),
  materialName: z.string().nullable(),
  packageId: z.number().nullable(),
  packageName: z.string().nullable(),
  /** What can be sold; null for a package, of which there is no end. */
  quantity: z.number().nullable(),
  onSale: z.boolean(),
  createBy: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

/** Whether a material or a package belongs to the kind is checked by the server, against the row for what is left out. */
const form = {
  name: required(60, '请输入商品名称'),
  categoryId: picked('请选择商品分类'),
  kind: z.literal([1, 2], { error: '请选择商品类型' }),
  images: z.array(picture).max(9, { error: '最多上传9张图片' }).optional(),
  price: decimal.pipe(z.number().min(0, { error: '价格不能小于0' }).max(1_000_000, { error: '价格过大' })),
  unit: required(10, '请输入单位'),
  description: clearable(richText(2000)),
  materialId: clearable(id),
  packageId: clearable(id),
  onSale: z.boolean().optional(),
};
const query = {
  name: text(60).optional(),
  categoryId: id.optional(),
  kind: int(1, 2).optional(),
  onSale: flag.optional(),
};
const stock = int(0, 9_999_999);

const BASE = '/business/product';
const crud = crudRoutes(BASE, '商品', { permission: 'business_product', row: Product, form, query });

export const ProductMovement = z.object({
  id: z.number(),
  kind: z.number(),
  quantity: z.number(),
  balance: z.number(),
  reason: z.string(),
  orderNo: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string(),
});

export const products = {
  ...crud,
  ...removalRoutes(BASE, '商品', 'business_product_del'),
  create: post(BASE, '新增商品', {
    access: 'business_product_add',
    /** `quantity` is the own stock that it begins with; a product that is sold from a material has none. */
    input: z.object({ ...form, quantity: stock.optional() }),
    output: id,
    message: '创建成功',
  }),
  export: exportRoute(`${BASE}/export`, '商品', 'business_product_export', query),
  /** Books a product's own stock in, out, or to what was counted; gives the new balance. */
  move: post(`${BASE}/move`, '商品出入库', {
    access: 'business_product_edit',
    input: z.object({
      id,
      kind: z.literal([1, 2, 3], { error: '请选择操作类型' }),
      quantity: stock,
      reason: required(100, '请输入原因'),
    }),
    output: z.number(),
    message: '操作成功',
  }),
  /** Of a product's own stock. */
  movements: get(`${BASE}/{id}/movements`, '商品库存流水', {
    access: 'business_product_view',
    input: z.object({ ...paging, id }),
    output: page(ProductMovement),
  }),
};
