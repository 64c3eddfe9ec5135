/** What WeChat Pay and Alipay say of a payment, signed with keys of their own and sealed as they seal it. */
import { createCipheriv, createSign, createVerify, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
/** The keys that we sign with, and those of WeChat and of Alipay. */
export const [ours, wechat, alipay] = [pair(), pair(), pair()];
/** Of an unknown merchant. */
export const thief = pair();
export const API_V3_KEY = randomBytes(16).toString('hex');
export const KEY_ID = 'PUB_KEY_ID_0001';
export const MERCHANT = '1900000001';
export const APP = 'wx0000000000000001';
export const ALIPAY_APP = '2021000000000001';

/** Signs a text as both gateways do. */
export const sign = (key: string, text: string) => createSign('RSA-SHA256').update(text, 'utf8').sign(key, 'base64');
/** Whether we signed exactly this text. */
export const isOurs = (text: string, signature: string) =>
  createVerify('RSA-SHA256').update(text, 'utf8').verify(ours.publicKey, signature, 'base64');

/** The headers with which WeChat signs what it says. */
export function wechatHeaders(body: string, { key = wechat.privateKey, at = Date.now(), serial = KEY_ID } = {}): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const nonce = randomBytes(8).toString('hex');
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': serial,
    'wechatpay-signature': sign(key, `${timestamp}\n${nonce}\n${body}\n`),
  };
}

/** A number that WeChat gives a payment. */
export const reference = () => `42000${randomUUID().replaceAll('-', '').slice(0, 20)}`;

/** A notice of a payment as WeChat sends it; `total` in fen. */
export function wechatNotice(number: string, total: number, changes: object = {}, key = API_V3_KEY): string {
  const said = {
    mchid: MERCHANT,
    appid: APP,
    out_trade_no: number,
    transaction_id: reference(),
    trade_state: 'SUCCESS',
    amount: { total, payer_total: total, currency: 'CNY', payer_currency: 'CNY' },
    ...changes,
  };
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(nonce));
  cipher.setAAD(Buffer.from('transaction'));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(said), 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const resource = {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: sealed.toString('base64'),
    nonce,
    associated_data: 'transaction',
    original_type: 'transaction',
  };
  // Spaces as no JSON library of ours would put them: what is signed is the text itself.
  return `{ "id":"${randomUUID()}",  "event_type":"TRANSACTION.SUCCESS", "resource_type":"encrypt-resource","resource":${JSON.stringify(resource)} }`;
}

/** The text that Alipay's signature is over: what is not empty, in the order of its names. */
export const joined = (said: Record<string, string>) =>
  Object.keys(said)
    .filter((name) => said[name] !== '')
    .sort()
    .map((name) => `${name}=${said[name]}`)
    .join('&');

/** A notice of a payment as Alipay sends it; `amount` in yuan. */
export function alipayNotice(number: string, amount: string, changes: Record<string, string> = {}, key = alipay.privateKey): string {
  const said: Record<string, string> = {
    notify_time: '2026-06-15 10:00:00',
    notify_type: 'trade_status_sync',
    app_id: ALIPAY_APP,
    charset: 'utf-8',
    version: '1.0',
    out_trade_no: number,
    trade_no: `2026${randomUUID().replaceAll('-', '').slice(0, 24)}`,
    trade_status: 'TRADE_SUCCESS',
    total_amount: amount,
    subject: '产品包30天',
    body: '',
    ...changes,
  };
  return new URLSearchParams({ ...said, sign_type: 'RSA2', sign: sign(key, joined(said)) }).toString();
}
