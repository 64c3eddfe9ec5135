/** Choosing how to pay, and hearing from gateways. A transfer is always there; what has no keys is not offered. */
import { payStatus, payTypeLabels, payTypes } from '#contract/subscriptions/package-orders.rules.ts';
import type { Payment } from '#contract/subscriptions/package-orders.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { z } from 'zod';
import type { Context, Dependencies, Reply } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { instantOf, textOf } from '../db/times.ts';
import { beginAlipay, readAlipayNotice } from './alipay.ts';
import type { Buyer } from './buyers.ts';
import { readOrder } from './order-rows.ts';
import { change, guard, lockOrder, record, type Order } from './order-steps.ts';
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
  deadline: `${textOf(instantOf(order.deadline_at)).replace(' ', 'T')}+08:00`,
  publicUrl: config.publicUrl as string,
});

/**
 * Begins to pay an order, or again: the same way gives the same code. Throws 404, 409 (state), 422 (another number, a way that is not offered), 503
 * (the gateway is away).
 */
export async function payOrder(
  platform: Tx,
  deps: Dependencies,
  buyer: Buyer,
  { id, orderNo = null, payType }: { id: number; orderNo?: string | null; payType: number },
): Promise<z.output<typeof Payment>> {
  const locked = await lockOrder(platform, { id, subscriberId: buyer.tenantId });
  const { order } = locked;
  if (orderNo !== null && orderNo !== order.number) throw refused('订单号（orderNo）与订单不一致，请刷新后重试');
  await guard(platform, deps, locked, 'pay');
  if (!offeredPayTypes(deps).includes(payType)) throw refused(`暂不支持${payTypeLabels[payType]}，请选择其他支付方式`);
  const { wechatPay, alipay } = deps.config;
  const now = deps.now();
  const codeUrl = payType === payTypes.wechat && wechatPay ? await beginWechat(wechatPay, requestOf(deps, order), now) : null;
  const payUrl = payType === payTypes.alipay && alipay ? beginAlipay(alipay, requestOf(deps, order), now) : null;
  // A page that is loaded again asks again: that is no new step.
  if (order.pay_status !== payStatus.paying || order.pay_type !== payType) {
    await change(platform, deps, order, 'pay', { pay_type: payType });
    await record(platform, deps, order, 'pay', payTypeLabels[payType] as string, buyer.name);
  }
  return { order: (await readOrder(platform, deps, order.id, buyer.tenantId))!, codeUrl, payUrl };
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
