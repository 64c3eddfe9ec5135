/**
 * WeChat Pay, API v3: a native (QR code) payment, the notice that it was paid, and
 * asking whether it was. Off until its keys are configured.
 */
import { createDecipheriv, createSign, createVerify, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { refused, unavailable } from '../errors.ts';
import type { WechatPaySettings } from '../integration-settings.ts';
import { outbound } from '../net/outbound.ts';
import { configured } from '../net/reach.ts';
import { DISTRUSTED, type Notice, type NoticeProblem, type PaymentRequest } from './payment-port.ts';

const TIMEOUT_MS = 5000;
const AWAY = '微信支付暂不可用，请稍后重试';
/** Notices that are older, or from the future, may be replays. */
const FRESH_SECONDS = 300;

const sign = (key: string, text: string) => createSign('RSA-SHA256').update(text, 'utf8').sign(key, 'base64');
const fits = (key: string, text: string, signature: string) =>
  createVerify('RSA-SHA256').update(text, 'utf8').verify(key, signature, 'base64');

interface Signed {
  timestamp: string;
  nonce: string;
  signature: string;
  serial: string;
}

/** Why a text with these headers is not WeChat's, or null. */
function distrust(settings: WechatPaySettings, { timestamp, nonce, signature, serial }: Signed, body: string, now: number): string | null {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > FRESH_SECONDS) return 'its time is not now';
  if (serial !== settings.publicKeyId) return 'it was signed with an unknown key';
  return fits(settings.publicKey, `${timestamp}\n${nonce}\n${body}\n`, signature) ? null : 'its signature is wrong';
}

const signedBy = (header: (name: string) => string): Signed => ({
  timestamp: header('wechatpay-timestamp'),
  nonce: header('wechatpay-nonce'),
  signature: header('wechatpay-signature'),
  serial: header('wechatpay-serial'),
});

/**
 * One signed call; gives the status and the text of an answer that WeChat has signed. Throws 503 when it does not answer, or not as itself.
 */
async function exchange(
  settings: WechatPaySettings,
  method: 'GET' | 'POST',
  path: string,
  body: string,
  now: number,
): Promise<{ status: number; text: string }> {
  const timestamp = String(Math.floor(now / 1000));
  const nonce = randomBytes(16).toString('hex');
  const signature = sign(settings.privateKey, `${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`);
  const credentials = `mchid="${settings.mchId}",nonce_str="${nonce}",timestamp="${timestamp}",serial_no="${settings.serial}",signature="${signature}"`;
  const answer = await outbound(settings.url + path, {
    reach: configured,
    timeoutMs: TIMEOUT_MS,
    method,
    headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `WECHATPAY2-SHA256-RSA2048 ${credentials}` },
    ...(method === 'POST' ? { body } : {}),
  }).catch(() => null);
  const header = (name: string) => String(answer?.headers[name] ?? '');
  if (!answer || distrust(settings, signedBy(header), answer.text, now)) throw unavailable(AWAY);
  return answer;
}

/** Asks for a payment of an order; gives the address that becomes the QR code. Throws 422 when it is paid there already, 503. */
export async function beginWechat(settings: WechatPaySettings, request: PaymentRequest, now: number): Promise<string> {
  const body = JSON.stringify({
    appid: settings.appId,
    mchid: settings.mchId,
    description: request.subject,
    out_trade_no: request.number,
    time_expire: request.deadline,
    notify_url: `${request.publicUrl}/admin/base/external/notify/wechat`,
    amount: { total: request.amountFen, currency: 'CNY' },
  });
  const { status, text } = await exchange(settings, 'POST', '/v3/pay/transactions/native', body, now);
  // Paid, and we have not heard of it yet: asking will tell.
  if (status === 400 && text.includes('"ORDERPAID"')) throw refused('该订单在微信已支付，请点“我已支付”更新结果');
  if (status !== 200) throw unavailable(AWAY);
  return z.object({ code_url: z.string() }).parse(JSON.parse(text)).code_url;
}

const Envelope = z.object({
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z.string().default(''),
  }),
});
const Transaction = z.object({
  mchid: z.string(),
  appid: z.string(),
  out_trade_no: z.string(),
  trade_state: z.string(),
  // Of what nobody has paid there is neither.
  transaction_id: z.string().optional(),
  amount: z.object({ total: z.int(), currency: z.string().default('CNY') }).optional(),
});

/** The payment that WeChat speaks of; null when it has not succeeded. */
function paymentOf(settings: WechatPaySettings, said: z.output<typeof Transaction>): Notice | NoticeProblem | null {
  const { mchid, appid, out_trade_no: number, transaction_id: reference, trade_state, amount } = said;
  if (mchid !== settings.mchId || appid !== settings.appId || (amount && amount.currency !== 'CNY'))
    return { problem: 'it is meant for somebody else' };
  if (trade_state !== 'SUCCESS') return null;
  return reference && amount ? { number, reference, amountFen: amount.total } : { problem: 'it says no payment' };
}

/** Asks whether an order was paid; null when it was not. Throws 503. */
export async function askWechat(settings: WechatPaySettings, number: string, now: number): Promise<Notice | null> {
  const path = `/v3/pay/transactions/out-trade-no/${encodeURIComponent(number)}?mchid=${encodeURIComponent(settings.mchId)}`;
  const { status, text } = await exchange(settings, 'GET', path, '', now);
  // There is no such payment: it was never begun, or so long ago that it was closed.
  if (status === 404) return null;
  if (status !== 200) throw unavailable(AWAY);
  const said = paymentOf(settings, Transaction.parse(JSON.parse(text)));
  if (said && ('problem' in said || said.number !== number)) throw unavailable(AWAY);
  return said;
}

/** The text that a notice carries. Throws when it was not sealed with our key. */
function unseal({ apiV3Key }: WechatPaySettings, { ciphertext, nonce, associated_data }: z.output<typeof Envelope>['resource']): string {
  const sealed = Buffer.from(ciphertext, 'base64');
  const opener = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce));
  opener.setAAD(Buffer.from(associated_data));
  opener.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()]).toString('utf8');
}

/** What a notice says; null when it is about something else than a payment that succeeded. Gives why when it is not to be believed. */
export function readWechatNotice(
  settings: WechatPaySettings,
  header: (name: string) => string,
  body: string,
  now: number,
): Notice | NoticeProblem | null {
  const problem = distrust(settings, signedBy(header), body, now);
  if (problem) return { problem };
  try {
    const envelope = Envelope.parse(JSON.parse(body));
    if (envelope.event_type !== 'TRANSACTION.SUCCESS') return null;
    return paymentOf(settings, Transaction.parse(JSON.parse(unseal(settings, envelope.resource))));
  } catch {
    return { problem: DISTRUSTED };
  }
}
