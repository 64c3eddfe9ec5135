/** The port to mail: without an operator's setting it ends in a file that only the operator can read. */
import { createHmac } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from '../config.ts';
import type { Dependencies } from '../context.ts';
import { OutboundError } from '../net/outbound-error.ts';
import { isGood, outboundStream } from '../net/outbound.ts';
import { configured } from '../net/reach.ts';

const TIMEOUT_MS = 5000;

/** What another system did not take, in words for staff. `final`: it will not take it later either. */
export class NotPosted extends Error {
  readonly final: boolean;
  constructor(message: string, final: boolean) {
    super(message);
    this.final = final;
  }
}

/** Appends to a file of the outbox. */
export function writeDown({ config }: Pick<Dependencies, 'config'>, file: string, line: object): void {
  const folder = join(config.dataDir, 'outbox');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  appendFileSync(join(folder, file), `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`, { mode: 0o600 });
}

/** Posts JSON, signed with HMAC-SHA-256 in `X-Signature`. Throws NotPosted. */
export async function post(url: string, body: object, key: Buffer): Promise<void> {
  const content = JSON.stringify(body);
  const signature = createHmac('sha256', key).update(content).digest('hex');
  const answer = await outboundStream(url, {
    reach: configured,
    timeoutMs: TIMEOUT_MS,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': signature },
    body: content,
  }).catch((error: unknown) => {
    if (!(error instanceof OutboundError)) throw error;
    throw new NotPosted(error.status === null ? `对方没有应答：${error.code}` : `对方应答 ${error.status}`, false);
  });
  // What the answer says is not used; unread it would keep its connection.
  answer.body.destroy();
  if (!isGood(answer)) throw new NotPosted(`对方应答 ${answer.status}`, false);
}

/** Whether mails reach a gateway. */
export const mailsLeave = (): boolean => environment.mailUrl() !== null;

/** Mails by the operator's gateway as `{to, subject, text}`. Throws NotPosted. */
export async function sendMail(deps: Pick<Dependencies, 'config' | 'secrets'>, to: string, subject: string, text: string): Promise<void> {
  const url = environment.mailUrl();
  if (!url) return writeDown(deps, 'mail.log', { to, subject, text });
  await post(url, { to, subject, text }, deps.secrets.seal);
}
