/** The cases of outbound jobs: one after another they are in the hands of a seat, who dials and writes down what came of it. */
import { callJobCases as routes } from '#contract/calls/call-jobs.ts';
import { caseStates, decideCase, dialWays, jobStates } from '#contract/calls/call-jobs.rules.ts';
import { callProviders } from '#contract/calls/call-services.ts';
import type { TimeWindow } from '#contract/time-windows.rules.ts';
import { seatStates } from '#contract/calls/seat-states.rules.ts';
import { instantOf, isoOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { Refusal, conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { equals, reads, type ListOf } from '../lists/crud.ts';
import { exporting, listOf } from '../transfers/exports.ts';
import { dialInCloud } from './aliyun/dials.ts';
import { dial } from './call-begin.ts';
import { needService } from './service-in-use.ts';
import { caseColumns, caseLists } from './call-job-lists.ts';
import { finishWhenEmpty, heldBy, openJobs, openNow, saveResult, takeCase } from './call-job-queue.ts';
import { lockPresences } from './call-rows.ts';
import { needSeat, type SeatRow } from './seats.ts';

const ofJob = (column: string) =>
  sql`(select j.${sql.ref(column)} from call_jobs j where j.tenant_id = call_job_cases.tenant_id and j.id = call_job_cases.job_id)`;

/** The name of a seat's user. */
const ofSeat = (column: string) =>
  sql<string | null>`(select u.name from call_seats s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
    where s.tenant_id = call_job_cases.tenant_id and s.id = call_job_cases.${sql.ref(column)})`;

/** Of the questionnaire that the job asks for. */
const ofQuestionnaire = (column: string) =>
  sql`(select q.${sql.ref(column)} from call_jobs j join questionnaires q on q.tenant_id = j.tenant_id and q.id = j.questionnaire_id
    where j.tenant_id = call_job_cases.tenant_id and j.id = call_job_cases.job_id)`;

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
    seatName: () => ofSeat('seat_id'),
    forSeatName: () => ofSeat('for_seat_id'),
    result: 'result',
    key: 'key',
    keyName: 'key_name',
    note: 'note',
    script: () => ofJob('script') as never,
    questionnaireKey: () => ofQuestionnaire('key') as never,
    questionnaireName: () => ofQuestionnaire('name') as never,
    byItself: () =>
      sql`exists (select from call_jobs j where j.tenant_id = call_job_cases.tenant_id and j.id = call_job_cases.job_id
        and j.dialling = ${dialWays.byItself})`,
    resultId: () => sql`(select r.id from questionnaire_results r where r.tenant_id = call_job_cases.tenant_id
      and r.call_case_id = call_job_cases.id order by r.id desc limit 1)`,
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

export const callJobCases: Handlers<typeof routes> = {
  page,
  export: exporting(routes.export, { name: '外呼名单', list: () => listOf(list), columns: caseColumns }),
  ...caseLists,
  async atHand(_input, context) {
    const id = await heldBy(context, (await needSeat(context)).id);
    return id === null ? null : get({ id }, context);
  },
  async next({ jobId }, context) {
    const { tx } = context;
    const seat = await needSeat(context);
    const { provider } = await needService(tx);
    // The lock of the seat's row: two pages of one seat take one case.
    const [presence] = await lockPresences(tx, [seat.id]);
    const held = await heldBy(context, seat.id);
    if (held !== null) return get({ id: held }, context);
    // Whether a seat of the cloud is ready the cloud alone knows: it refuses the call of one that is not.
    if (provider !== callProviders.aliyun && presence?.state !== seatStates.ready) throw refused('请先置为空闲，再领取外呼名单');
    const groups = seat.groups.map((group) => group.id);
    const jobs = await openJobs(context, { dialling: [dialWays.seat, dialWays.byItself], groups, jobId });
    const one = await takeCase(context, jobs, seat.id);
    return one === null ? null : get({ id: one.id }, context);
  },
  async dial({ id }, context) {
    const seat = await needSeat(context);
    // The seat before the case, as everywhere.
    await lockPresences(context.tx, [seat.id]);
    const one = await mine(context, seat, id);
    if (one.jobState !== jobStates.running) throw refused('任务没有在进行，不能拨打');
    if (!(await openNow(context, one.hours))) throw refused('现在不在任务的拨打时段内');
    const about = { personId: one.personId, jobCaseId: one.id };
    if (seat.provider === callProviders.aliyun) {
      const { contactId } = await dialInCloud(context, seat, { Callee: one.mobile }, about);
      return { jobId: contactId };
    }
    const { jobId } = await dial(context, seat.id, { callee: one.mobile, ...about });
    return { jobId };
  },
  async result({ id, result, note, again }, context) {
    const one = await mine(context, await needSeat(context), id);
    const decision = decideCase(one, result, { ...one, again: again === null ? null : instantOf(again), now: context.deps.now() });
    if ('refusal' in decision) throw new Refusal(decision.status, decision.refusal);
    await saveResult(context, one, decision.change!, note);
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
