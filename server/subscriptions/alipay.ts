/**
 * Alipay: a page to pay on (alipay.trade.page.pay), the notice that it was paid, and asking
 * whether it was; all RSA2. Off until its keys are configured.
 */
import { textOf } from '#contract/time.ts';
import { createSign, createVerify } from 'node:crypto';
import { z } from 'zod';
import { unavailable } from '../errors.ts';
import type { AlipaySettings } from '../integration-settings.ts';
import { outbound } from '../net/outbound.ts';
import { configured } from '../net/reach.ts';
import type { Notice, NoticeProblem, PaymentRequest } from './payment-port.ts';

const TIMEOUT_MS = 5000;
const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** What is signed: every parameter that says something, by name, as `a=1&b=2`. */
const signedText = (parameters: Record<string, string>, without: readonly string[]) =>
  Object.entries(parameters)
    .filter(([name, value]) => value !== '' && !without.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** What a method is asked with, signed by us. */
function signedRequest(
  { appId, privateKey }: AlipaySettings,
  method: string,
  content: object,
  now: number,
  more: Record<string, string> = {},
): URLSearchParams {
  const parameters: Record<string, string> = {
    app_id: appId,
    method,
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: textOf(now),
    version: '1.0',
    ...more,
    biz_content: JSON.stringify(content),
  };
  const sign = createSign('RSA-SHA256').update(signedText(parameters, []), 'utf8').sign(privateKey, 'base64');
  return new URLSearchParams({ ...parameters, sign });
}

/** The address at which an order is paid. Afterwards people are sent to a page that needs no session: theirs is in another window. */
export function beginAlipay(settings: AlipaySettings, request: PaymentRequest, now: number): string {
  const content = {
    out_trade_no: request.number,
    total_amount: (request.amountFen / 100).toFixed(2),
    subject: request.subject,
    product_code: 'FAST_INSTANT_TRADE_PAY',
    time_expire: request.deadline.slice(0, 19).replace('T', ' '),
  };
  const where = { notify_url: `${request.publicUrl}/admin/base/external/notify/alipay`, return_url: `${request.publicUrl}/paid` };
  return `${settings.url}?${signedRequest(settings, 'alipay.trade.page.pay', content, now, where)}`;
}

const Trade = z.object({
  code: z.string(),
  sub_code: z.string().optional(),
  out_trade_no: z.string().optional(),
  trade_no: z.string().optional(),
  trade_status: z.string().optional(),
  total_amount: z.string().optional(),
});
const PAID: ReadonlySet<string | undefined> = new Set(['TRADE_SUCCESS', 'TRADE_FINISHED']);

/** What of an answer is signed: the value of its first key as it was sent. Throws when it was not Alipay that signed it. */
function signedAnswer({ publicKey }: AlipaySettings, text: string, name: string): unknown {
  const head = `"${name}":`;
  const from = text.indexOf(head) + head.length;
  const said = text.slice(from, text.lastIndexOf(',"sign"'));
  const { sign } = JSON.parse(text) as { sign: string };
  if (!createVerify('RSA-SHA256').update(said, 'utf8').verify(publicKey, sign, 'base64')) throw new Error('its signature is wrong');
  return JSON.parse(said);
}

/**
 * Asks whether an order was paid; null when it was not, also while the payer has not opened the
 * page. Throws 503 when Alipay does not answer, or not as itself.
 */
export async function askAlipay(settings: AlipaySettings, number: string, now: number): Promise<Notice | null> {
  try {
    const body = signedRequest(settings, 'alipay.trade.query', { out_trade_no: number }, now);
    const answer = await outbound(settings.url, { reach: configured, timeoutMs: TIMEOUT_MS, method: 'POST', body });
    const said = Trade.parse(signedAnswer(settings, answer.text, 'alipay_trade_query_response'));
    if (said.sub_code === 'ACQ.TRADE_NOT_EXIST') return null;
    if (said.code !== '10000' || said.out_trade_no !== number) throw new Error('it is about something else');
    if (!PAID.has(said.trade_status)) return null;
    if (!said.trade_no || !AMOUNT.test(said.total_amount ?? '')) throw new Error('it says no payment');
    return { number, reference: said.trade_no, amountFen: Math.round(Number(said.total_amount) * 100) };
  } catch {
    throw unavailable('支付宝暂不可用，请稍后重试');
  }
}

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
  if (!PAID.has(trade_status)) return null;
  if (!out_trade_no || !trade_no || !AMOUNT.test(total_amount)) return { problem: 'it says no payment' };
  return { number: out_trade_no, reference: trade_no, amountFen: Math.round(Number(total_amount) * 100) };
}
