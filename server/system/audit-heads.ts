/**
 * Signed heads of the audit chains, kept outside the database: whoever rewrites a whole chain in it cannot rewrite these.
 * `DATA_DIR/audit/heads.jsonl` takes one JSON line a head; the same line goes to the log, which operators collect on another machine.
 */
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { SignedHead } from '#contract/system/audits.ts';
import type { Dependencies } from '../context.ts';

/** RFC 8410: an Ed25519 private key is this prefix and its 32-byte seed. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const privateKey = (deps: Pick<Dependencies, 'secrets'>): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, deps.secrets.audit]), format: 'der', type: 'pkcs8' });

/** SPKI in base64. */
export const publicKeyOf = (deps: Pick<Dependencies, 'secrets'>): string =>
  createPublicKey(privateKey(deps)).export({ format: 'der', type: 'spki' }).toString('base64');

/** Ed25519 over UTF-8 text, in base64. */
export const signText = (deps: Pick<Dependencies, 'secrets'>, text: string): string => sign(null, Buffer.from(text), privateKey(deps)).toString('base64');

const textOf = ({ tenant, seq, hash, at }: Omit<SignedHead, 'signature'>) => `yian.audit.head ${tenant} ${seq} ${hash} ${at}`;

export const isSigned = (deps: Pick<Dependencies, 'secrets'>, head: SignedHead): boolean =>
  verify(null, Buffer.from(textOf(head)), createPublicKey(privateKey(deps)), Buffer.from(head.signature, 'base64'));

const fileOf = (deps: Pick<Dependencies, 'config'>) => join(deps.config.dataDir, 'audit', 'heads.jsonl');

/** Signs a head and writes it down. `hash` is hexadecimal. */
export async function witness(deps: Dependencies, { tenant, seq, hash }: { tenant: number; seq: number; hash: string }): Promise<void> {
  const head = { tenant, seq, hash, at: new Date(deps.now()).toISOString() };
  const signed: SignedHead = { ...head, signature: signText(deps, textOf(head)) };
  const file = fileOf(deps);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await appendFile(file, `${JSON.stringify(signed)}\n`, { mode: 0o600 });
  deps.log.info({ auditHead: signed }, 'audit head');
}

/** The heads of a tenant in the order of signing. A line that is no head is one with an empty signature. */
export async function* headsOf(deps: Pick<Dependencies, 'config'>, tenant: number): AsyncGenerator<SignedHead> {
  const file = fileOf(deps);
  if (!existsSync(file)) return;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      // The process was killed while it wrote; the next line begins after a newline or not at all.
      continue;
    }
    const parsed = SignedHead.safeParse(value);
    if (parsed.success && parsed.data.tenant === tenant) yield parsed.data;
  }
}
