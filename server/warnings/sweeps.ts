/**
 * What falls due by the clock: people who are quiet, devices that are silent, warnings that no member of staff
 * answers. All of it stands in tables: a restart forgets nothing.
 */
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { pollEvery, type Poller } from '../jobs/poller.ts';
import { runJobs } from '../jobs/runner.ts';
import { semaphore } from '../jobs/semaphore.ts';
import { sweepAsking } from './asking-again.ts';
import { sweepConditions } from './condition-states.ts';
import { tellWithin, warningJobs } from './deliveries.ts';
import { sweepDues } from './escalations.ts';
import { sweepLives } from './life.ts';
import { sweepMissing } from './missing.ts';
import { sweepSilences } from './silences.ts';

/** Silent devices are looked for in one round of so many: nobody waits for seconds to hear of them. */
const SILENCES_EVERY = 12;
/** Of the four connections for alarms; the last is left to those who look at alarms and answer them. */
const TENANTS_AT_ONCE = 3;

/** Work of one tenant, in a transaction of its own; rows are taken with SKIP LOCKED, so that any number of processes may sweep. */
const work: Record<string, (tx: Tx, deps: Dependencies, now: number) => Promise<number>> = {
  asking: sweepAsking,
  dues: sweepDues,
  silences: sweepSilences,
  lives: sweepLives,
  conditions: sweepConditions,
  missing: sweepMissing,
};

/** What is due, by tenant. */
async function dueOf({ pool }: Dependencies, now: number, silences: boolean): Promise<Map<number, Set<string>>> {
  const { rows } = await pool.query<{ tenant_id: number; kind: string }>({
    name: 'warnings_due',
    text: 'select tenant_id, kind from app.warnings_due(to_timestamp($1::float8 / 1000), $2) order by 1, 2',
    values: [now, silences],
  });
  const due = new Map<number, Set<string>>();
  for (const { tenant_id: tenantId, kind } of rows) due.set(tenantId, (due.get(tenantId) ?? new Set()).add(kind));
  return due;
}

type Counts = Record<string, number>;
const add = (counts: Counts, more: Counts) => {
  for (const [kind, number] of Object.entries(more)) counts[kind] = (counts[kind] ?? 0) + number;
};

/**
 * What is due of a tenant, and what it gives rise to within the house. One kind's trouble
 * does not keep the others waiting. Gives what was done by kind.
 */
async function sweepTenant(deps: Dependencies, tenantId: number, kinds: ReadonlySet<string>, now: number): Promise<Counts> {
  const done: Counts = { failed: 0 };
  async function attempt(kind: string, run: () => Promise<number>): Promise<void> {
    try {
      add(done, { [kind]: await run() });
    } catch (error) {
      done.failed!++;
      deps.log.warn({ err: error, tenantId, kind }, 'a sweep of warnings failed');
    }
  }
  for (const [kind, sweep] of Object.entries(work))
    if (kinds.has(kind)) await attempt(kind, () => deps.inTenant(tenantId, (tx) => sweep(tx, deps, now)));
  if (['asking', 'dues', 'deliveries'].some((kind) => kinds.has(kind))) await attempt('sent', () => tellWithin(deps, tenantId));
  return done;
}

/** One round of everything that is due now, and of the jobs that it gives rise to; silent devices are looked for when `silences`. */
export async function sweepWarnings(deps: Dependencies, silences = true): Promise<Counts> {
  const now = deps.now();
  const counts: Counts = { failed: 0, sent: 0 };
  const gate = semaphore(TENANTS_AT_ONCE, Infinity);
  const due = await dueOf(deps, now, silences);
  await Promise.all([...due].map(([tenantId, kinds]) => gate(async () => add(counts, await sweepTenant(deps, tenantId, kinds, now)))));
  const { done } = await runJobs(deps, warningJobs);
  add(counts, { sent: done });
  return counts;
}

/**
 * Sweeps again and again until `stop()`. A tenant whose rows are locked is left out of the
 * next rounds until its own sweep has ended: no other tenant's escalation waits for it.
 */
export function startSweeps(given: Dependencies, everyMs: number): Poller & { counters(): Counts } {
  const deps = { ...given, inTenant: given.urgent.inTenant };
  const counts: Counts = { rounds: 0, failed: 0, sent: 0 };
  const running = new Map<number, Promise<void>>();
  const gate = semaphore(TENANTS_AT_ONCE, Infinity);
  let turn = 0;
  async function round(): Promise<void> {
    try {
      const now = deps.now();
      for (const [tenantId, kinds] of await dueOf(deps, now, turn++ % SILENCES_EVERY === 0)) {
        if (running.has(tenantId)) continue;
        const sweep = gate(async () => add(counts, await sweepTenant(deps, tenantId, kinds, now))).finally(() => running.delete(tenantId));
        running.set(tenantId, sweep);
      }
      counts.rounds!++;
    } catch (error) {
      counts.failed!++;
      deps.log.warn({ err: error }, 'the sweep of warnings failed');
    }
  }
  const rounds = pollEvery(round, () => everyMs);
  return {
    counters: () => ({ ...counts }),
    async stop() {
      await rounds.stop();
      await Promise.all(running.values());
    },
  };
}
