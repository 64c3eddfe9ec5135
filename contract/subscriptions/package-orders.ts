/** A tenant buys, signed in: offer, price, order, payment, receipt. The same outside of login is in external-orders.ts. */
import { z } from 'zod';
import { byId, decimal, flag, id, int, nothing, ok, orNull, page, paging, required, text } from '../fields.ts';
import { guarding, money } from '../guards.ts';
import { get, mediaTypes, post, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

/** A package of the offer. */
export const PackageOffer = z.object({
  id: z.number(),
  packageName: z.string(),
  packageCode: z.string(),
  description: z.string(),
  /** Null is without limit; storage in bytes. */
  accountLimit: z.number().nullable(),
  peopleLimit: z.number().nullable(),
  deviceLimit: z.number().nullable(),
  storageLimit: z.number().nullable(),
  /** The names of the main menus it opens, for showing what one gets. */
  menuNames: z.array(z.string()),
});

/** A duration of a package. */
export const PackageItem = z.object({
  id: z.number(),
  sku: z.string(),
  /** Days. */
  timeNum: z.number(),
  /** Yuan, before what is left of a running package. */
  price: z.number(),
});

/** What a choice costs this tenant now. */
export const PackageQuote = z.object({
  packageId: z.number(),
  packageName: z.string(),
  sku: z.string(),
  timeNum: z.number(),
  /** package-prices.rules.ts `orderKinds`: 1 first, 2 renewal, 3 change. */
  kind: z.number(),
  /** Yuan: list price, remaining value of the running package, amount payable (应付金额). */
  price: z.number(),
  credit: z.number(),
  total: z.number(),
  startTime: z.string(),
  endTime: z.string(),
  /** Why it cannot be ordered now, or null. */
  problem: z.string().nullable(),
});

export const PackageOrder = z.object({
  id: z.number(),
  orderNo: z.string(),
  tenantId: z.number(),
  tenantName: z.string(),
  /** Plan name, duration in days, amount payable in yuan. */
  itemName: z.string(),
  itemDuration: z.number(),
  itemPrice: z.number(),
  packageId: z.number(),
  packageCode: z.string(),
  sku: z.string(),
  /** 1 signed in, 2 by the platform for the tenant, 3 outside of login. */
  source: z.number(),
  buyType: z.number(),
  kind: z.number(),
  /** Yuan: list price and what was taken off. */
  listPrice: z.number(),
  credit: z.number(),
  /** package-orders.rules.ts `payStatus`, `orderStatus`, `payTypes`. */
  payStatus: z.number(),
  orderStatus: z.number(),
  payType: z.number().nullable(),
  createTime: z.string(),
  /** Unpaid by then it ends: 23:59 of the day. */
  deadline: z.string(),
  /** Of the plan; endTime is its expiry (产品包到期时间). */
  startTime: z.string(),
  endTime: z.string(),
  payTime: z.string().nullable(),
  activateTime: z.string().nullable(),
  closeTime: z.string().nullable(),
  closeReason: z.string().nullable(),
  buyerName: z.string(),
  buyerPhone: z.string().nullable(),
  /** Of the last receipt; `billUrl` is for records, `billLink` for showing (10 minutes). */
  billNo: z.string().nullable(),
  receiptNo: z.string().nullable(),
  billUrl: z.string().nullable(),
  billLink: z.string().nullable(),
  /** package-orders.rules.ts `billStates`; null without a receipt. */
  billState: z.number().nullable(),
  billTime: z.string().nullable(),
  /** Why it was sent back. */
  billReason: z.string().nullable(),
  /** Yuan that came too late or twice and go back. */
  refund: z.number(),
  /** Of money that was noted and waits for a second person: package-orders.rules.ts `claimKinds`; null when none waits. */
  claimKind: z.number().nullable(),
  verifiedName: z.string().nullable(),
  /** invoices.rules.ts `invoiceStates`; null when none was asked for. */
  invoiceState: z.number().nullable(),
  version: z.number(),
});
export type PackageOrder = z.output<typeof PackageOrder>;

export const PackageOrderDetail = PackageOrder.extend({
  logs: z.array(z.object({ action: z.string(), note: z.string(), userName: z.string().nullable(), createTime: z.string() })),
  /** In positive, back negative; yuan. */
  payments: z.array(
    z.object({ amount: z.number(), payType: z.number(), reference: z.string(), userName: z.string().nullable(), createTime: z.string() }),
  ),
});

/** How to go on after choosing how to pay: nothing for a transfer, an address for a QR code (1), an address to open (2). */
export const Payment = z.object({ order: PackageOrder, codeUrl: z.string().nullable(), payUrl: z.string().nullable() });

/** The tenant's own standing. */
export const Subscription = z.object({
  packageName: z.string().nullable(),
  packageCode: z.string().nullable(),
  endTime: z.string().nullable(),
  /** When reading ends too. */
  closeTime: z.string().nullable(),
  /** terms.rules.ts: open works, reading may only look, closed. */
  standing: z.enum(['open', 'reading', 'closed']),
  /** Days until endTime, a begun one counts; null without an end. */
  daysLeft: z.number().nullable(),
  /** Used, and at most (null without limit). Storage in bytes. */
  usage: z.array(z.object({ kind: z.enum(['users', 'people', 'devices', 'storage']), used: z.number(), most: z.number().nullable() })),
  terms: z.array(
    z.object({ orderNo: z.string(), packageName: z.string(), startTime: z.string(), endTime: z.string(), ended: z.boolean() }),
  ),
});

export const RECEIPT_MOST_BYTES = 5 * 1024 * 1024;
/** To the letter. */
export const RECEIPT_TYPE_MESSAGE = '上传头像图片只能是 jpg|png 格式!';
export const RECEIPT_SIZE_MESSAGE = '上传头像图片大小不能超过 5MB!';

export const UploadedReceipt = z.object({
  /** What `addBill` and `sysbill` take as billUrl. */
  url: z.string(),
  link: z.string(),
  original: z.string(),
});

export const choice = {
  packageId: id,
  sku: required(40, '请选择购买时长'),
};
/**
 * A price is refused: it is the server's. A sku belongs to one package, which need not
 * be named. `source` is what clients send; where the order came from is known.
 */
export const newOrder = { ...choice, packageId: orNull(id), buyType: int(1, 1).default(1), source: int(1, 3).optional() };
/** `orderNo`, when given, must be that of the order `id`. */
export const payment = { id, orderNo: orNull(text(40)), payType: int(1, 4).default(3) };
export const bill = {
  orderNo: required(40, '订单不存在'),
  billNo: required(64, '请输入流水号'),
  receiptNo: required(64, '请输入回单编号'),
  billUrl: required(200, '请上传回执单'),
  payType: int(3, 3).default(3),
  /** When given, it must be the amount payable. */
  price: orNull(decimal),
  /**
   * False: the sender knows of no earlier receipt, and 409 with that one in `data` when
   * there is. Otherwise the sender's dialog has asked, and it is replaced.
   */
  overwrite: flag.optional(),
};

const search = { orderNo: text(40).optional(), payStatus: int(1, 6).optional() };

const BASE = '/admin/sysorder';
const access = 'package_order';

const guarded = guarding(money, { call: 'detail', by: 'id' });

export const packageOrders = guarded({
  /** Ways to pay that work here: always 3; 1 and 2 once their keys exist. */
  payTypes: get(`${BASE}/payTypes`, '可用支付方式', { access, input: nothing, output: z.array(z.number()) }),
  quote: get(`${BASE}/quote`, '产品包报价', { access, input: z.object(choice), output: PackageQuote }),
  subscription: get(`${BASE}/subscription`, '当前订阅', { access, input: nothing, output: Subscription }),
  /** Open while reading only, as are all routes of this service: this is how a tenant comes back. Sent twice, it makes one order. */
  create: post(BASE, '提交订购订单', { access, always: true, input: z.object(newOrder), output: PackageOrder, message: '提交成功!' }),
  /** The order under way (payStatus 1 or 6), or null: what the dialog opens with. */
  current: get(`${BASE}/getOrderInfo`, '进行中的订购订单', {
    access,
    input: z.object({ id: id.optional() }),
    output: PackageOrder.nullable(),
  }),
  page: get(`${BASE}/getOrderList`, '订购订单列表', { access, input: z.object({ ...paging, ...search }), output: page(PackageOrder) }),
  export: exportRoute(`${BASE}/export`, '订购订单', access, search),
  detail: get(`${BASE}/detail/{id}`, '订购订单详情', { access, input: byId, output: PackageOrderDetail }),
  pay: put(`${BASE}/payOrder`, '支付订购订单', { access, always: true, input: z.object(payment), output: Payment }),
  /** Asks the gateway whether it was paid: for whoever has paid while its notice did not arrive. */
  check: put(`${BASE}/checkOrder`, '查询支付结果', { access, always: true, input: z.object({ id }), output: PackageOrder }),
  cancel: put(`${BASE}/cancelOrder/{id}`, '取消订购订单', { access, always: true, input: byId, output: ok, message: '取消成功' }),
  /** jpg or png by content, under 5 MB. */
  upload: post('/admin/sysbill/upload', '上传回执单', {
    access,
    always: true,
    rate: 'upload',
    multipart: [mediaTypes.jpg, mediaTypes.png],
    bodyLimit: 2 * RECEIPT_MOST_BYTES,
    input: nothing,
    output: UploadedReceipt,
    message: '上传成功',
  }),
  bill: post('/admin/sysbill', '提交转账回执', { access, always: true, input: z.object(bill), output: PackageOrder, message: '提交成功!' }),
});
