/** What falls due by the clock: people who are quiet, devices that are silent, warnings nobody answers. All of it stands in tables: a restart forgets nothing. */
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { countedRounds } from '../rounds.ts';
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

/** Work of one tenant, in a transaction of its own; rows are taken with SKIP LOCKED, so that any number of processes may sweep. */
const work: Record<string, (tx: Tx, deps: Dependencies, now: number) => Promise<number>> = {
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
async function sendAll(deps: Dependencies, tenantId: number, now: number): Promise<number> {
  for (let sent = 0; sent < MOST_SENT; sent++) if ((await deps.inTenant(tenantId, (tx) => sendNext(tx, deps, now))) === 0) return sent;
  return MOST_SENT;
}

/**
 * One round over all tenants that have something due at the process's clock; silent devices are looked for when `silences`. What a round gives
 * rise to (a delivery of a due step) is done in the same round. Gives what was done by kind.
 */
export async function sweepWarnings(deps: Dependencies, silences = true): Promise<Record<string, number>> {
  const now = deps.now();
  const done: Record<string, number> = { failed: 0 };
  const attempt = async (kind: string, tenantId: number, run: () => Promise<number>) => {
    try {
      done[kind] = (done[kind] ?? 0) + (await run());
    } catch (error) {
      // One tenant's trouble, or one kind's, must not keep the others waiting.
      done.failed!++;
      deps.log.warn({ err: error, tenantId, kind }, 'a sweep of warnings failed');
    }
  };
  const due = await dueOf(deps, now, silences);
  for (const [kind, sweep] of Object.entries(work))
    for (const { tenant_id: tenantId } of due.filter((one) => one.kind === kind))
      await attempt(kind, tenantId, () => deps.inTenant(tenantId, (tx) => sweep(tx, deps, now)));
  const sends = new Set(due.filter(({ kind }) => kind === 'dues' || kind === 'deliveries').map(({ tenant_id: tenantId }) => tenantId));
  for (const tenantId of sends) await attempt('sent', tenantId, () => sendAll(deps, tenantId, now));
  return done;
}

/** Sweeps again and again until `stop()`, one round at a time. */
export function startSweeps(deps: Dependencies, everyMs = EVERY_MS) {
  let turn = 0;
  return countedRounds(deps, 'the sweep of warnings', () => sweepWarnings(deps, turn++ % SILENCES_EVERY === 0), everyMs);
}
