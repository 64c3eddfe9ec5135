/** What a process does again and again while it runs, one round after the other. */
import type { Dependencies } from '../context.ts';
import { semaphore } from './semaphore.ts';

export interface Poller {
  /** Begins no more; resolves when the round that is under way has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `round`, which never rejects, `firstMs` from now and then each time a pause after
 * its end. Pauses are milliseconds; they keep no process alive.
 */
export function pollEvery(round: () => Promise<void>, pauseMs: () => number, firstMs = pauseMs()): Poller {
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const schedule = (ms: number) => {
    timer = setTimeout(() => {
      running = round().then(() => (stopped ? undefined : schedule(pauseMs())));
    }, ms);
    timer.unref();
  };
  schedule(firstMs);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/**
 * Rounds of `work`, which gives how much it did of what: added up in `counters`, with the `rounds` that ended well and those that `failed`.
 * `what` says in the log which work it was.
 */
export function pollCounted(
  { log }: Pick<Dependencies, 'log'>,
  what: string,
  work: () => Promise<Record<string, number>>,
  everyMs: number,
) {
  const counts: Record<string, number> = { rounds: 0, failed: 0 };
  async function round() {
    try {
      for (const [kind, number] of Object.entries(await work())) counts[kind] = (counts[kind] ?? 0) + number;
      counts.rounds!++;
    } catch (error) {
      counts.failed!++;
      log.warn({ err: error }, `${what} failed`);
    }
  }
  return { counters: () => ({ ...counts }), ...pollEvery(round, () => everyMs) };
}

/** Tenants at the same time: one whose rows are locked holds up two others at most, and takes no more connections. */
const TENANTS_AT_ONCE = 3;

/**
 * Does `work`, which asks only the database, for each tenant of the rows, a few at a time;
 * one tenant's trouble does not keep the others waiting. Gives how many failed.
 */
export async function forTenants(
  { log }: Pick<Dependencies, 'log'>,
  what: string,
  rows: readonly { tenant_id: number }[],
  work: (tenantId: number) => Promise<void>,
): Promise<number> {
  let failed = 0;
  const gate = semaphore(TENANTS_AT_ONCE, Infinity);
  const attempt = async (tenantId: number) => {
    try {
      await work(tenantId);
    } catch (error) {
      failed++;
      log.warn({ err: error, tenantId }, `${what} failed`);
    }
  };
  await Promise.all(rows.map(({ tenant_id: tenantId }) => gate(() => attempt(tenantId))));
  return failed;
}
