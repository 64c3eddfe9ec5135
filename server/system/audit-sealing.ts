/** Seals what the logs gained, a second after it was committed, and signs the new heads at once. */
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import { pollEvery } from '../jobs/poller.ts';
import { newestHeads, witness } from './audit-heads.ts';

const EVERY_MS = 1000;
const BATCH = 500;
/** Rows that a crash left without a signed head were sealed in one go. */
const CRASH = '1 minute';

export interface Head {
  tenant: number;
  /** The number of the last row before these. */
  from: number;
  seq: number;
  /** Hexadecimal. */
  hash: string;
}

/** Seals what waits, all of it; gives the new heads. Another process that is at it makes this one give none. */
export async function sealLogs(deps: Pick<Dependencies, 'pool'>): Promise<Map<number, Head>> {
  const heads = new Map<number, Head>();
  for (;;) {
    const { rows } = await deps.pool.query<{ tenant_id: number; seq: number; hash: string; sealed: number }>({
      name: 'seal_logs',
      text: "select tenant_id, seq, encode(hash, 'hex') as hash, sealed from app.seal_logs($1)",
      values: [BATCH],
    });
    let sealed = 0;
    for (const row of rows) {
      const from = heads.get(row.tenant_id)?.from ?? row.seq - row.sealed;
      heads.set(row.tenant_id, { tenant: row.tenant_id, from, seq: row.seq, hash: row.hash });
      sealed += row.sealed;
    }
    if (sealed < BATCH) return heads;
  }
}

/**
 * Where a new head has to begin: after the newest signed one, if a process was killed
 * between sealing and signing. Only rows that were sealed within a minute count as that: a
 * head must not paper over signed heads that were taken away.
 */
async function begins(deps: Dependencies, { tenant, from }: Head): Promise<number> {
  const signed = (await newestHeads(deps, tenant, 1))[0]?.seq;
  if (signed === undefined || signed >= from) return from;
  const found = await deps.inTenant(tenant, (tx) =>
    tx.row<{ once: boolean }>(sql`
      select max(sealed_at) - min(sealed_at) < ${CRASH}::interval as once from audit_seals
      where tenant_id = ${tenant} and seq > ${signed} and seq <= ${from}`),
  );
  return found?.once ? signed : from;
}

/** Starts sealing in this process. A head that could not be signed is tried again each time. */
export function startSealing(deps: Dependencies, { everyMs = EVERY_MS } = {}) {
  const unsigned = new Map<number, Head>();
  const signedTo = new Map<number, number>();
  const counts = { sealed: 0, failed: 0 };

  async function signAll() {
    for (const [tenant, head] of unsigned) {
      const from = signedTo.get(tenant) === head.from ? head.from : await begins(deps, head);
      await witness(deps, { ...head, from });
      unsigned.delete(tenant);
      signedTo.set(tenant, head.seq);
    }
  }
  async function turn() {
    try {
      for (const [tenant, head] of await sealLogs(deps)) {
        unsigned.set(tenant, { ...head, from: unsigned.get(tenant)?.from ?? head.from });
        counts.sealed++;
      }
      await signAll();
    } catch (error) {
      counts.failed++;
      deps.log.warn({ err: error }, 'sealing the logs failed');
    }
  }
  const rounds = pollEvery(turn, () => everyMs);
  return {
    counters: () => ({ ...counts }),
    async stop() {
      await rounds.stop();
      await signAll().catch((error) => deps.log.warn({ err: error }, 'signing the audit heads failed'));
    },
  };
}
