/** Seals what the logs gained, a second after it was committed; signs the heads once an hour and when the process stops. */
import type { Dependencies } from '../context.ts';
import { inRounds } from '../rounds.ts';
import { witness } from './audit-heads.ts';

const EVERY_MS = 1000;
const BATCH = 500;
const WITNESS_MS = 3600_000;

export interface Head {
  tenant: number;
  seq: number;
  /** Hexadecimal. */
  hash: string;
}

/** Seals what waits, all of it; gives the new heads. Another process that is at it makes this one give none. */
export async function sealLogs(deps: Pick<Dependencies, 'pool'>): Promise<Map<number, Head>> {
  const heads = new Map<number, Head>();
  for (;;) {
    const { rows } = await deps.pool.query({
      name: 'seal_logs',
      text: "select tenant_id, seq, encode(hash, 'hex') as hash, sealed from app.seal_logs($1)",
      values: [BATCH],
    });
    let sealed = 0;
    for (const row of rows as { tenant_id: number; seq: number; hash: string; sealed: number }[]) {
      heads.set(row.tenant_id, { tenant: row.tenant_id, seq: row.seq, hash: row.hash });
      sealed += row.sealed;
    }
    if (sealed < BATCH) return heads;
  }
}

/** Starts sealing in this process. `stop()` signs what is not signed yet. */
export function startSealing(deps: Dependencies, { everyMs = EVERY_MS, witnessMs = WITNESS_MS } = {}) {
  const unsigned = new Map<number, Head>();
  const signedAt = new Map<number, number>();
  const counts = { sealed: 0, failed: 0 };

  async function signDue(all: boolean) {
    for (const [tenant, head] of unsigned) {
      if (!all && deps.now() - (signedAt.get(tenant) ?? 0) < witnessMs) continue;
      await witness(deps, head);
      unsigned.delete(tenant);
      signedAt.set(tenant, deps.now());
    }
  }
  async function turn() {
    try {
      for (const [tenant, head] of await sealLogs(deps)) {
        unsigned.set(tenant, head);
        counts.sealed++;
      }
      await signDue(false);
    } catch (error) {
      counts.failed++;
      deps.log.warn({ err: error }, 'sealing the logs failed');
    }
  }
  const rounds = inRounds(turn, () => everyMs);
  return {
    counters: () => ({ ...counts }),
    async stop() {
      await rounds.stop();
      await signDue(true).catch((error) => deps.log.warn({ err: error }, 'signing the audit heads failed'));
    },
  };
}
