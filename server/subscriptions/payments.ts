/** Choosing how to pay, and hearing from gateways. A transfer is always there; what has no keys is not offered. */
import { instantOf, zonedOf } from '#contract/time.ts';
import { payStatus, payTypeLabels, payTypes } from '#contract/subscriptions/package-orders.rules.ts';
import type { Payment } from '#contract/subscriptions/package-orders.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { z } from 'zod';
import type { Context, Dependencies, Reply } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { applyTo, needOpen } from '../db/transitions.ts';
import { refused } from '../errors.ts';
import { beginAlipay, readAlipayNotice } from './alipay.ts';
import type { Buyer } from './buyers.ts';
import { readOrder } from './order-rows.ts';
import { lockOrder, packageOrder, type Order } from './order-steps.ts';
import type { Notice, NoticeProblem, PaymentRequest } from './payment-port.ts';
import { settleNotified, type Notified } from './settlements.ts';
import { beginWechat, readWechatNotice } from './wechat-pay.ts';

/** The ways to pay that work in this installation. */
export function offeredPayTypes({ config }: Pick<Dependencies, 'config'>): number[] {
  const online = config.publicUrl ? [...(config.wechatPay ? [payTypes.wechat] : []), ...(config.alipay ? [payTypes.alipay] : [])] : [];
  return [...online, payTypes.transfer];
}

const requestOf = ({ config }: Dependencies, order: Order): PaymentRequest => ({
  number: order.number,
  amountFen: order.total_fen,
  subject: `${order.package_name}${order.days}天`,
  deadline: zonedOf(instantOf(order.deadline_at)),
  publicUrl: config.publicUrl as string,
});

/** What a gateway gave for a payment: a code to scan, or the address of a page; null where the way to pay has none. */
export interface PaymentCodes {
  codeUrl: string | null;
  payUrl: string | null;
}

interface PayForm {
  id: number;
  orderNo?: string | null;
  payType: number;
}

const UNPAID: readonly number[] = [payStatus.pending, payStatus.paying];

/**
 * What the gateway is to be asked for an order; null when there is nothing to ask, as for an order that is not open any more. Throws 404.
 */
export async function orderToPay(
  platform: Tx,
  deps: Dependencies,
  buyer: Buyer,
  { id, orderNo = null, payType }: PayForm,
): Promise<PaymentRequest | null> {
  const order = await lockOrder(platform, { id, subscriberId: buyer.tenantId });
  if (orderNo !== null && orderNo !== order.number) return null;
  return UNPAID.includes(order.pay_status) && payType !== payTypes.transfer && offeredPayTypes(deps).includes(payType)
    ? requestOf(deps, order)
    : null;
}

/**
 * Asks the gateway: the same order by the same way gets the same code. For outside of
 * every transaction, because it takes seconds. Throws 503.
 */
export async function codesOf({ config, now }: Dependencies, payType: number, request: PaymentRequest | null): Promise<PaymentCodes> {
  const { wechatPay, alipay } = config;
  return {
    codeUrl: request && payType === payTypes.wechat && wechatPay ? await beginWechat(wechatPay, request, now()) : null,
    payUrl: request && payType === payTypes.alipay && alipay ? beginAlipay(alipay, request, now()) : null,
  };
}

/**
 * Begins to pay an order, or again, with what `codesOf` gave for it. Throws 404, 409
 * (state), 422 (another number, a way that is not offered).
 */
export async function payOrder(
  platform: Tx,
  deps: Dependencies,
  buyer: Buyer,
  { id, orderNo = null, payType }: PayForm,
  codes: PaymentCodes,
): Promise<z.output<typeof Payment>> {
  const work = { tx: platform, deps };
  const order = await lockOrder(platform, { id, subscriberId: buyer.tenantId });
  if (orderNo !== null && orderNo !== order.number) throw refused('订单号（orderNo）与订单不一致，请刷新后重试');
  await needOpen(packageOrder, work, order, 'pay');
  if (!offeredPayTypes(deps).includes(payType)) throw refused(`暂不支持${payTypeLabels[payType]}，请选择其他支付方式`);
  await applyTo(packageOrder, work, order, { action: 'pay', by: buyer.name, payType });
  return { order: (await readOrder(platform, deps, order.id, buyer.tenantId))!, ...codes };
}

const CONSENT: ReadonlySet<Notified> = new Set(['settled', 'known', 'owed']);

/** Books what a notice says; whether the gateway may stop telling us. Without keys, and for what is not believed, never. */
async function heard(context: Context, payType: number, notice: Notice | NoticeProblem | null | undefined): Promise<boolean> {
  const { deps, sessions, request } = context;
  const gateway = payTypeLabels[payType];
  if (notice === undefined) return false;
  if (notice === null) return true;
  if ('problem' in notice) {
    deps.log.warn({ reqId: request.id, gateway, reason: notice.problem }, 'a payment notice was not believed');
    return false;
  }
  const { number, reference, amountFen } = notice;
  const { outcome, subscriberId } = await deps.inTenant(PLATFORM, (platform) =>
    settleNotified(platform, deps, number, { payType, amountFen, reference, userName: null }),
  );
  if (subscriberId !== null) sessions.forget({ tenantId: subscriberId });
  if (!CONSENT.has(outcome)) deps.log.error({ reqId: request.id, gateway, number, reference, outcome }, 'a payment could not be booked');
  return CONSENT.has(outcome);
}

const headersOf =
  ({ request }: Context) =>
  (name: string) =>
    String(request.headers[name] ?? '');

/** `POST notify/wechat`. */
export async function wechatNotify(_input: unknown, context: Context): Promise<Reply> {
  const { deps, request } = context;
  const { wechatPay } = deps.config;
  const notice = wechatPay ? readWechatNotice(wechatPay, headersOf(context), request.text, deps.now()) : undefined;
  const good = await heard(context, payTypes.wechat, notice);
  const body = JSON.stringify(good ? { code: 'SUCCESS', message: '成功', msg: '成功' } : { code: 'FAIL', message: '失败', msg: '失败' });
  return { status: good ? 200 : 400, headers: { 'content-type': 'application/json; charset=utf-8' }, body };
}

/** `POST notify/alipay`. */
export async function alipayNotify(input: Record<string, unknown>, context: Context): Promise<Reply> {
  const { alipay } = context.deps.config;
  const good = await heard(context, payTypes.alipay, alipay ? readAlipayNotice(alipay, input) : undefined);
  return { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: good ? 'success' : 'failure' };
}
