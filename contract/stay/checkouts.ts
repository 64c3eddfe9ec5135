/** 退住办理: asked for, agreed to by each department, and carried through with the settlement in one step (docs/decisions/083). */
import { z } from 'zod';
import { byId, clearable, date, dateTime, decimal, id, int, ok, orNull, page, paging, required, text } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { departmentNames, type Department } from './checkout-departments.rules.ts';

const BASE = '/members/tmcheckoutrecord';
const PERMISSION = 'members_tmcheckoutrecord';

export const CHECKOUT_ACCESS = {
  view: `${PERMISSION}_view`,
  add: `${PERMISSION}_add`,
  edit: `${PERMISSION}_edit`,
  settle: `${PERMISSION}_settle`,
  /** Each department signs with its own permission. */
  of: (department: Department) => `${PERMISSION}_${department}`,
};

export const Checkout = z.object({
  id: z.number(),
  number: z.string(),
  state: z.number(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  place: z.string().nullable(),
  leaveDate: z.string(),
  /** Dictionary `checkout_destination`. */
  destination: z.number(),
  reason: z.string(),
  /** The departments whose turn it is. */
  waiting: z.array(z.enum(departmentNames)),
  /** What was settled, in yuan; null before. */
  dueAmount: z.number().nullable(),
  refundAmount: z.number().nullable(),
  paidAmount: z.number().nullable(),
  leftTime: z.string().nullable(),
  leftBy: z.string().nullable(),
  createBy: z.string(),
  createId: z.number(),
  version: z.number(),
  createTime: z.string(),
});

/** What is still open with a department; `blocks`: it cannot agree before that is done. */
export const OpenThing = z.object({ text: z.string(), link: z.string().nullable(), blocks: z.boolean() });

export const FeeLine = z.object({
  kind: z.string(),
  text: z.string(),
  fromDate: z.string().nullable(),
  toDate: z.string().nullable(),
  days: z.number().nullable(),
  monthAmount: z.number().nullable(),
  amount: z.number(),
});

export const CheckoutDetail = z.object({
  ...Checkout.shape,
  destinationNote: z.string().nullable(),
  /** The last day whose fees were paid elsewhere; null: as the institution says. */
  settledUntil: z.string().nullable(),
  diedTime: z.string().nullable(),
  deathPlace: z.string().nullable(),
  deathCertificate: z.string().nullable(),
  belongings: z.string().nullable(),
  condolence: z.string().nullable(),
  depositAmount: z.number().nullable(),
  owedAmount: z.number().nullable(),
  owedReason: z.string().nullable(),
  refundType: z.number().nullable(),
  receiver: z.string().nullable(),
  payType: z.number().nullable(),
  cancelReason: z.string().nullable(),
  signs: z.array(
    z.object({
      department: z.enum(departmentNames),
      turn: z.number(),
      state: z.number(),
      note: z.string().nullable(),
      userName: z.string().nullable(),
      signTime: z.string().nullable(),
      /** Whether it is its turn. */
      waits: z.boolean(),
      open: z.array(OpenThing),
    }),
  ),
  /** As they were settled; empty before. */
  lines: z.array(FeeLine),
  logs: z.array(
    z.object({ id: z.number(), status: z.number(), text: z.string().nullable(), userName: z.string(), createTime: z.string() }),
  ),
});

/** What a check-out comes to; all in yuan. */
export const CheckOutFee = z.object({
  oldmanId: z.number(),
  oldmanName: z.string(),
  leaveDate: z.string(),
  /** The first day that is charged: the day of arrival, of the contract, or after the last settled one; null without a contract. */
  fromDate: z.string().nullable(),
  /** The last day whose fees were paid elsewhere: of the check-out, or of the institution; null: none. */
  settledUntil: z.string().nullable(),
  lines: z.array(FeeLine),
  /** What staff have to look at themselves. */
  hints: z.array(z.string()),
  availableBalance: z.number(),
  virtualAvailableBalance: z.number(),
  depositBalance: z.number(),
  dueAmount: z.number(),
  fromCash: z.number(),
  fromDeposit: z.number(),
  refund: z.number(),
  /** What must still be paid. */
  supplement: z.number(),
  open: z.array(z.object({ department: z.enum(departmentNames), things: z.array(OpenThing) })),
});

const form = {
  oldmanId: id,
  leaveDate: date,
  destination: int(1, 99),
  destinationNote: clearable(text(200)),
  reason: required(500, '请填写退住原因'),
  diedTime: orNull(dateTime),
  deathPlace: clearable(text(100)),
  deathCertificate: clearable(text(50)),
  belongings: clearable(text(1000)),
  condolence: clearable(text(1000)),
};

const query = {
  number: text(20).optional(),
  oldmanName: text(20).optional(),
  oldmanId: id.optional(),
  state: int(1, 4).optional(),
  destination: int(1, 99).optional(),
  leaveStart: date.optional(),
  leaveEnd: date.optional(),
};
const versioned = { id, version: z.int().optional() };

/** What is charged or given besides the fees of the stay: damage, a discount. */
const manual = z.object({
  text: required(50, '请填写项目名称'),
  amount: decimal.pipe(
    z
      .number()
      .min(-1_000_000, { error: '金额过大' })
      .max(1_000_000, { error: '金额过大' })
      .refine((value) => value !== 0, { error: '金额不能为0' })
      .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, { error: '金额最多两位小数' }),
  ),
  reason: required(100, '请填写手工项目的原因'),
});
const MOST_MANUAL = 20;

export const checkouts = {
  page: get(`${BASE}/page`, '退住办理列表', {
    access: CHECKOUT_ACCESS.view,
    input: z.object({ ...paging, ...query }),
    output: page(Checkout),
  }),
  export: exportRoute(`${BASE}/export`, '退住办理', `${PERMISSION}_export`, query),
  /** Of a check-out, or of a person who would leave on a day (today when none is named). */
  fee: get(`${BASE}/getCheckOutFee`, '退住费用', {
    access: CHECKOUT_ACCESS.view,
    input: z.object({ id: id.optional(), oldmanId: id.optional(), leaveDate: date.optional() }),
    output: CheckOutFee,
  }),
  get: get(`${BASE}/{id}`, '退住详情', { access: CHECKOUT_ACCESS.view, input: byId, output: CheckoutDetail }),
  /** With `id`: corrected by who asked; departments that sent it back decide anew. Gives the id. */
  submit: post(`${BASE}/submit`, '提交退住申请', {
    access: CHECKOUT_ACCESS.add,
    input: z.object({ id: id.optional(), version: z.int().optional(), ...form }),
    output: id,
    message: '已提交退住申请',
  }),
  /** Needs the permission of the department. */
  sign: put(`${BASE}/sign`, '退住审核通过', {
    access: CHECKOUT_ACCESS.view,
    input: z.object({ id, department: z.enum(departmentNames, { error: '部门不存在' }), note: clearable(text(500)) }),
    output: ok,
    message: '已审核通过',
  }),
  sendBack: put(`${BASE}/sendBack`, '退住审核退回', {
    access: CHECKOUT_ACCESS.view,
    input: z.object({ id, department: z.enum(departmentNames, { error: '部门不存在' }), note: required(500, '请填写退回原因') }),
    output: ok,
    message: '已退回申请人',
  }),
  /** The last day whose fees were paid elsewhere; null: as the parameter of the institution says. */
  settledUntil: put(`${BASE}/settledUntil`, '登记已结算日期', {
    access: CHECKOUT_ACCESS.settle,
    input: z.object({ ...versioned, settledUntil: orNull(date) }),
    output: ok,
    message: '已登记，费用已重新计算',
  }),
  /** Fees, purses, contract, care plans, bed and state of the person together, or none of them. */
  checkOut: post(`${BASE}/checkOut`, '办理退住', {
    access: CHECKOUT_ACCESS.settle,
    input: z.object({
      ...versioned,
      /** The sum that the caller saw: fees of the stay and manual items. */
      dueAmount: decimal,
      /** What the caller saw is paid back, or with a minus is to be paid: purses may have changed while the page was open. */
      refund: decimal.optional(),
      manual: z
        .array(manual)
        .max(MOST_MANUAL, { error: `手工项目最多${MOST_MANUAL}项` })
        .default([]),
      /** Of what is paid back: dictionary `refund_type`, and to whom. */
      refundType: orNull(int(1, 99)),
      receiver: clearable(text(50)),
      /** Of what is paid at the end: dictionary `pay_type`. */
      payType: orNull(int(1, 99)),
      /** What is lacking is not paid now and stays as a debt. */
      owed: z.boolean().default(false),
      owedReason: clearable(text(200)),
    }),
    output: ok,
    message: '已办理退住',
  }),
  cancel: put(`${BASE}/cancel`, '取消退住', {
    access: CHECKOUT_ACCESS.edit,
    input: z.object({ ...versioned, reason: required(200, '请填写取消原因') }),
    output: ok,
    message: '已取消退住',
  }),
};
