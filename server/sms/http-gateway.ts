/** Any gateway that takes a POST: the operator writes the body, `{phone}`, `{text}` and `{code}` are filled in. */
import { createHmac } from 'node:crypto';
import type { SmsSettings } from '../integration-settings.ts';
import { exchange, SmsFailure, type Sms } from './exchange.ts';

/** Fills placeholders in so that a value cannot leave its place: as JSON text, or percent-encoded in a form. */
export function fill(template: string, type: string, values: Readonly<Record<string, string>>): string {
  const coded = type.includes('json') ? (value: string) => JSON.stringify(value).slice(1, -1) : encodeURIComponent;
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (values[name] === undefined ? whole : coded(values[name])));
}

/**
 * Sends by the generic gateway: 2xx means taken. With a key, `X-Signature` is the hex HMAC-SHA-256 of `X-Timestamp` (epoch seconds),
 * a line feed and the body.
 */
export async function sendByHttp(
  { url, body, type, key }: Extract<SmsSettings, { adapter: 'http' }>,
  { phone, text, code = '' }: Sms,
): Promise<void> {
  const content = fill(body, type, { phone, text, code });
  const headers: Record<string, string> = { 'content-type': type };
  if (key) {
    const timestamp = String(Math.floor(Date.now() / 1000));
    headers['x-timestamp'] = timestamp;
    headers['x-signature'] = createHmac('sha256', key).update(`${timestamp}\n${content}`).digest('hex');
  }
  const answer = await exchange(url, { method: 'POST', headers, body: content });
  if (answer.status < 200 || answer.status > 299)
    throw new SmsFailure(`status ${answer.status}`, answer.status === 429 || answer.status === 503);
}
