/** Goods orders: `order` on the wire, their lines `orderdetailed`. */
import { z } from 'zod';
import { byId, clearable, dateTime, id, int, ok, orNull, page, paging, picked, required, text } from '../fields.ts';
import { guarding, money } from '../guards.ts';
import { del, get, post, put } from '../http.ts';
import { phone, phoneOrKept } from '../phones.ts';
import { exportRoute } from '../transfers/transfers.ts';

const order = {
  id: z.number(),
  orderNo: z.string(),
  buyTime: z.string(),
  payTime: z.string().nullable(),
  /** Yuan; null when the lines have several prices. */
  unitPrice: z.number().nullable(),
  /** Of all lines. */
  num: z.number(),
  /** Dictionary pay_type. */
  payType: z.number().nullable(),
  /** Yuan. */
  orderPrice: z.number(),
  nickName: z.string(),
  phone: z.string(),
  address: z.string(),
  /** Where the person lies now, until it is signed for or closed; null for whom lives at home. */
  bedPlace: z.string().nullable(),
  /** Of all lines, joined by 、 */
  productName: z.string(),
  /** Of the first line that has one. */
  productImage: z.string().nullable(),
  oldmanId: z.number(),
  /** goods-orders.rules.ts `payment`, `delivery`. */
  payStatus: z.number(),
  deliveryStatus: z.number().nullable(),
  carrier: z.string().nullable(),
  trackingNo: z.string().nullable(),
  shipTime: z.string().nullable(),
  signTime: z.string().nullable(),
  /** Cancelled or refunded. */
  closeTime: z.string().nullable(),
  closeReason: z.string().nullable(),
  remarks: z.string().nullable(),
  operationUserName: z.string().nullable(),
  createBy: z.string().nullable(),
  version: z.number(),
};

export const GoodsOrder = z.object(order);

/** A sub-order. */
export const GoodsOrderLine = z.object({
  id: z.number(),
  orderNo: z.string(),
  productId: z.number(),
  productName: z.string(),
  productImage: z.string().nullable(),
  kind: z.number(),
  unit: z.string(),
  /** Yuan. */
  unitPrice: z.number(),
  num: z.number(),
  /** Yuan. */
  totalPrice: z.number(),
});

export const GoodsOrderLog = z.object({
  id: z.number(),
  /** goods-orders.rules.ts `actionLabels`. */
  action: z.string(),
  note: z.string(),
  userName: z.string().nullable(),
  createTime: z.string(),
});

export const GoodsOrderDetail = z.object({ ...order, details: z.array(GoodsOrderLine), logs: z.array(GoodsOrderLog) });

const contact = {
  nickName: required(20, '请输入姓名'),
  phone: phone('contact'),
  address: required(200, '请输入收货地址'),
  remarks: clearable(text(200)),
};

/** Prices are the server's own; a price in the body would be refused. */
const line = z.object({ productId: picked('请选择商品'), num: int(1, 9999) });

const query = {
  orderNo: text(30).optional(),
  nickName: text(20).optional(),
  phone: text(20).optional(),
  productName: text(60).optional(),
  oldmanId: id.optional(),
  payStatus: int(1, 4).optional(),
  deliveryStatus: int(1, 3).optional(),
  startTime: dateTime.optional(),
  endTime: dateTime.optional(),
};

const BASE = '/members/order';
const view = 'members_order_view';
const version = z.int().optional();
const reason = (message: string) => required(100, message);

const guarded = guarding(money);

export const goodsOrders = guarded({
  page: get(`${BASE}/page`, '商品订单列表', { access: view, input: z.object({ ...paging, ...query }), output: page(GoodsOrder) }),
  export: exportRoute(`${BASE}/export`, '商品订单', 'members_order_export', query),
  /** Of everything that the list's filters leave; yuan. */
  statistics: get(`${BASE}/statistics`, '商品订单统计', {
    access: view,
    input: z.object(query),
    output: z.object({
      orders: z.number(),
      unpaid: z.number(),
      toShip: z.number(),
      /** Of what was paid and not refunded. */
      income: z.number(),
      refunded: z.number(),
    }),
  }),
  get: get(`${BASE}/{id}`, '商品订单详情', { access: view, input: byId, output: GoodsOrderDetail }),
  /** The sub-orders of an order. */
  details: get('/members/orderdetailed/getOrderdetailedList/{id}', '商品订单明细', {
    access: view,
    input: byId,
    output: z.array(GoodsOrderLine),
  }),
  /** Takes the stock at once; gives the new order's id. */
  create: post(BASE, '新增商品订单', {
    access: 'members_order_add',
    input: z.object({
      oldmanId: picked('请选择下单人'),
      ...contact,
      details: z
        .array(line, { error: '请添加商品' })
        .min(1, { error: '请添加商品' })
        .max(50, { error: '一个订单最多50种商品' })
        .refine((list) => new Set(list.map(({ productId }) => productId)).size === list.length, { error: '商品不能重复，请修改数量' }),
    }),
    output: id,
    message: '创建成功',
  }),
  update: put(BASE, '修改商品订单', {
    access: 'members_order_edit',
    input: z.object({ id, version, ...contact, phone: phoneOrKept('contact') }),
    output: ok,
    message: '更新成功',
  }),
  remove: del(`${BASE}/{id}`, '删除商品订单', { access: 'members_order_del', input: byId, output: ok, message: '删除成功' }),
  pay: post(`${BASE}/pay`, '商品订单收款', {
    access: 'members_order_pay',
    input: z.object({ id, version, payType: picked('请选择支付方式').pipe(z.number().max(99, { error: '请选择支付方式' })) }),
    output: ok,
    message: '收款成功',
  }),
  ship: post(`${BASE}/ship`, '商品订单发货', {
    access: 'members_order_ship',
    input: z.object({ id, version, carrier: required(30, '请输入承运方'), trackingNo: orNull(text(40)) }),
    output: ok,
    message: '发货成功',
  }),
  sign: post(`${BASE}/sign`, '商品订单签收', {
    access: 'members_order_ship',
    input: z.object({ id, version }),
    output: ok,
    message: '签收成功',
  }),
  cancel: post(`${BASE}/cancel`, '取消商品订单', {
    access: 'members_order_edit',
    input: z.object({ id, version, reason: reason('请输入取消原因') }),
    output: ok,
    message: '取消成功',
  }),
  refund: post(`${BASE}/refund`, '商品订单退款', {
    access: 'members_order_refund',
    /** `restock` false: what was sent does not come back. What was not sent always does. */
    input: z.object({ id, version, reason: reason('请输入退款原因'), restock: z.boolean().default(true) }),
    output: ok,
    message: '退款成功',
  }),
});

/** What an order can be made of: products on sale, for whoever writes orders. */
export const SaleProduct = z.object({
  id: z.number(),
  name: z.string(),
  categoryName: z.string(),
  kind: z.number(),
  image: z.string().nullable(),
  price: z.number(),
  unit: z.string(),
  quantity: z.number().nullable(),
  /** Rich text. */
  description: z.string().nullable(),
});

export const saleProducts = {
  page: get(`${BASE}/product/page`, '可售商品列表', {
    access: 'members_order_add',
    input: z.object({ ...paging, name: text(60).optional(), categoryId: id.optional() }),
    output: page(SaleProduct),
  }),
};
