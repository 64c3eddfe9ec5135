/**
 * What locks are owed, again and again: codes to learn, codes to forget, codes and members whose
 * time is over, doors that stand open. All of it stands in tables.
 */
import { instantOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { passcodeStates, removals } from '#contract/devices/lock-passcodes.rules.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import type { Job, JobHandlers } from '../jobs/attempts.ts';
import { pollCounted, forTenants } from '../jobs/poller.ts';
import { enqueued } from '../jobs/queue.ts';
import { runJobs } from '../jobs/runner.ts';
import { emit } from '../events.ts';
import { keepToken, lockRow, ttlockAccess } from './lock-access.ts';
import { openCode } from './lock-codes.ts';
import { warnOpenDoors } from './lock-events.ts';
import { endCodes, endWhoLeft } from './lock-steps.ts';
import { addCode, findCode, LockFailure, removeCode } from './ttlock.ts';

/** A code whose job never said how it went is handed over again after this: one that is to be forgotten is never given up. */
const SILENCE_SECONDS = 600;
const PAUSES = [10, 30, 120, 600, 1800, 3600];
/** Tries to teach a code; a code that is to be forgotten is never given up. */
const MOST_TRIES = 6;
const MOST_PER_ROUND = 100;

interface Owed {
  id: number;
  deviceId: number;
  state: number;
  removal: number;
  sealed: Buffer | null;
  startTime: string;
  endTime: string | null;
  externalId: string | null;
  attempts: number;
  problem: string | null;
}

/** Hands what is due to the queue, each code once. Gives how many. */
const handOver = (tx: Tx, now: number) =>
  tx.run(sql`
    with due as (
      select c.id from lock_passcodes c where c.tenant_id = ${tx.tenantId} and c.next_at <= ${instant(now)}
      order by c.next_at, c.id limit ${MOST_PER_ROUND} for update skip locked
    ), taken as materialized (
      select id, ${enqueued('lock-code', sql`id::text`, sql`jsonb_build_object('passcodeId', id)`)} as made from due
    )
    update lock_passcodes c set next_at = ${instant(now)} + make_interval(secs => ${SILENCE_SECONDS})
    from taken t where c.tenant_id = ${tx.tenantId} and c.id = t.id and t.made`);

const claim = (tx: Tx, id: number) =>
  tx.row<Owed>(sql`
    update lock_passcodes set attempts = attempts + 1 where tenant_id = ${tx.tenantId} and id = ${id}
      and (state = ${passcodeStates.waiting} or removal = ${removals.pending})
    returning id, device_id as "deviceId", state, removal, code_cipher as sealed, starts_at as "startTime", ends_at as "endTime",
      external_id as "externalId", attempts, problem`);

const { waiting, active, failed } = passcodeStates;

/** Unique at the provider, and without anybody's name. */
const nameOf = (tenantId: number, id: number) => `YA${tenantId}-${id}`;

/** Writes down how a try went; what happened to the code meanwhile (somebody revoked it) stays. */
async function settle(tx: Tx, deps: Dependencies, owed: Owed, externalId: string | null, failure: LockFailure | null): Promise<void> {
  const now = deps.now();
  const at = instant(now);
  const taught = owed.state === waiting;
  const pause = PAUSES[Math.min(owed.attempts, PAUSES.length) - 1] ?? 10;
  const given = taught && failure !== null && (failure.final || owed.attempts >= MOST_TRIES);
  const still = sql`state = ${owed.state}`;
  const state = taught && !failure ? active : given ? failed : owed.state;
  const done = failure === null || given;
  await tx.run(sql`
    update lock_passcodes set external_id = coalesce(${externalId}, external_id),
      problem = case when ${still} then ${failure?.message ?? null} end,
      state = case when ${still} then ${state}::smallint else state end,
      activated_at = case when ${still} and ${taught && !failure} then ${at} else activated_at end,
      removal = case when ${!taught && !failure} then ${removals.done} else removal end,
      code_cipher = case when ${!taught && !failure} then null else code_cipher end,
      attempts = case when ${done} or not (${still}) then 0 else attempts end,
      next_at = case when not (${still}) then ${at} when ${done} then null else ${at} + make_interval(secs => ${pause}) end,
      version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${owed.id}`);
  await tx.run(
    sql`update locks set problem = ${failure?.message ?? null} where tenant_id = ${tx.tenantId} and device_id = ${owed.deviceId}`,
  );
  await emit('device.changed', { deviceId: owed.deviceId }, tx, deps);
}

/** One code: told to the lock, or taken back from it. */
async function serve(deps: Dependencies, tenantId: number, owed: Owed): Promise<void> {
  const now = deps.now();
  const lock = await deps.inTenant(tenantId, (tx) => lockRow(tx, owed.deviceId));
  if (!lock || lock.provider === 'manual') {
    await deps.inTenant(tenantId, (tx) =>
      tx.run(sql`update lock_passcodes set next_at = null where tenant_id = ${tenantId} and id = ${owed.id}`),
    );
    return;
  }
  let externalId: string | null = null;
  let failure: LockFailure | null = null;
  let keep: ((tx: Tx) => Promise<void>) | null = null;
  try {
    const access = ttlockAccess(deps, tenantId, owed.deviceId, lock);
    const before = access.token;
    keep = (tx) => keepToken(tx, deps, owed.deviceId, access, before);
    const name = nameOf(tenantId, owed.id);
    if (owed.state === waiting && owed.sealed) {
      // An answer that was lost may have been a yes.
      externalId = owed.attempts > 1 || owed.problem !== null ? await findCode(access, name, now) : null;
      externalId ??= await addCode(
        access,
        {
          code: openCode(deps.secrets, tenantId, owed.deviceId, owed.sealed),
          name,
          startsAt: instantOf(owed.startTime),
          endsAt: owed.endTime === null ? null : instantOf(owed.endTime),
        },
        now,
      );
    } else if (owed.removal === removals.pending) {
      const there = owed.externalId ?? (await findCode(access, name, now));
      if (there !== null) await removeCode(access, there, now);
    }
  } catch (error) {
    if (!(error instanceof LockFailure)) throw error;
    failure = error;
  }
  await deps.inTenant(tenantId, async (tx) => {
    await keep?.(tx);
    await settle(tx, deps, owed, externalId, failure);
  });
}

/** The job of a code. Throws what is not about the lock: the database is away. */
async function serveOwed(deps: Dependencies, { tenantId, payload: { passcodeId } }: Job<'lock-code'>): Promise<void> {
  const owed = await deps.inTenant(tenantId, (tx) => claim(tx, passcodeId));
  if (owed) await serve(deps, tenantId, owed);
}

export const lockJobs = { 'lock-code': serveOwed } satisfies JobHandlers;

type Done = Record<'handedOver' | 'ended' | 'doors' | 'failed', number>;

/** Ends what is over in all tenants, warns of doors that stand open, and hands to the queue what locks have to learn and forget. */
async function workOnDue(deps: Dependencies): Promise<Done> {
  const done = { handedOver: 0, ended: 0, doors: 0 };
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'lock_work_due',
    text: 'select tenant_id from app.lock_work_due(to_timestamp($1::float8 / 1000)) order by 1',
    values: [deps.now()],
  });
  const failures = await forTenants(deps, 'work on locks', rows, async (tenantId) => {
    await deps.inTenant(tenantId, async (tx) => {
      const over = await endCodes(tx, 'expire', '已到结束时间', sql`c.ends_at <= ${instant(deps.now())}`, deps.now());
      for (const deviceId of new Set(over.map((one) => one.deviceId))) await emit('device.changed', { deviceId }, tx, deps);
      done.ended += over.length + (await endWhoLeft(tx, deps));
      done.doors += await warnOpenDoors(tx, deps);
      done.handedOver += await handOver(tx, deps.now());
    });
  });
  return { ...done, failed: failures };
}

/** Everything that is due now, and comes back when it is done. Gives what was done. */
export async function workOnLocks(deps: Dependencies): Promise<{ served: number; ended: number; doors: number; failed: number }> {
  const { ended, doors, failed: failures } = await workOnDue(deps);
  const jobs = await runJobs(deps, lockJobs);
  return { served: jobs.done, ended, doors, failed: failures + jobs.failed + jobs.dead };
}

/** Works again and again until `stop()`, one round at a time. */
export const startLockWork = (deps: Dependencies, everyMs: number) => pollCounted(deps, 'work on locks', () => workOnDue(deps), everyMs);
