/** The cases of outbound jobs that wait: which comes next, in whose hands it is, and what becomes of it. */
import { sql } from 'kysely';
import { caseResults, caseStates, jobStates, type CaseChange } from '#contract/calls/call-jobs.rules.ts';
import { isOpen } from '#contract/calls/call-queues.rules.ts';
import type { TimeWindow } from '#contract/time-windows.rules.ts';
import { isoOf, MINUTE } from '#contract/time.ts';
import type { Work } from '../context.ts';
import { instant } from '../db/instants.ts';
import { calendarOf } from './call-openings.ts';

type Place = Pick<Work, 'tx' | 'deps'>;

/** After so long another seat may take a case that nothing came of. */
export const HELD = 30 * MINUTE;

/** Whether a job with these hours calls now. */
export const openNow = async ({ tx, deps }: Place, hours: TimeWindow[]) =>
  isOpen({ hours, holidays: true }, await calendarOf(tx, deps.now()), deps.now());

/** The id of the case that the seat has at hand; null when it has none. */
export async function heldBy({ tx, deps }: Place, seatId: number): Promise<number | null> {
  const row = await tx.row<{ id: number }>(sql`select id from call_job_cases where tenant_id = ${tx.tenantId} and seat_id = ${seatId}
    and state = ${caseStates.atHand} and taken_at >= ${instant(deps.now() - HELD)} order by taken_at limit 1`);
  return row?.id ?? null;
}

export interface Taken {
  id: number;
  jobId: number;
  mobile: string;
  personId: number | null;
}

/**
 * The next case of these jobs, those for the seat alone first, at hand from now on: of the seat, or with null of none. Those that another
 * takes at this moment are passed over, and so are blocked numbers and people who were removed. Null when there is none.
 */
export async function takeCase({ tx, deps }: Place, jobIds: readonly number[], seatId: number | null): Promise<Taken | null> {
  const now = deps.now();
  // Materialized: a plan that reads it twice would lock two.
  const row = await tx.row<Taken>(sql`
    with next as materialized (
      select c.id from call_job_cases c
      where c.tenant_id = ${tx.tenantId} and c.job_id = any(${jobIds}::bigint[]) and c.next_at <= ${instant(now)}
        and (c.state = ${caseStates.waits} or c.state = ${caseStates.atHand} and c.taken_at < ${instant(now - HELD)})
        and (${seatId}::bigint is null or c.for_seat_id is null or c.for_seat_id = ${seatId})
        and not exists (select from call_customers k where k.tenant_id = c.tenant_id and k.mobile = c.mobile and k.level = 2)
        and not exists (select from people p where p.tenant_id = c.tenant_id and p.id = c.person_id
          and (p.deleted_at is not null or p.erased_at is not null))
        and not exists (select from calls l where l.tenant_id = c.tenant_id and l.job_case_id = c.id and l.status < 2)
      order by c.for_seat_id is null, c.next_at, c.id limit 1 for update of c skip locked)
    update call_job_cases t set state = ${caseStates.atHand}, seat_id = ${seatId}, taken_at = ${isoOf(now)}
    from next where t.tenant_id = ${tx.tenantId} and t.id = next.id
    returning t.id, t.job_id as "jobId", t.mobile, t.person_id as "personId"`);
  return row ?? null;
}

/** The jobs that run in this way and are open now, of the groups that are named; null: of all. */
export async function openJobs(
  place: Place,
  { dialling, groups, jobId }: { dialling: readonly number[]; groups: readonly number[] | null; jobId?: number | undefined },
): Promise<number[]> {
  const { tx } = place;
  const jobs = await tx.rows<{ id: number; hours: TimeWindow[] }>(sql`
    select id, hours from call_jobs where tenant_id = ${tx.tenantId} and state = ${jobStates.running}
      and dialling = any(${[...dialling]}::integer[]) and (${jobId ?? null}::bigint is null or id = ${jobId ?? null}::bigint)
      and (group_id is null or ${groups === null}::boolean or group_id = any(${[...(groups ?? [])]}::bigint[])) order by id`);
  const open: number[] = [];
  for (const { id, hours } of jobs) if (await openNow(place, hours)) open.push(id);
  return open;
}

/** Writes what a result made of a case that is locked, and ends a job that has no other. */
export async function saveResult(
  place: Place,
  one: { id: number; jobId: number },
  { state, attempts, result, nextAt }: CaseChange,
  note: string,
  answer: { key: string; name: string } | null = null,
): Promise<void> {
  const { tx, deps } = place;
  await tx.run(sql`
    update call_job_cases set state = ${state}, attempts = ${attempts}, result = ${result}, note = ${note},
      key = ${answer?.key ?? ''}, key_name = ${answer?.name ?? ''},
      next_at = coalesce(${instant(nextAt)}, next_at), ended_at = ${nextAt === null ? isoOf(deps.now()) : null}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${one.id}`);
  await finishWhenEmpty(place, one.jobId);
}

/** A case that cannot be dialled ends in vain, with the reason as its note. */
export async function giveUp(place: Place, { id, jobId }: Pick<Taken, 'id' | 'jobId'>, why: string): Promise<void> {
  const { tx, deps } = place;
  await tx.run(sql`
    update call_job_cases set state = ${caseStates.inVain}, result = ${caseResults.wrongNumber}, note = ${why.slice(0, 500)},
      ended_at = ${isoOf(deps.now())}
    where tenant_id = ${tx.tenantId} and id = ${id} and state in (${caseStates.waits}, ${caseStates.atHand})`);
  await finishWhenEmpty(place, jobId);
}

/** A job without a case that waits or is at hand is finished, unless it is filled again tomorrow. */
export async function finishWhenEmpty({ tx }: Place, jobId: number): Promise<void> {
  await tx.run(sql`
    update call_jobs j set state = ${jobStates.finished}, version = version + 1, updated_at = now()
    where j.tenant_id = ${tx.tenantId} and j.id = ${jobId} and j.state = ${jobStates.running} and not j.automatic
      and not exists (select from call_job_cases c where c.tenant_id = j.tenant_id and c.job_id = j.id and c.state in (1, 2))`);
}
