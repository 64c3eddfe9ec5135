/**
 * What became of deliveries, for the page of their integration: those of one result
 * within a few seconds are one row, so that a vendor who posts a thousand times a second
 * costs a row in three seconds. Names no device and no value.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { LONGEST_SAMPLE } from '#contract/devices/device-integrations.ts';
import type { Dependencies } from '../context.ts';

export interface Delivery {
  readonly tenantId: number;
  readonly id: number;
}

export interface Outcome {
  /** Of `results` (contract/devices/device-integrations.ts). */
  readonly result: number;
  readonly records?: number;
  readonly stored?: number;
  /** Devices that are not registered here. */
  readonly strangers?: number;
  readonly problem?: string | null;
}

interface Line {
  readonly result: number;
  records: number;
  stored: number;
  strangers: number;
  problem: string | null;
  tenantId: number;
  id: number;
  deliveries: number;
}

const EVERY_MS = 3000;
const STOP_MS = 1500;
const MOST_LINES = 2000;

/** Makes the journal of one process. What cannot be written is given up: it is about deliveries, not one of them. */
export function createJournal(deps: Dependencies, everyMs = EVERY_MS) {
  let lines = new Map<string, Line>();
  let samples = new Map<string, Delivery & { text: string }>();
  let writing: Promise<void> = Promise.resolve();

  async function write(rows: readonly Line[], bodies: readonly (Delivery & { text: string })[]): Promise<void> {
    const tenants = new Set([...rows, ...bodies].map(({ tenantId }) => tenantId));
    for (const tenantId of tenants) {
      await deps
        .inTenant(tenantId, async (tx) => {
          for (const { id, result, deliveries, records, stored, strangers, problem } of rows.filter((row) => row.tenantId === tenantId))
            await tx.run(sql`
              insert into device_integration_deliveries (tenant_id, integration_id, result, deliveries, records, stored, strangers, problem)
              select ${tenantId}, i.id, ${result}, ${deliveries}, ${records}, ${stored}, ${strangers}, ${problem}
              from device_integrations i where i.tenant_id = ${tenantId} and i.id = ${id}`);
          for (const { id, text } of bodies.filter((body) => body.tenantId === tenantId))
            await tx.run(sql`
              insert into device_integration_states (tenant_id, integration_id, sample, sample_at)
              select ${tenantId}, i.id, ${text}, now() from device_integrations i where i.tenant_id = ${tenantId} and i.id = ${id}
              on conflict (tenant_id, integration_id) do update set sample = excluded.sample, sample_at = excluded.sample_at`);
        })
        .catch((error: unknown) => deps.log.warn({ err: error }, 'what became of deliveries was not written down'));
    }
  }

  function flush(): Promise<void> {
    if (lines.size === 0 && samples.size === 0) return writing;
    const [rows, bodies] = [[...lines.values()], [...samples.values()]];
    lines = new Map();
    samples = new Map();
    writing = writing.then(() => write(rows, bodies));
    return writing;
  }
  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();

  return {
    /** Notes what became of a delivery, and keeps its body as the newest to try a mapping on. */
    note({ tenantId, id }: Delivery, { result, records = 0, stored = 0, strangers = 0, problem = null }: Outcome, body?: string): void {
      const key = `${tenantId}:${id}:${result}`;
      const line = lines.get(key);
      if (line) {
        line.deliveries++;
        line.records += records;
        line.stored += stored;
        line.strangers += strangers;
        line.problem ??= problem;
      } else if (lines.size < MOST_LINES)
        lines.set(key, { tenantId, id, result, records, stored, strangers, problem: problem?.slice(0, 200) ?? null, deliveries: 1 });
      if (body !== undefined && body !== '' && (samples.size < MOST_LINES || samples.has(`${tenantId}:${id}`)))
        samples.set(`${tenantId}:${id}`, { tenantId, id, text: body.slice(0, LONGEST_SAMPLE).replaceAll('\0', '') });
    },
    flush,
    /** Writes what is left, unless the database keeps us waiting: nobody was promised these lines. */
    async stop(): Promise<void> {
      clearInterval(timer);
      const over = new AbortController();
      await Promise.race([flush(), wait(STOP_MS, null, { signal: over.signal }).catch(() => null)]);
      over.abort();
    },
  };
}

export type Journal = ReturnType<typeof createJournal>;
