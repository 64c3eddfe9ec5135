/** Ports to mail and to other systems: without an operator's settings both end in a file that only the operator can read. */
import { createHmac } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Dependencies } from '../context.ts';

const TIMEOUT_MS = 5000;

/** `WARNING_WEBHOOK_HOSTS`: the hosts that tenants may have warnings posted to; `WARNING_MAIL_URL`: a gateway that takes a POST. None by default. */
const allowed = () =>
  (process.env.WARNING_WEBHOOK_HOSTS ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean);

/** Whether tenants may name this address: https, on a host that the operator allows; without any allowed host it is only written down. */
export function mayPost(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  if (protocol !== 'https:' || username || password) return false;
  const hosts = allowed();
  return hosts.length === 0 || hosts.includes(host.toLowerCase());
}

function writeDown({ config }: Dependencies, file: string, line: object): void {
  const folder = join(config.dataDir, 'outbox');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  appendFileSync(join(folder, file), `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`, { mode: 0o600 });
}

async function post(url: string, body: object, key: Buffer): Promise<void> {
  const content = JSON.stringify(body);
  const signature = createHmac('sha256', key).update(content).digest('hex');
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': signature },
    body: content,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
}

/** Mails by the operator's gateway as `{to, subject, text}`. Throws when it does not take it. */
export async function sendMail(deps: Dependencies, to: string, subject: string, text: string): Promise<void> {
  const url = process.env.WARNING_MAIL_URL;
  if (!url) return writeDown(deps, 'mail.log', { to, subject, text });
  await post(url, { to, subject, text }, deps.secrets.seal);
}

/** Posts a warning to another system, signed with HMAC-SHA-256 in `X-Signature`. Throws when it does not take it. */
export async function postWarning(deps: Dependencies, address: string, body: object): Promise<void> {
  if (!mayPost(address)) throw new Error('the host is not allowed any more');
  if (allowed().length === 0) return writeDown(deps, 'webhook.log', { address, body });
  await post(address, body, deps.secrets.seal);
}
