/** Jobs that dial by themselves: a seat that is ready is given the next case, one call for one seat (docs/decisions/111). */
import { sql } from 'kysely';
import { caseStates, dialWays } from '#contract/calls/call-jobs.rules.ts';
import { callProviders } from '#contract/calls/call-services.ts';
import { seatStates } from '#contract/calls/seat-states.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Dependencies, Work } from '../context.ts';
import { Refusal } from '../errors.ts';
import { workIn } from '../events.ts';
import { forTenants } from '../jobs/poller.ts';
import { dial } from './call-begin.ts';
import { serviceOf } from './service-in-use.ts';
import { SYSTEM } from './call-clock.ts';
import { playNotices } from './call-job-notices.ts';
import { giveUp, heldBy, HELD, openJobs, takeCase, type Taken } from './call-job-queue.ts';
import { lockPresences } from './call-rows.ts';

interface ReadySeat {
  id: number;
  /** Those that it is signed in for. */
  groups: number[];
}

/** Seats that are ready and have no case at hand, the longest idle first. */
const readySeats = ({ tx, deps }: Work) =>
  tx.rows<ReadySeat>(sql`
    select p.seat_id as id, array(select g.group_id from call_seat_groups g where g.tenant_id = p.tenant_id and g.seat_id = p.seat_id
      and (p.signed is null or g.group_id = any(p.signed))) as groups
    from call_presences p join call_seats s on s.tenant_id = p.tenant_id and s.id = p.seat_id and s.enabled
    where p.tenant_id = ${tx.tenantId} and p.state = ${seatStates.ready} and not exists (select from call_job_cases c
      where c.tenant_id = p.tenant_id and c.seat_id = p.seat_id and c.state = ${caseStates.atHand}
        and c.taken_at >= ${isoOf(deps.now() - HELD)}::timestamptz)
    order by p.idle_since, p.seat_id`);

/** A number that cannot be dialled at all: said on its case, so that the others get their turn. */
class Undialled extends Error {
  readonly one: Taken;
  constructor(one: Taken, why: string) {
    super(why);
    this.one = one;
  }
}

/** Gives the seat its next case and dials it, in one transaction: what was not committed is due as before. Gives whether it was. */
async function dialNext(work: Work, seat: ReadySeat): Promise<boolean> {
  const { tx } = work;
  const [presence] = await lockPresences(tx, [seat.id]);
  if (presence?.state !== seatStates.ready || (await heldBy(work, seat.id)) !== null) return false;
  const jobs = await openJobs(work, { dialling: [dialWays.byItself], groups: seat.groups });
  const one = jobs.length === 0 ? null : await takeCase(work, jobs, seat.id);
  if (!one) return false;
  try {
    await dial(work, seat.id, { callee: one.mobile, personId: one.personId, jobCaseId: one.id });
  } catch (error) {
    if (error instanceof Refusal && error.status === 422) throw new Undialled(one, error.message);
    throw error;
  }
  return true;
}

/** Dials for all seats of a tenant that are ready; gives how many calls began. */
export async function dialTenant(deps: Dependencies, tenantId: number): Promise<number> {
  const within = <T>(run: (work: Work) => Promise<T>) => deps.inTenant(tenantId, (tx) => run(workIn(tx, deps, SYSTEM)));
  const seats = await within(async (work) => {
    const service = await serviceOf(work.tx);
    // Seats of Aliyun dial by its SDK.
    return service && service.provider !== callProviders.aliyun ? readySeats(work) : [];
  });
  let begun = 0;
  for (const seat of seats) {
    try {
      if (await within((work) => dialNext(work, seat))) begun++;
    } catch (error) {
      if (error instanceof Undialled) await within((work) => giveUp(work, error.one, error.message));
      else deps.log.warn({ err: error, tenantId, seatId: seat.id }, 'a case could not be dialled');
    }
  }
  return begun;
}

/** Over all tenants with a case that is due and dialled by itself. Gives how many calls began. */
export async function dialJobs(deps: Dependencies): Promise<number> {
  const now = deps.now();
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'call_jobs_to_dial',
    text: 'select tenant_id from app.call_jobs_to_dial(to_timestamp($1::float8 / 1000), to_timestamp($2::float8 / 1000))',
    values: [now, now - HELD],
  });
  let begun = 0;
  await forTenants(
    deps,
    'dialling of jobs',
    rows,
    async (tenantId) => void (begun += (await dialTenant(deps, tenantId)) + (await playNotices(deps, tenantId))),
  );
  return begun;
}
