/** Aliyun's Dysmsapi, SendSms of 2017-05-25, signed with ACS3-HMAC-SHA256. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { SmsSettings } from '../integration-settings.ts';
import { exchange, SmsFailure, type Sms } from './exchange.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
/** RFC 3986: what encodeURIComponent leaves, Aliyun wants encoded. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

export interface Signing {
  method: string;
  query: Readonly<Record<string, string>>;
  /** Lower-case names; those that begin with `x-acs-`, `host` and `content-type` are signed. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The sorted, encoded query string. */
export const canonicalQuery = (query: Readonly<Record<string, string>>) =>
  Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');

/** The value of the `Authorization` header of a request. */
export function authorization(accessKeyId: string, secret: string, { method, query, headers, body }: Signing): string {
  const names = Object.keys(headers)
    .filter((name) => name.startsWith('x-acs-') || name === 'host' || name === 'content-type')
    .sort();
  const lines = names.map((name) => `${name}:${(headers[name] as string).trim()}\n`).join('');
  const request = [method, '/', canonicalQuery(query), lines, names.join(';'), sha256(body)].join('\n');
  const signature = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(request)}`)
    .digest('hex');
  return `ACS3-HMAC-SHA256 Credential=${accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`;
}

/** Flow limits of Aliyun: the message was not sent, and soon can be. Others (sign, template, arrears) need a person. */
const LATER = new Set(['Throttling', 'Throttling.User', 'ServiceUnavailable', 'isp.SYSTEM_ERROR']);

/** Sends by Aliyun: `Code` must be `OK`; the template has the words, `${code}` of a code or `${text}` of a notice fills it in. */
export async function sendByAliyun(settings: Extract<SmsSettings, { adapter: 'aliyun' }>, { phone, text, code }: Sms): Promise<void> {
  const template = code ? settings.template : settings.noticeTemplate;
  if (!template) throw new SmsFailure('no template for notices', false);
  const values = code ? { code } : { text };
  const query = { PhoneNumbers: phone, SignName: settings.sign, TemplateCode: template, TemplateParam: JSON.stringify(values) };
  const headers = {
    host: new URL(settings.url).host,
    'x-acs-action': 'SendSms',
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': randomUUID(),
    'x-acs-version': '2017-05-25',
  };
  const signature = authorization(settings.accessKeyId, settings.accessKeySecret, { method: 'POST', query, headers, body: '' });
  const { host: _host, ...sent } = headers;
  const answer = await exchange(`${settings.url}/?${canonicalQuery(query)}`, {
    method: 'POST',
    headers: { ...sent, authorization: signature },
  });
  const verdict = /"Code"\s*:\s*"([\w.-]+)"/.exec(answer.text)?.[1] ?? `status ${answer.status}`;
  if (answer.status !== 200 || verdict !== 'OK') throw new SmsFailure(verdict, LATER.has(verdict));
}
