/** 物资采购: asked for, decided by an approval, received in parts into the stock. */
import { z } from 'zod';
import { byId, date, decimal, id, int, ok, orNull, page, paging, required, text } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

export const MOST_LINES = 50;

const quantity = decimal.pipe(
  z
    .number()
    .min(0.01, { error: '数量应大于0' })
    .max(9_999_999, { error: '数量过大' })
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, { error: '数量最多两位小数' }),
);
const yuan = decimal.pipe(z.number().min(0, { error: '价格不能小于0' }).max(1_000_000, { error: '价格过大' }));

export const MaterialPurchase = z.object({
  id: z.number(),
  number: z.string(),
  userId: z.number(),
  userName: z.string(),
  departmentName: z.string().nullable(),
  /** Names of what is bought. */
  summary: z.string(),
  reason: z.string(),
  /** Yuan. */
  amount: z.number(),
  state: z.number(),
  /** Its approval: /activti/detail/{caseId}. */
  caseId: z.number().nullable(),
  closeReason: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

export const MaterialPurchaseLine = z.object({
  id: z.number(),
  /** Null: what no stock is kept of. */
  materialId: z.number().nullable(),
  name: z.string(),
  spec: z.string().nullable(),
  unit: z.string(),
  quantity: z.number(),
  price: z.number(),
  supplier: z.string().nullable(),
  received: z.number(),
});

const Receipt = z.object({
  id: z.number(),
  lineId: z.number(),
  quantity: z.number(),
  reason: z.string(),
  userName: z.string(),
  createTime: z.string(),
});

/** Name, specification and unit of a material are those of its record. */
const line = z
  .object({
    materialId: orNull(id),
    name: text(40).default(''),
    spec: orNull(text(60)),
    unit: text(10).default(''),
    quantity,
    price: yuan,
    supplier: orNull(text(60)),
  })
  .refine(({ materialId, name, unit }) => materialId !== null || (name !== '' && unit !== ''), {
    error: '请选择物资，或填写名称和单位',
  });
const form = {
  reason: required(200, '请填写采购原因'),
  lines: z
    .array(line)
    .min(1, { error: '请添加采购明细' })
    .max(MOST_LINES, { error: `最多${MOST_LINES}项明细` }),
};
const query = {
  number: text(20).optional(),
  userName: text(20).optional(),
  /** A part of the name of what is bought. */
  name: text(40).optional(),
  state: int(1, 8).optional(),
  startDate: date.optional(),
  endDate: date.optional(),
};

const BASE = '/business/materialpurchase';
const view = 'business_materialpurchase_view';
const add = 'business_materialpurchase_add';
const receive = 'business_materialpurchase_receive';

export const materialPurchases = {
  page: get(`${BASE}/page`, '物资采购列表', { access: view, input: z.object({ ...paging, ...query }), output: page(MaterialPurchase) }),
  get: get(`${BASE}/{id}`, '物资采购详情', {
    access: view,
    input: byId,
    output: z.object({ ...MaterialPurchase.shape, lines: z.array(MaterialPurchaseLine), receipts: z.array(Receipt) }),
  }),
  export: exportRoute(`${BASE}/export`, '物资采购', 'business_materialpurchase_export', query),
  create: post(BASE, '申请物资采购', { access: add, input: z.object(form), output: id, message: '提交成功!' }),
  /** One that was returned, changed and asked for again. */
  resubmit: put(`${BASE}/resubmit`, '修改并重新提交采购', {
    access: add,
    input: z.object({ ...form, id, version: z.int().optional() }),
    output: ok,
    message: '提交成功!',
  }),
  withdraw: put(`${BASE}/withdraw`, '撤回采购', { access: add, input: byId, output: ok, message: '已撤回' }),
  /** What has come; books it into the stock. */
  receive: put(`${BASE}/receive`, '采购入库', {
    access: receive,
    input: z.object({
      id,
      version: z.int().optional(),
      lines: z
        .array(z.object({ lineId: id, quantity }))
        .min(1, { error: '请填写入库数量' })
        .max(MOST_LINES, { error: `最多${MOST_LINES}项明细` }),
      /** Needed where more has come than was ordered. */
      reason: text(100).default(''),
    }),
    output: ok,
    message: '已入库',
  }),
  /** What has not come will not be waited for. */
  close: put(`${BASE}/close`, '关闭采购', {
    access: receive,
    input: z.object({ id, version: z.int().optional(), reason: required(200, '请填写关闭原因') }),
    output: ok,
    message: '已关闭',
  }),
};
