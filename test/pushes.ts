/** Vendors' integrations and their deliveries. */
import { createHash, createHmac } from 'node:crypto';
import { deviceIntegrations } from '#contract/devices/device-integrations.ts';
import { mappingTemplates } from '#contract/devices/mapping-templates.ts';
import type { Harness, TestUser } from './harness.ts';

export const SECRET = 'the-secret-of-a-vendor';
let serial = 0;

export interface Pushed {
  status: number;
  type: string | null;
  text: string;
}

/** An integration with its address; `secret` is set too when the signature wants one. */
export async function addIntegration(t: Harness, as: TestUser, more: Record<string, unknown> = {}) {
  const { mapping, reply } = mappingTemplates.plain;
  const made = await t.route(deviceIntegrations.create, as, { name: `接入${++serial}`, kind: 'webhook', mapping, reply, ...more });
  if (made.status !== 200) throw new Error(`${made.status} ${made.msg}`);
  const id = made.data as number;
  if (more.signature || more.polling) await t.route(deviceIntegrations.secret, as, { id, secret: SECRET });
  const address = (more.kind ?? 'webhook') === 'webhook' ? await t.route(deviceIntegrations.address, as, { id }) : null;
  return { id, path: (address?.data.path ?? '') as string };
}

export async function push(base: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Pushed> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(base + path, { method: 'POST', body: text, headers: { 'content-type': 'application/json', ...headers } });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

export const hmac = (text: string, encoding: 'hex' | 'base64' = 'hex') => createHmac('sha256', SECRET).update(text).digest(encoding);
export const md5 = (text: string) => createHash('md5').update(text).digest('hex');
