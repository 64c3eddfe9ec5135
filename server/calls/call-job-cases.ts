/** The cases of outbound jobs: one after another they are in the hands of a seat, who dials and writes down what came of it. */
import { callJobCases as routes } from '#contract/calls/call-jobs.ts';
import { caseStates, decideCase, jobStates } from '#contract/calls/call-jobs.rules.ts';
import { isOpen } from '#contract/calls/call-queues.rules.ts';
import type { TimeWindow } from '#contract/time-windows.rules.ts';
import { seatStates } from '#contract/calls/seat-states.rules.ts';
import { instantOf, isoOf, MINUTE } from '#contract/time.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { instant } from '../db/instants.ts';
import { Refusal, conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { equals, reads, type ListOf } from '../lists/crud.ts';
import { calendarOf, dial, needOwnService } from './call-begin.ts';
import { lockPresences } from './call-rows.ts';
import { needSeat, type SeatRow } from './seats.ts';

/** After so long another seat may take a case that nothing came of. */
const HELD = 30 * MINUTE;
const ofJob = (column: string) =>
  sql`(select j.${sql.ref(column)} from call_jobs j where j.tenant_id = call_job_cases.tenant_id and j.id = call_job_cases.job_id)`;

const list: ListOf<typeof routes.page, 'call_job_cases'> = {
  table: 'call_job_cases',
  noun: '外呼名单',
  columns: {
    id: 'id',
    jobId: 'job_id',
    jobName: () => ofJob('name') as never,
    oldmanId: 'person_id',
    name: 'name',
    mobile: 'mobile',
    state: 'state',
    attempts: 'attempts',
    nextTime: 'next_at',
    seatName: () => sql`(select u.name from call_seats s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
      where s.tenant_id = call_job_cases.tenant_id and s.id = call_job_cases.seat_id)`,
    result: 'result',
    note: 'note',
    script: () => ofJob('script') as never,
  },
  filters: { jobId: equals('job_id'), state: equals('state'), result: equals('result') },
};
const { page, get } = reads(list);

interface Held {
  id: number;
  jobId: number;
  state: number;
  attempts: number;
  mobile: string;
  personId: number | null;
  mostAttempts: number;
  pauseMinutes: number;
  jobState: number;
  hours: TimeWindow[];
}

/** The case that the seat has at hand, locked. Throws 404, and 409 when it is another's. */
async function mine({ tx }: Context, seat: SeatRow, id: number): Promise<Held> {
  const row = await tx.row<Held & { seatId: number | null }>(sql`
    select c.id, c.job_id as "jobId", c.state, c.attempts, c.mobile, c.person_id as "personId", c.seat_id as "seatId",
      j.most_attempts as "mostAttempts", j.pause_minutes as "pauseMinutes", j.state as "jobState", j.hours
    from call_job_cases c join call_jobs j on j.tenant_id = c.tenant_id and j.id = c.job_id
    where c.tenant_id = ${tx.tenantId} and c.id = ${id} for update of c`);
  if (!row) throw notFound('外呼名单');
  if (row.state !== caseStates.atHand || row.seatId !== seat.id) throw conflict('该名单不在您手上，请重新领取', null);
  return row;
}

const openNow = async ({ tx, deps }: Context, hours: TimeWindow[]) =>
  isOpen({ hours, holidays: true }, await calendarOf(tx, deps.now()), deps.now());

/** The id of the next case that the seat may take, locked: those that another takes at this moment are passed over. */
async function take({ tx, deps }: Context, jobIds: readonly number[]): Promise<number | null> {
  const now = deps.now();
  const row = await tx.row<{ id: number }>(sql`
    select c.id from call_job_cases c
    where c.tenant_id = ${tx.tenantId} and c.job_id = any(${jobIds}::bigint[]) and c.next_at <= ${instant(now)}
      and (c.state = ${caseStates.waits} or c.state = ${caseStates.atHand} and c.taken_at < ${instant(now - HELD)})
      and not exists (select from call_customers k where k.tenant_id = c.tenant_id and k.mobile = c.mobile and k.level = 2)
      and not exists (select from people p where p.tenant_id = c.tenant_id and p.id = c.person_id
        and (p.deleted_at is not null or p.erased_at is not null))
    order by c.next_at, c.id limit 1 for update of c skip locked`);
  return row?.id ?? null;
}

/** A job without a case that waits or is at hand is finished, unless it is filled again tomorrow. */
async function finishWhenEmpty({ tx }: Context, jobId: number): Promise<void> {
  await tx.run(sql`
    update call_jobs j set state = ${jobStates.finished}, version = version + 1, updated_at = now()
    where j.tenant_id = ${tx.tenantId} and j.id = ${jobId} and j.state = ${jobStates.running} and not j.automatic
      and not exists (select from call_job_cases c where c.tenant_id = j.tenant_id and c.job_id = j.id and c.state in (1, 2))`);
}

export const callJobCases: Handlers<typeof routes> = {
  page,
  async next({ jobId }, context) {
    const { tx, deps } = context;
    const seat = await needSeat(context);
    await needOwnService(tx);
    // The lock of the seat's row: two pages of one seat take one case.
    const [presence] = await lockPresences(tx, [seat.id]);
    const held = await tx.row<{ id: number }>(sql`select id from call_job_cases where tenant_id = ${tx.tenantId} and seat_id = ${seat.id}
      and state = ${caseStates.atHand} and taken_at >= ${instant(deps.now() - HELD)} order by taken_at limit 1`);
    if (held) return get({ id: held.id }, context);
    if (presence?.state !== seatStates.ready) throw refused('请先置为空闲，再领取外呼名单');
    const jobs = await tx.rows<{ id: number; hours: TimeWindow[] }>(sql`
      select id, hours from call_jobs where tenant_id = ${tx.tenantId} and state = ${jobStates.running}
        and (${jobId ?? null}::bigint is null or id = ${jobId ?? null}::bigint)
        and (group_id is null or group_id = any(${seat.groups.map(({ id }) => id)}::bigint[])) order by id`);
    const open: number[] = [];
    for (const { id, hours } of jobs) if (await openNow(context, hours)) open.push(id);
    const id = await take(context, open);
    if (id === null) return null;
    await tx.run(sql`update call_job_cases set state = ${caseStates.atHand}, seat_id = ${seat.id}, taken_at = ${isoOf(deps.now())}
      where tenant_id = ${tx.tenantId} and id = ${id}`);
    return get({ id }, context);
  },
  async dial({ id }, context) {
    const seat = await needSeat(context);
    const one = await mine(context, seat, id);
    if (one.jobState !== jobStates.running) throw refused('任务没有在进行，不能拨打');
    if (!(await openNow(context, one.hours))) throw refused('现在不在任务的拨打时段内');
    const { jobId } = await dial(context, seat.id, { callee: one.mobile, personId: one.personId, jobCaseId: one.id });
    return { jobId };
  },
  async result({ id, result, note, again }, context) {
    const { tx, deps } = context;
    const now = deps.now();
    const one = await mine(context, await needSeat(context), id);
    const decision = decideCase(one, result, { ...one, again: again === null ? null : instantOf(again), now });
    if ('refusal' in decision) throw new Refusal(decision.status, decision.refusal);
    const { state, attempts, nextAt } = decision.change!;
    await tx.run(sql`
      update call_job_cases set state = ${state}, attempts = ${attempts}, result = ${result}, note = ${note},
        next_at = coalesce(${instant(nextAt)}, next_at), ended_at = ${nextAt === null ? isoOf(now) : null}::timestamptz
      where tenant_id = ${tx.tenantId} and id = ${id}`);
    await finishWhenEmpty(context, one.jobId);
    return true;
  },
  async skip({ id, note }, context) {
    const { tx, deps } = context;
    const one = await mine(context, await needSeat(context), id);
    await tx.run(sql`update call_job_cases set state = ${caseStates.skipped}, note = ${note}, ended_at = ${isoOf(deps.now())}
      where tenant_id = ${tx.tenantId} and id = ${id}`);
    await finishWhenEmpty(context, one.jobId);
    return true;
  },
};
