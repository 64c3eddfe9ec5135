/** The platform's side of package orders: all tenants' orders, receipts to verify within 24 hours, money that goes back, revenue, usage. */
import { z } from 'zod';
import { byId, date, id, int, nothing, ok, orNull, page, paging, required, text } from '../fields.ts';
import { guarding, money } from '../guards.ts';
import { get, ofPlatform, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { PackageOrder, PackageOrderDetail } from './package-orders.ts';

/** Money that was noted, and who confirmed it. */
export const OrderClaim = z.object({
  id: z.number(),
  /** package-orders.rules.ts, claimKinds and claimStates. */
  kind: z.number(),
  state: z.number(),
  payType: z.number(),
  /** Yuan. */
  price: z.number(),
  reference: z.string(),
  note: z.string().nullable(),
  userName: z.string(),
  /** The signed-in person noted it: another person has to confirm it. */
  own: z.boolean(),
  createTime: z.string(),
  decidedName: z.string().nullable(),
  decidedTime: z.string().nullable(),
  reason: z.string().nullable(),
});
export type OrderClaim = z.output<typeof OrderClaim>;

/** A receipt that waits. */
export const DueBill = z.object({
  /** The order's id and version: what `verify`, `refuse` and `fail` take. */
  id: z.number(),
  version: z.number(),
  billId: z.number(),
  orderNo: z.string(),
  tenantId: z.number(),
  tenantName: z.string(),
  itemName: z.string(),
  itemDuration: z.number(),
  kind: z.number(),
  /** Yuan. */
  price: z.number(),
  billNo: z.string(),
  receiptNo: z.string(),
  billUrl: z.string(),
  /** For showing, good for 10 minutes. */
  billLink: z.string(),
  uploadedName: z.string(),
  /** The signed-in person sent it: somebody else has to verify it. */
  own: z.boolean(),
  createTime: z.string(),
  /** 24 hours later. */
  dueTime: z.string(),
  overdue: z.boolean(),
  /** Other orders, of any tenant, with the same picture, serial or receipt number. */
  duplicates: z.array(
    z.object({
      orderNo: z.string(),
      tenantName: z.string(),
      state: z.number(),
      same: z.array(z.enum(['image', 'billNo', 'receiptNo'])),
      createTime: z.string(),
    }),
  ),
  /**
   * Receipts of other orders with the same amount, of the same tenant or person and within three
   * days: one transfer may stand for two orders, or there are two.
   */
  alike: z.array(z.object({ orderNo: z.string(), tenantName: z.string(), state: z.number(), billNo: z.string(), createTime: z.string() })),
});

export const Revenue = z.object({
  /** Yuan: paid in the range, of which by way, what went back, and what still has to go back now. */
  total: z.number(),
  orders: z.number(),
  refunded: z.number(),
  refundDue: z.number(),
  /** Every month of the range, also without money; packages by code. */
  months: z.array(z.object({ month: z.string(), income: z.number(), refunded: z.number(), orders: z.number() })),
  packages: z.array(
    z.object({ packageCode: z.string(), packageName: z.string(), income: z.number(), orders: z.number(), tenants: z.number() }),
  ),
  payTypes: z.array(z.object({ payType: z.number(), income: z.number() })),
});

const used = z.object({ used: z.number(), most: z.number().nullable() });
export const TenantUsage = z.object({
  tenantId: z.number(),
  tenantName: z.string(),
  packageName: z.string().nullable(),
  packageCode: z.string().nullable(),
  endTime: z.string().nullable(),
  /** terms.rules.ts; `frozen` by the platform. */
  standing: z.enum(['open', 'reading', 'closed', 'frozen']),
  users: used,
  people: used,
  devices: used,
  /** Bytes. */
  storage: used,
  /** Yuan, ever. */
  paid: z.number(),
});

const search = {
  orderNo: text(40).optional(),
  tenantName: text(50).optional(),
  packageCode: text(20).optional(),
  payStatus: int(1, 6).optional(),
  orderStatus: int(1, 2).optional(),
  payType: int(1, 4).optional(),
  kind: int(1, 3).optional(),
  /** Days of creation, both inclusive. */
  startDate: date.optional(),
  endDate: date.optional(),
  /** Only those with money to give back. */
  refund: z.enum(['true', 'false']).optional(),
  /** Only those with noted money that waits for a second person. */
  claim: z.literal('true').optional(),
};

const range = { startDate: date.optional(), endDate: date.optional() };
const usageSearch = {
  tenantName: text(50).optional(),
  packageCode: text(20).optional(),
  standing: z.enum(['open', 'reading', 'closed', 'frozen'], { error: '状态不正确' }).optional(),
};

const BASE = '/admin/syspackageorder';
const view = 'sys_packageorder_view';
const decide = 'sys_packageorder_verify';
const form = { id, billId: id, version: z.int().optional() };
const claim = { id, claimId: id, version: z.int().optional() };

const guarded = guarding(money);

/** All of it is the platform's: 403 for everybody else. */
export const orderVerifications = ofPlatform(
  '只有平台可以管理订购',
  guarded({
    page: get(`${BASE}/page`, '订购订单列表', { access: view, input: z.object({ ...paging, ...search }), output: page(PackageOrder) }),
    export: exportRoute(`${BASE}/export`, '订购订单', 'sys_packageorder_export', search),
    detail: get(`${BASE}/detail/{id}`, '订购订单详情', {
      access: view,
      input: byId,
      output: PackageOrderDetail.extend({ claims: z.array(OrderClaim) }),
    }),
    /** What waits to be verified, the most urgent first. */
    due: get(`${BASE}/due/page`, '待核实回执', {
      access: decide,
      input: z.object({ ...paging, tenantName: text(50).optional() }),
      output: page(DueBill),
    }),
    /**
     * The money has come: opens the package at once. 422 for one's own receipt, 409 when
     * another person was faster or the receipt has been used.
     */
    verify: put(`${BASE}/verify`, '核实到账', { access: decide, input: z.object(form), output: ok, message: '操作成功' }),
    /** Sends the receipt back; the buyer may send another until 23:59 of the next day. */
    refuse: put(`${BASE}/refuse`, '退回回执单', {
      access: decide,
      input: z.object({ ...form, reason: required(100, '请输入退回原因') }),
      output: ok,
      message: '操作成功',
    }),
    /** Ends an order in payment whose money never came (支付失败). */
    fail: put(`${BASE}/fail`, '判定支付失败', {
      access: decide,
      input: z.object({ id, version: z.int().optional(), reason: required(100, '请输入原因') }),
      output: ok,
      message: '操作成功',
    }),
    /** Money that came for an order which had ended (3, 4, 5), at most twice its price: it waits for `confirm`, then it has to go back. */
    receive: put(`${BASE}/receive`, '登记到账待退', {
      access: 'sys_packageorder_refund',
      input: z.object({
        id,
        version: z.int().optional(),
        price: z.number().positive({ error: '请输入金额' }).max(10_000_000, { error: '金额过大' }),
        reference: required(64, '请输入流水号'),
      }),
      output: ok,
      message: '已登记，待他人复核',
    }),
    /** It went back, all that is due: it waits for `confirm`; `payType` says by which way. */
    refund: put(`${BASE}/refund`, '登记退款', {
      access: 'sys_packageorder_refund',
      input: z.object({
        id,
        version: z.int().optional(),
        payType: int(1, 4).default(3),
        reference: required(64, '请输入退款流水号'),
        note: orNull(text(100)),
      }),
      output: ok,
      message: '已登记，待他人复核',
    }),
    /** Books what another person noted. 403 for one's own, 409 when it is decided already. */
    confirm: put(`${BASE}/claim/confirm`, '复核款项', {
      access: 'sys_packageorder_refund',
      input: z.object(claim),
      output: ok,
      message: '操作成功',
    }),
    /** Who could confirm what the signed-in person notes, at most 20; an empty list where no other account has the right. */
    confirmers: get(`${BASE}/claim/confirmers`, '可复核款项的人', {
      access: 'sys_packageorder_refund',
      input: nothing,
      output: z.array(z.object({ name: z.string() })),
    }),
    decline: put(`${BASE}/claim/refuse`, '退回款项登记', {
      access: 'sys_packageorder_refund',
      input: z.object({ ...claim, reason: required(100, '请输入退回原因') }),
      output: ok,
      message: '操作成功',
    }),
    /** Months of payment, `yyyy-MM-dd` inclusive; the last twelve months without a range. */
    revenue: get(`${BASE}/revenue`, '订购收入统计', {
      access: 'sys_packagerevenue_view',
      input: z.object(range),
      output: Revenue,
    }),
    /** A row for every month of it. */
    revenueExport: exportRoute(`${BASE}/revenue/export`, '订购收入', 'sys_packagerevenue_view', range),
    usage: get(`${BASE}/usage/page`, '租户用量', {
      access: 'sys_packageusage_view',
      input: z.object({ ...paging, ...usageSearch }),
      output: page(TenantUsage),
    }),
    usageExport: exportRoute(`${BASE}/usage/export`, '租户用量', 'sys_packageusage_view', usageSearch),
  }),
);
