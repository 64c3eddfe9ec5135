/** What falls due by the clock: people who are quiet, devices that are silent, warnings nobody answers. All of it stands in tables: a restart forgets nothing. */
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { pollCounted } from '../jobs/poller.ts';
import { sweepAsking } from './asking-again.ts';
import { sweepConditions } from './condition-states.ts';
import { sendNext } from './deliveries.ts';
import { sweepDues } from './escalations.ts';
import { sweepLives } from './life.ts';
import { sweepMissing } from './missing.ts';
import { sweepSilences } from './silences.ts';

const EVERY_MS = 5000;
/** Silent devices are looked for in one round of so many: nobody waits for seconds to hear of them. */
const SILENCES_EVERY = 12;
const MOST_SENT = 200;
/** Of a round so much is one tenant's, when its gateway takes its time. */
const GATEWAY_MS = 10_000;

/** Work of one tenant, in a transaction of its own; rows are taken with SKIP LOCKED, so that any number of processes may sweep. */
const work: Record<string, (tx: Tx, deps: Dependencies, now: number) => Promise<number>> = {
  asking: sweepAsking,
  dues: sweepDues,
  silences: sweepSilences,
  lives: sweepLives,
  conditions: sweepConditions,
  missing: sweepMissing,
};

interface Due {
  tenant_id: number;
  kind: string;
}

const dueOf = async ({ pool }: Dependencies, now: number, silences: boolean): Promise<Due[]> =>
  (
    await pool.query<Due>({
      name: 'warnings_due',
      text: 'select tenant_id, kind from app.warnings_due(to_timestamp($1::float8 / 1000), $2) order by 1, 2',
      values: [now, silences],
    })
  ).rows;

/** Every delivery that waits, each in a transaction of its own: what was sent stays sent. */
async function sendAll(deps: Dependencies, tenantId: number, now: number, leaves: boolean): Promise<number> {
  const until = performance.now() + GATEWAY_MS;
  for (let sent = 0; sent < MOST_SENT && performance.now() < until; sent++)
    if ((await deps.inTenant(tenantId, (tx) => sendNext(tx, deps, now, leaves))) === 0) return sent;
  return MOST_SENT;
}

/** Counts what is done by kind. One tenant's trouble, or one kind's, must not keep the others waiting. */
function counting({ log }: Dependencies) {
  const done: Record<string, number> = { failed: 0 };
  return {
    done,
    async attempt(kind: string, tenantId: number, run: () => Promise<number>): Promise<void> {
      try {
        done[kind] = (done[kind] ?? 0) + (await run());
      } catch (error) {
        done.failed!++;
        log.warn({ err: error, tenantId, kind }, 'a sweep of warnings failed');
      }
    },
  };
}

const sending = (due: readonly Due[]) =>
  new Set(due.filter(({ kind }) => kind === 'asking' || kind === 'dues' || kind === 'deliveries').map(({ tenant_id: tenantId }) => tenantId));

/**
 * One round over all tenants that have something due at the process's clock; silent devices are looked for when `silences`. What a round gives
 * rise to within the house (a message of a due step) is done in the same round. Gives what was done by kind.
 */
async function sweepDue(deps: Dependencies, silences: boolean): Promise<Record<string, number>> {
  const now = deps.now();
  const { done, attempt } = counting(deps);
  const due = await dueOf(deps, now, silences);
  for (const [kind, sweep] of Object.entries(work))
    for (const { tenant_id: tenantId } of due.filter((one) => one.kind === kind))
      await attempt(kind, tenantId, () => deps.inTenant(tenantId, (tx) => sweep(tx, deps, now)));
  for (const tenantId of sending(due)) await attempt('sent', tenantId, () => sendAll(deps, tenantId, now, false));
  return done;
}

/** What leaves the house, and what is told within it instead. Gives what was done by kind. */
async function sendOut(deps: Dependencies): Promise<Record<string, number>> {
  const now = deps.now();
  const { done, attempt } = counting(deps);
  for (const tenantId of sending(await dueOf(deps, now, false))) {
    await attempt('sent', tenantId, () => sendAll(deps, tenantId, now, true));
    await attempt('sent', tenantId, () => sendAll(deps, tenantId, now, false));
  }
  return done;
}

/** One round of everything, one after the other. */
export async function sweepWarnings(deps: Dependencies, silences = true): Promise<Record<string, number>> {
  const done = await sweepDue(deps, silences);
  const { sent = 0, failed = 0 } = await sendOut(deps);
  return { ...done, sent: (done.sent ?? 0) + sent, failed: (done.failed ?? 0) + failed };
}

/** Sweeps again and again until `stop()`, one round at a time. Gateways have rounds of their own: one that is slow or away must not keep the next alarm waiting. */
export function startSweeps(deps: Dependencies, everyMs = EVERY_MS) {
  let turn = 0;
  const urgent = { ...deps, inTenant: deps.urgent.inTenant };
  const sweeps = pollCounted(deps, 'the sweep of warnings', () => sweepDue(urgent, turn++ % SILENCES_EVERY === 0), everyMs);
  const out = pollCounted(deps, 'the sending of warnings', () => sendOut(deps), everyMs);
  return {
    counters() {
      const { sent = 0, failed = 0 } = out.counters();
      const counted = sweeps.counters();
      return { ...counted, sent: (counted.sent ?? 0) + sent, failed: (counted.failed ?? 0) + failed };
    },
    stop: async () => void (await Promise.all([sweeps.stop(), out.stop()])),
  };
}
