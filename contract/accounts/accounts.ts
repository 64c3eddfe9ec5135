/** 账户: balances of people, what is paid in, taken, put right and paid out; `oldmanaccount` and `oldmanaccountrecord` on the wire. */
import { z } from 'zod';
import { clearable, date, decimal, flag, id, int, ok, orNull, page, paging, required, text, toFen } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { grantUseNames, purses } from './accounts.rules.ts';

/** Yuan. */
const MOST = 10_000_000;
const cents = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
const yuan = decimal.pipe(
  z
    .number()
    .refine(cents, { error: '金额最多两位小数' })
    .refine((value) => Math.abs(value) <= MOST, { error: '金额过大' }),
);
const positive = yuan.refine((value) => toFen(value) > 0, { error: '金额应大于0' });

export const Account = z.object({
  /** Of the person: each has one account. */
  id: z.number(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  tenantId: z.number(),
  place: z.string().nullable(),
  oldmanStatus: z.number(),
  /** Yuan. Below zero: services that were done and not paid. */
  availableBalance: z.number(),
  /** Subsidies: not paid out. */
  virtualAvailableBalance: z.number(),
  depositBalance: z.number(),
  /** Staff are told below this; null: the institution's limit. */
  alertBalance: z.number().nullable(),
  low: z.boolean(),
  version: z.number(),
  updateTime: z.string().nullable(),
});

const Grant = z.object({
  id: z.number(),
  source: z.string(),
  amount: z.number(),
  left: z.number(),
  expireDate: z.string().nullable(),
  uses: z.array(z.enum(grantUseNames)),
  createTime: z.string(),
});

export const Movement = z.object({
  id: z.number(),
  /** Of the receipt, where money changed hands. */
  number: z.string().nullable(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  /** movementKinds of accounts.rules.ts; the first four are the dictionary `trading_type`. */
  tradingType: z.number(),
  /** Of all three purses. */
  amount: z.number(),
  cash: z.number(),
  grant: z.number(),
  deposit: z.number(),
  cashAfter: z.number(),
  grantAfter: z.number(),
  depositAfter: z.number(),
  /** Dictionary `pay_type`. */
  payType: z.number().nullable(),
  remarks: z.string(),
  goodsOrderId: z.number().nullable(),
  workOrderId: z.number().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string(),
});

export const AccountRequest = z.object({
  id: z.number(),
  tradingType: z.number(),
  purse: z.number(),
  amount: z.number(),
  reason: z.string(),
  receiver: z.string().nullable(),
  state: z.number(),
  caseId: z.number().nullable(),
  userId: z.number(),
  createBy: z.string(),
  createTime: z.string(),
});

/** What was booked, or is decided by an approval first. */
const Booked = z.object({ movementId: z.number().nullable(), caseId: z.number().nullable() });

const BASE = '/members/oldmanaccount';
const RECORDS = '/members/oldmanaccountrecord';
const view = 'members_oldmanaccount_view';
const payType = int(1, 99);
const query = {
  oldmanName: text(20).optional(),
  low: flag.optional(),
  /** Less than nothing is there. */
  owing: flag.optional(),
};
const recordQuery = {
  oldmanId: id.optional(),
  oldmanName: text(20).optional(),
  tradingType: int(1, 6).optional(),
  number: text(20).optional(),
  startDate: date.optional(),
  endDate: date.optional(),
};

export const accounts = {
  page: get(`${BASE}/page`, '账户列表', { access: view, input: z.object({ ...paging, ...query }), output: page(Account) }),
  export: exportRoute(`${BASE}/export`, '账户', 'members_oldmanaccount_export', query),
  /** Sums over the people whom the session reaches. */
  statistics: get(`${BASE}/statistics`, '账户汇总', {
    access: view,
    input: z.object(query),
    output: z.object({
      accounts: z.number(),
      available: z.number(),
      virtual: z.number(),
      deposit: z.number(),
      /** What people owe. */
      owed: z.number(),
      owing: z.number(),
      low: z.number(),
    }),
  }),
  /** `id` is the person's. One who never had money has an account without any. */
  get: get(`${BASE}/{id}`, '账户详情', {
    access: view,
    input: z.object({ id }),
    output: z.object({ ...Account.shape, grants: z.array(Grant), requests: z.array(AccountRequest) }),
  }),
  /** Into one purse; a subsidy says who gives it, until when and for what. */
  recharge: post(`${BASE}/recharge`, '账户充值', {
    access: 'members_oldmanaccount_recharge',
    input: z
      .object({
        oldmanId: id,
        purse: int(1, 3).default(purses.cash),
        amount: positive,
        payType: payType.default(1),
        remarks: text(200).default(''),
        source: text(40).default(''),
        expireDate: orNull(date),
        uses: z.array(z.enum(grantUseNames)).max(grantUseNames.length).default([]),
      })
      .refine(({ purse, source }) => purse !== purses.grant || source !== '', { error: '请填写补贴来源', path: ['source'] }),
    output: Booked,
    message: '操作成功',
  }),
  /** Puts a purse right. Above the limit of the institution a second person decides first. */
  adjust: post(`${BASE}/updatAccount`, '调整账户', {
    access: 'members_oldmanaccount_adjust',
    input: z.object({
      oldmanId: id,
      purse: int(1, 3).default(purses.cash),
      /** As the purse changes. */
      amount: yuan.refine((value) => toFen(value) !== 0, { error: '请填写调整金额' }),
      reason: required(200, '请填写原因'),
    }),
    output: Booked,
    message: '操作成功',
  }),
  /** Pays money or the deposit back. Above the limit a second person decides first. */
  withdraw: post(`${BASE}/withdraw`, '账户退款', {
    access: 'members_oldmanaccount_withdraw',
    input: z.object({
      oldmanId: id,
      purse: int(1, 3)
        .default(purses.cash)
        .refine((purse) => purse !== purses.grant, { error: '虚拟余额不能退款' }),
      amount: positive,
      payType: payType.default(1),
      receiver: required(20, '请填写收款人'),
      reason: required(200, '请填写原因'),
    }),
    output: Booked,
    message: '操作成功',
  }),
  /** Below which sum staff are told; null: the institution's limit. */
  alert: put(`${BASE}/alert`, '余额提醒', {
    access: 'members_oldmanaccount_recharge',
    input: z.object({ oldmanId: id, alertBalance: clearable(yuan.refine((value) => value >= 0, { error: '提醒金额不能小于0' })) }),
    output: ok,
    message: '更新成功',
  }),
};

export const accountRequests = {
  withdraw: put(`${BASE}/request/withdraw`, '撤回账户申请', {
    access: view,
    input: z.object({ id }),
    output: ok,
    message: '已撤回',
  }),
};

export const accountMovements = {
  page: get(`${RECORDS}/page`, '账户流水', { access: view, input: z.object({ ...paging, ...recordQuery }), output: page(Movement) }),
  export: exportRoute(`${RECORDS}/export`, '账户流水', 'members_oldmanaccount_export', recordQuery),
  get: get(`${RECORDS}/{id}`, '账户流水详情', { access: view, input: z.object({ id }), output: Movement }),
};
