/**
 * Signed heads of the audit chains, kept outside the database: whoever rewrites a whole chain in it cannot rewrite these.
 * `DATA_DIR/audit/heads/<tenant>.jsonl` takes one JSON line a head; the same line goes
 * to the log, which operators collect on another machine.
 */
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
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
export const signText = (deps: Pick<Dependencies, 'secrets'>, text: string): string =>
  sign(null, Buffer.from(text), privateKey(deps)).toString('base64');

const textOf = ({ tenant, from, seq, hash, at }: Omit<SignedHead, 'signature'>) =>
  ['yian.audit.head', tenant, ...(from === undefined ? [] : [from]), seq, hash, at].join(' ');

export const isSigned = (deps: Pick<Dependencies, 'secrets'>, head: SignedHead): boolean =>
  verify(null, Buffer.from(textOf(head)), createPublicKey(privateKey(deps)), Buffer.from(head.signature, 'base64'));

type Folder = Pick<Dependencies, 'config'>;
const fileOf = (deps: Folder, tenant: number) => join(deps.config.dataDir, 'audit', 'heads', `${tenant}.jsonl`);
/** Earlier versions wrote the heads of all tenants into one file, once an hour. It is still read. */
const commonFileOf = (deps: Folder) => join(deps.config.dataDir, 'audit', 'heads.jsonl');

/**
 * Signs a head and writes it down, flushed to the disk. `hash` is hexadecimal; the head bears witness to the rows after `from` up to `seq`.
 */
export async function witness(deps: Dependencies, { tenant, from, seq, hash }: Omit<SignedHead, 'at' | 'signature'>): Promise<void> {
  const head = { tenant, ...(from === undefined ? {} : { from }), seq, hash, at: new Date(deps.now()).toISOString() };
  const signed: SignedHead = { ...head, signature: signText(deps, textOf(head)) };
  const file = fileOf(deps, tenant);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // The line before may be half of one, if the process was killed while it wrote.
  await appendFile(file, `\n${JSON.stringify(signed)}\n`, { mode: 0o600, flush: true });
  deps.log.info({ auditHead: signed }, 'audit head');
}

/** The head that a line holds; null for a line that is none. */
function headIn(line: string, tenant: number): SignedHead | null {
  try {
    const { data } = SignedHead.safeParse(JSON.parse(line));
    return data?.tenant === tenant ? data : null;
  } catch {
    return null;
  }
}

/** The heads of a tenant in the order of signing. Lines that are no heads are left out: what they were about is then a gap. */
export async function* headsOf(deps: Folder, tenant: number): AsyncGenerator<SignedHead> {
  for (const file of [commonFileOf(deps), fileOf(deps, tenant)]) {
    if (!existsSync(file)) continue;
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      const head = headIn(line, tenant);
      if (head) yield head;
    }
  }
}

/** Enough for more than 200 heads. */
const TAIL = 64 * 1024;

/** The newest `most` heads of a tenant, the newest first, at most 200; reads only the end of its file. */
export async function newestHeads(deps: Folder, tenant: number, most: number): Promise<SignedHead[]> {
  const file = fileOf(deps, tenant);
  if (!existsSync(file)) return (await Array.fromAsync(headsOf(deps, tenant))).slice(-most).toReversed();
  const start = Math.max(0, statSync(file).size - TAIL);
  const heads: SignedHead[] = [];
  for await (const line of createInterface({ input: createReadStream(file, { start }), crlfDelay: Infinity })) {
    const head = headIn(line, tenant);
    if (head) heads.push(head);
  }
  return heads.slice(-most).toReversed();
}
