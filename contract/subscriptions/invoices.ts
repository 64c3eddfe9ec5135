/** Invoices (发票) of paid package orders: a tenant asks, the platform issues; both print. */
import { z } from 'zod';
import { byId, id, int, ok, orNull, page, paging, required, text } from '../fields.ts';
import { guarding, money } from '../guards.ts';
import { get, ofPlatform, post, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

export const Invoice = z.object({
  id: z.number(),
  orderId: z.number(),
  orderNo: z.string(),
  itemName: z.string(),
  itemDuration: z.number(),
  tenantId: z.number(),
  tenantName: z.string(),
  /** invoices.rules.ts `invoiceKinds`, `invoiceStates`. */
  kind: z.number(),
  state: z.number(),
  title: z.string(),
  taxNumber: z.string().nullable(),
  addressPhone: z.string().nullable(),
  bankAccount: z.string().nullable(),
  email: z.string().nullable(),
  remarks: z.string().nullable(),
  /** Yuan. */
  amount: z.number(),
  /** Of the issued invoice (发票代码, 发票号码); an electronic one has no code. */
  code: z.string().nullable(),
  number: z.string().nullable(),
  reason: z.string().nullable(),
  requestedName: z.string(),
  decidedName: z.string().nullable(),
  decideTime: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

/** To print: the invoice, the amount in words, and both parties. The seller is the platform's parameter TRANSFER and name. */
export const PrintedInvoice = Invoice.extend({
  /** 壹仟贰佰元整 */
  amountInWords: z.string(),
  content: z.string(),
  payTime: z.string().nullable(),
  seller: z.object({ name: z.string(), taxNumber: z.string(), bank: z.string(), account: z.string(), phone: z.string() }),
});

const request = {
  orderId: id,
  kind: int(1, 2).default(1),
  title: required(60, '请输入发票抬头'),
  taxNumber: orNull(text(20)),
  addressPhone: orNull(text(100)),
  bankAccount: orNull(text(100)),
  email: orNull(z.email({ error: '邮箱格式不正确' }).max(80)),
  remarks: orNull(text(100)),
};
const search = { orderNo: text(40).optional(), state: int(1, 4).optional(), title: text(60).optional() };
const all = { ...search, tenantName: text(50).optional() };

const BASE = '/admin/sysinvoice';

const guarded = guarding(money);

/** Of the tenant itself. */
export const invoices = guarded({
  page: get(`${BASE}/page`, '发票列表', { access: 'package_order', input: z.object({ ...paging, ...search }), output: page(Invoice) }),
  get: get(`${BASE}/{id}`, '发票详情', { access: 'package_order', input: byId, output: PrintedInvoice }),
  /** For a paid order of money, once; a refused or withdrawn one may be asked for again. */
  create: post(BASE, '申请发票', { access: 'package_order', always: true, input: z.object(request), output: id, message: '提交成功!' }),
  withdraw: put(`${BASE}/withdraw`, '撤回发票申请', {
    access: 'package_order',
    always: true,
    input: z.object({ id, version: z.int().optional() }),
    output: ok,
    message: '操作成功',
  }),
});

/** Of the platform: 403 for everybody else. */
export const invoiceIssues = ofPlatform(
  '只有平台可以管理订购',
  guarded({
    page: get('/admin/syspackageinvoice/page', '开票管理列表', {
      access: 'sys_packageinvoice_view',
      input: z.object({ ...paging, ...all }),
      output: page(Invoice),
    }),
    export: exportRoute('/admin/syspackageinvoice/export', '开票记录', 'sys_packageinvoice_export', all),
    get: get('/admin/syspackageinvoice/{id}', '开票详情', { access: 'sys_packageinvoice_view', input: byId, output: PrintedInvoice }),
    issue: put('/admin/syspackageinvoice/issue', '登记开票', {
      access: 'sys_packageinvoice_issue',
      input: z.object({ id, version: z.int().optional(), code: orNull(text(20)), number: required(30, '请输入发票号码') }),
      output: ok,
      message: '操作成功',
    }),
    refuse: put('/admin/syspackageinvoice/refuse', '退回发票申请', {
      access: 'sys_packageinvoice_issue',
      input: z.object({ id, version: z.int().optional(), reason: required(100, '请输入退回原因') }),
      output: ok,
      message: '操作成功',
    }),
  }),
);
