/**
 * Buying outside of login (dialog mode 1: token, phone, tenant). The token is good for one institution and for buying alone; `createTenant`
 * gives one, and `orderToken` to the administrator of an institution whose term has ended. docs/decisions/028-subscriptions.md
 */
import { z } from 'zod';
import { token } from '../onboarding/invitations.ts';
import { id, nothing, ok, orNull, page, paging, text } from '../fields.ts';
import { guarding, money } from '../guards.ts';
import { get, mediaTypes, post, put } from '../http.ts';
import { mobile } from '../phones.ts';
import {
  bill,
  choice,
  newOrder,
  PackageItem,
  PackageOffer,
  PackageOrder,
  PackageQuote,
  Payment,
  payment,
  RECEIPT_MOST_BYTES,
  UploadedReceipt,
} from './package-orders.ts';

const BASE = '/admin/base/external';
const open = { access: 'public', rate: 'open' } as const;

/**
 * The token, here or as the bearer token of the call. Clients also say whose phone and
 * which institution it is for: 403 when the token says otherwise.
 */
const holder = { token: orNull(token), phone: orNull(text(20)), tenantId: orNull(id) };

export const OrderToken = z.object({
  /** Null while `tenants` has several and none was chosen: ask again with tenantId and the answer's `proof`. */
  token: z.string().nullable(),
  expiresIn: z.number(),
  proof: z.string().nullable(),
  tenantId: z.number().nullable(),
  tenantName: z.string().nullable(),
  /** Institutions that the person administers. */
  tenants: z.array(z.object({ tenantId: z.number(), tenantName: z.string(), endTime: z.string().nullable() })),
});

const guarded = guarding(money);

export const externalOrders = guarded({
  /** The offer. `id` is whatever clients have (0, the tenant or a token): it is the same for everybody. */
  offers: get(`${BASE}/getPackageAll/{id}`, '可购产品包', { ...open, input: z.object({ id: text(200) }), output: z.array(PackageOffer) }),
  /** The durations of package `id`. */
  items: get(`${BASE}/getPackageItemAll/{id}`, '产品包购买时长', { ...open, input: z.object({ id }), output: z.array(PackageItem) }),
  payTypes: get(`${BASE}/payTypes`, '可用支付方式', { ...open, input: nothing, output: z.array(z.number()) }),
  /** `code` was sent by `phoneCode` (purpose `order`) to the phone of an administrator's account. */
  orderToken: post(`${BASE}/orderToken`, '验证手机号并订购', {
    access: 'public',
    rate: 'login',
    input: z.object({ phone: orNull(mobile), code: orNull(text(10)), proof: orNull(token), tenantId: orNull(id), userId: orNull(id) }),
    output: OrderToken,
  }),
  quote: get(`${BASE}/quote/{token}`, '产品包报价', { ...open, input: z.object({ token, ...choice }), output: PackageQuote }),
  /** `id` is the token: the order under way (payStatus 1 or 6), or null. */
  current: get(`${BASE}/getOrderInfo/{id}`, '进行中的订购订单', {
    ...open,
    input: z.object({ id: token }),
    output: PackageOrder.nullable(),
  }),
  /** `id` is the token. */
  page: get(`${BASE}/getOrderList/{id}`, '订购订单列表', {
    ...open,
    input: z.object({ ...paging, id: token }),
    output: page(PackageOrder),
  }),
  create: post(`${BASE}/saveOrderBase`, '提交订购订单', {
    ...open,
    input: z.object({ ...holder, ...newOrder }),
    output: PackageOrder,
    message: '提交成功!',
  }),
  pay: put(`${BASE}/payOrder`, '支付订购订单', { ...open, input: z.object({ ...holder, ...payment }), output: Payment }),
  check: put(`${BASE}/checkOrder`, '查询支付结果', { ...open, input: z.object({ token, id }), output: PackageOrder }),
  /** `a` is the order, `b` the token. */
  cancel: put(`${BASE}/cancelOrder/{a}/{b}`, '取消订购订单', {
    ...open,
    input: z.object({ a: id, b: token }),
    output: ok,
    message: '取消成功',
  }),
  /** jpg or png by content, under 5 MB. */
  upload: post(`${BASE}/uploadBill/{token}`, '上传回执单', {
    access: 'public',
    rate: 'login',
    multipart: [mediaTypes.jpg, mediaTypes.png],
    bodyLimit: 2 * RECEIPT_MOST_BYTES,
    input: z.object({ token }),
    output: UploadedReceipt,
    message: '上传成功',
  }),
  bill: post(`${BASE}/addBill`, '提交转账回执', {
    ...open,
    input: z.object({ ...holder, ...bill }),
    output: PackageOrder,
    message: '提交成功!',
  }),
  /** Told by the gateway; the answer is its own. */
  wechatNotify: post(`${BASE}/notify/wechat`, '微信支付通知', {
    access: 'public',
    rate: 'open',
    kind: 'raw',
    signed: true,
    input: z.unknown(),
    output: z.any(),
  }),
  alipayNotify: post(`${BASE}/notify/alipay`, '支付宝通知', {
    access: 'public',
    rate: 'open',
    kind: 'raw',
    input: z.record(z.string(), z.unknown()),
    output: z.any(),
  }),
});
