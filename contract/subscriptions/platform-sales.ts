/** The platform orders for a tenant and notes what was paid: the steps of buying, with the tenant named. Another person verifies the receipt. */
import { z } from 'zod';
import { id, nothing, ok } from '../fields.ts';
import { guarding, money } from '../guards.ts';
import { get, mediaTypes, ofPlatform, post, put } from '../http.ts';
import {
  bill,
  choice,
  newOrder,
  PackageOrder,
  PackageQuote,
  Payment,
  payment,
  RECEIPT_MOST_BYTES,
  Subscription,
  UploadedReceipt,
} from './package-orders.ts';

const BASE = '/admin/syspackageorder/sale';
const access = 'sys_packageorder_sell';
const tenant = { tenantId: id };

/** How a tenant stands, and the order that it has under way. */
export const TenantStanding = Subscription.extend({
  tenantId: z.number(),
  tenantName: z.string(),
  /** Yuan, of the order that was paid last; null when none was. */
  lastPrice: z.number().nullable(),
  lastOrderNo: z.string().nullable(),
  order: PackageOrder.nullable(),
});

const guarded = guarding(money);

/** All of it is the platform's: 403 for other tenants. */
export const platformSales = ofPlatform(
  '只有平台可以管理订购',
  guarded({
    standing: get(`${BASE}/standing`, '租户的产品包', { access, input: z.object(tenant), output: TenantStanding }),
    payTypes: get(`${BASE}/payTypes`, '可用支付方式', { access, input: nothing, output: z.array(z.number()) }),
    quote: get(`${BASE}/quote`, '租户的产品包报价', { access, input: z.object({ ...tenant, ...choice }), output: PackageQuote }),
    current: get(`${BASE}/current`, '租户进行中的订购订单', { access, input: z.object(tenant), output: PackageOrder.nullable() }),
    create: post(BASE, '代租户提交订购订单', {
      access,
      input: z.object({ ...tenant, ...newOrder }),
      output: PackageOrder,
      message: '提交成功!',
    }),
    pay: put(`${BASE}/pay`, '代租户支付订购订单', { access, input: z.object({ ...tenant, ...payment }), output: Payment }),
    check: put(`${BASE}/check`, '查询租户的支付结果', { access, input: z.object({ ...tenant, id }), output: PackageOrder }),
    cancel: put(`${BASE}/cancel`, '取消租户的订购订单', { access, input: z.object({ ...tenant, id }), output: ok, message: '取消成功' }),
    /** jpg or png by content, under 5 MB; kept among the tenant's files. */
    upload: post(`${BASE}/upload/{tenantId}`, '上传租户的回执单', {
      access,
      rate: 'upload',
      multipart: [mediaTypes.jpg, mediaTypes.png],
      bodyLimit: 2 * RECEIPT_MOST_BYTES,
      input: z.object(tenant),
      output: UploadedReceipt,
      message: '上传成功',
    }),
    bill: post(`${BASE}/bill`, '登记租户的转账回执', {
      access,
      input: z.object({ ...tenant, ...bill }),
      output: PackageOrder,
      message: '提交成功!',
    }),
  }),
);
