/** What falls due by the clock: ringing, dialling, queues, menus, notes after a call, pages that are gone. */
import { sql } from 'kysely';
import { callPhases } from '#contract/calls/seat-states.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Actor, Dependencies, Work } from '../context.ts';
import { workIn } from '../events.ts';
import { forTenants } from '../jobs/poller.ts';
import { happen } from './call-commands.ts';
import { dispatch } from './call-queue.ts';
import { dialKept } from './callbacks.ts';
import { lockCall } from './call-rows.ts';
import { overflow, waited } from './call-menu-walk.ts';
import { sweepPages } from './public-calls.ts';
import { sweepSeats, unseenSince } from './seats.ts';

/** Who acts where no person does. */
export const SYSTEM: Actor = { userId: null, name: '系统' };

async function callDue(work: Work, id: number): Promise<void> {
  const { tx, deps } = work;
  const call = await lockCall(tx, id);
  if (call.dueAt === null || call.dueAt > deps.now()) return;
  if (call.phase === callPhases.menu) return waited(work, id);
  if (call.phase === callPhases.queued && call.groupId !== null) return overflow(work, id, call.groupId);
  await happen(work, id, { what: 'due' });
}

/** Does what is due in one tenant: each call in a transaction of its own, so that one that fails holds up none. */
export async function clockOf(deps: Dependencies, tenantId: number): Promise<number> {
  const within = <T>(run: (work: Work) => Promise<T>) => deps.inTenant(tenantId, (tx) => run(workIn(tx, deps, SYSTEM)));
  const due = await within(({ tx }) =>
    tx.rows<{ id: number }>(sql`
      select id from calls where tenant_id = ${tenantId} and status < 2 and due_at <= ${isoOf(deps.now())}::timestamptz order by due_at,
        id limit 200`),
  );
  for (const { id } of due)
    await within((work) => callDue(work, id)).catch((error: unknown) =>
      deps.log.warn({ err: error, tenantId, callId: id }, 'what is due of a call failed'),
    );
  await within(sweepSeats);
  await within(sweepPages);
  await within(dispatch);
  await dialKept(deps, tenantId, SYSTEM);
  return due.length;
}

/** Over all tenants with something due; gives how many calls, and how many tenants failed. */
export async function callClock(deps: Dependencies): Promise<{ due: number; failedTenants: number }> {
  const now = deps.now();
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'calls_due',
    text: 'select tenant_id from app.calls_due(to_timestamp($1::float8 / 1000), to_timestamp($2::float8 / 1000))',
    values: [now, unseenSince(now)],
  });
  let due = 0;
  const failedTenants = await forTenants(deps, 'the clock of calls', rows, async (tenantId) => void (due += await clockOf(deps, tenantId)));
  return { due, failedTenants };
}
