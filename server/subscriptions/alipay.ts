/** Alipay: a page to pay on (alipay.trade.page.pay), and the notice that it was paid; both RSA2. Off until its keys are configured. */
import { createSign, createVerify } from 'node:crypto';
import type { AlipaySettings } from '../gateways.ts';
import { textOf } from '../times.ts';
import type { Notice, NoticeProblem, PaymentRequest } from './payment-port.ts';

/** What is signed: every parameter that says something, by name, as `a=1&b=2`. */
const signedText = (parameters: Record<string, string>, without: readonly string[]) =>
  Object.entries(parameters)
    .filter(([name, value]) => value !== '' && !without.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** The address at which an order is paid. */
export function beginAlipay(settings: AlipaySettings, request: PaymentRequest, now: number): string {
  const parameters: Record<string, string> = {
    app_id: settings.appId,
    method: 'alipay.trade.page.pay',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: textOf(now),
    version: '1.0',
    notify_url: `${request.publicUrl}/admin/base/external/notify/alipay`,
    return_url: `${request.publicUrl}/subscription/index`,
    biz_content: JSON.stringify({
      out_trade_no: request.number,
      total_amount: (request.amountFen / 100).toFixed(2),
      subject: request.subject,
      product_code: 'FAST_INSTANT_TRADE_PAY',
      time_expire: request.deadline.slice(0, 19).replace('T', ' '),
    }),
  };
  const sign = createSign('RSA-SHA256').update(signedText(parameters, []), 'utf8').sign(settings.privateKey, 'base64');
  return `${settings.url}?${new URLSearchParams({ ...parameters, sign })}`;
}

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** What a notice says; null when it is about something else than a payment that succeeded. Gives why when it is not to be believed. */
export function readAlipayNotice(settings: AlipaySettings, input: Record<string, unknown>): Notice | NoticeProblem | null {
  const parameters = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
  const { sign = '', sign_type, app_id, trade_status = '', out_trade_no = '', trade_no = '', total_amount = '' } = parameters;
  if (sign_type !== 'RSA2') return { problem: 'it is not signed as agreed' };
  const right = createVerify('RSA-SHA256')
    .update(signedText(parameters, ['sign', 'sign_type']), 'utf8')
    .verify(settings.publicKey, sign, 'base64');
  if (!right) return { problem: 'its signature is wrong' };
  if (app_id !== settings.appId) return { problem: 'it is meant for somebody else' };
  if (trade_status !== 'TRADE_SUCCESS' && trade_status !== 'TRADE_FINISHED') return null;
  if (!out_trade_no || !trade_no || !AMOUNT.test(total_amount)) return { problem: 'it says no payment' };
  return { number: out_trade_no, reference: trade_no, amountFen: Math.round(Number(total_amount) * 100) };
}
