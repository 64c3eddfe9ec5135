/** Compares the signed heads of a tenant with its chain, both ways: each head with its row, and the chain with what the heads stand for. */
import { sql } from 'kysely';
import type { SignedHead } from '#contract/system/audits.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { headsOf, isSigned } from './audit-heads.ts';

const BATCH = 1000;
/** A row is signed within a second or two; after this its head is missing. */
const SETTLED = '1 minute';

export interface Finding {
  code: string;
  seq: number;
}

/** The first of these heads that the chain does not bear out; null when all stand. */
async function brokenAmong({ deps, tx }: Pick<Context, 'deps' | 'tx'>, heads: SignedHead[]): Promise<Finding | null> {
  const rows = await tx.rows<{ seq: number; hash: string }>(sql`
    select seq, encode(hash, 'hex') as hash from audit_seals
    where tenant_id = ${tx.tenantId} and seq = any(${heads.map(({ seq }) => seq)}::bigint[])`);
  const hashes = new Map(rows.map(({ seq, hash }) => [seq, hash]));
  for (const head of heads) {
    if (!isSigned(deps, head)) return { code: 'signature', seq: head.seq };
    const hash = hashes.get(head.seq);
    if (hash === undefined) return { code: 'cut', seq: head.seq };
    if (hash !== head.hash) return { code: 'changed', seq: head.seq };
  }
  return null;
}

/** The last row that was sealed before heads were written; null where they were from the first row on. */
export const headStart = (tx: Tx) =>
  tx.row<{ seq: number; at: string }>(sql`select seq, started_at as at from audit_head_starts where tenant_id = ${tx.tenantId}`);

/**
 * The first row that no head stands for, up to the newest that was sealed a minute ago;
 * null when there is none. What was sealed before heads were written is not missed: they cannot be made afterwards.
 */
async function lackingOf(tx: Tx, ranges: [from: number, seq: number][]): Promise<Finding | null> {
  let covered = (await headStart(tx))?.seq ?? 0;
  // Two processes may have written their lines the other way round.
  for (const [from, seq] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (from > covered) return { code: 'headGap', seq: covered + 1 };
    covered = Math.max(covered, seq);
  }
  const { settled } = (await tx.row<{ settled: number }>(sql`
    select coalesce(max(seq), 0) as settled from audit_seals
    where tenant_id = ${tx.tenantId} and sealed_at < now() - ${SETTLED}::interval`))!;
  if (settled <= covered) return null;
  return { code: ranges.length === 0 ? 'noHeads' : 'unsigned', seq: covered + 1 };
}

/** `broken`: a head whose signature or row is not right. `lacking`: the first row without a head, looked for when no head is broken. */
export async function proveHeads({ deps, tx }: Pick<Context, 'deps' | 'tx'>): Promise<{ broken: Finding | null; lacking: Finding | null }> {
  const ranges: [number, number][] = [];
  let batch: SignedHead[] = [];
  for await (const head of headsOf(deps, tx.tenantId)) {
    ranges.push([head.from ?? 0, head.seq]);
    if (batch.push(head) < BATCH) continue;
    const broken = await brokenAmong({ deps, tx }, batch);
    if (broken) return { broken, lacking: null };
    batch = [];
  }
  const broken = await brokenAmong({ deps, tx }, batch);
  return { broken, lacking: broken ? null : await lackingOf(tx, ranges) };
}
