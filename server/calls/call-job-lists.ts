/** What staff do to the list of a job: open cases again, give them to seats, take the list along as a sheet. */
import { sql } from 'kysely';
import { callJobCaseLabels } from '#contract/calls/call-job-cases.labels.ts';
import { callCaseResults, type callJobCases as routes } from '#contract/calls/call-jobs.ts';
import { caseStateLabels, caseStates, jobStates } from '#contract/calls/call-jobs.rules.ts';
import { titled } from '#contract/labels.ts';
import { isoOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import type { RowOf } from '../lists/columns.ts';
import type { ExportColumn } from '../transfers/exports.ts';

type Row = RowOf<typeof routes.page>;

export const caseColumns: readonly ExportColumn<Row>[] = titled(callJobCaseLabels, [
  { key: 'name', width: 12 },
  { key: 'mobile', width: 16 },
  { key: 'state', value: ({ state }: Row) => caseStateLabels[state] ?? '', width: 12 },
  { key: 'attempts', width: 8 },
  { key: 'result', value: ({ result }: Row) => (result === null ? '' : (callCaseResults[result] ?? '')), width: 14 },
  { key: 'keyName', value: ({ key, keyName }: Row) => (key === '' ? '' : `${key} ${keyName}`), width: 14 },
  { key: 'nextTime', value: ({ state, nextTime }: Row) => (state === caseStates.waits ? nextTime : ''), width: 20 },
  { key: 'forSeatName', width: 12 },
  { key: 'seatName', width: 12 },
  { key: 'note', width: 40 },
]);

/** The job, locked. Throws 404. */
async function lockJob({ tx }: Context, id: number): Promise<{ state: number; groupId: number | null }> {
  const job = await tx.row<{ state: number; groupId: number | null }>(sql`
    select state, group_id as "groupId" from call_jobs where tenant_id = ${tx.tenantId} and id = ${id} for update`);
  if (!job) throw notFound('外呼任务');
  return job;
}

/** Throws 404 or 422 unless all are seats in use, of the group of the job if it has one. */
async function needSeats({ tx }: Context, seatIds: readonly number[], groupId: number | null): Promise<void> {
  const row = await tx.row<{ known: number; fit: number }>(sql`
    select count(*)::integer as known, (count(*) filter (where ${groupId}::bigint is null or exists (select from call_seat_groups g
      where g.tenant_id = s.tenant_id and g.seat_id = s.id and g.group_id = ${groupId})))::integer as fit
    from call_seats s where s.tenant_id = ${tx.tenantId} and s.id = any(${[...seatIds]}::bigint[]) and s.enabled`);
  if ((row?.known ?? 0) < seatIds.length) throw notFound('坐席');
  if ((row?.fit ?? 0) < seatIds.length) throw refused('坐席不在任务的技能组中');
}

export const caseLists: Pick<Handlers<typeof routes>, 'reopen' | 'assign'> = {
  async reopen({ jobId, ids }, context) {
    const { tx, deps } = context;
    const job = await lockJob(context, jobId);
    if (job.state === jobStates.cancelled) throw refused('任务已取消，不能重新打开名单');
    // Of an automatic job the same number may wait once more already.
    const reopened = await tx.run(sql`
      update call_job_cases c set state = ${caseStates.waits}, attempts = 0, result = null, key = '', key_name = '', seat_id = null,
        taken_at = null, ended_at = null, next_at = ${isoOf(deps.now())}
      where c.tenant_id = ${tx.tenantId} and c.job_id = ${jobId} and c.id = any(${[...new Set(ids)]}::bigint[])
        and c.state in (${caseStates.done}, ${caseStates.inVain}, ${caseStates.skipped})
        and not exists (select from call_job_cases o where o.tenant_id = c.tenant_id and o.job_id = c.job_id and o.mobile = c.mobile
          and o.state in (${caseStates.waits}, ${caseStates.atHand}))`);
    if (reopened > 0 && job.state === jobStates.finished)
      await tx.run(sql`
        update call_jobs set state = ${jobStates.paused}, version = version + 1, updated_at = now()
        where tenant_id = ${tx.tenantId} and id = ${jobId}`);
    return reopened;
  },

  async assign({ jobId, ids, seatIds }, context) {
    const { tx } = context;
    const { groupId } = await lockJob(context, jobId);
    const seats = [...new Set(seatIds)];
    if (seats.length > 0) await needSeats(context, seats, groupId);
    // One after the other, in the order of the list; none: any seat takes them.
    return tx.run(sql`
      update call_job_cases c set for_seat_id = (${seats}::bigint[])[1 + (n.at - 1) % ${Math.max(1, seats.length)}]
      from (select id, row_number() over (order by next_at, id) as at from call_job_cases
        where tenant_id = ${tx.tenantId} and job_id = ${jobId} and id = any(${[...new Set(ids)]}::bigint[])
          and state = ${caseStates.waits}) n
      where c.tenant_id = ${tx.tenantId} and c.id = n.id and c.state = ${caseStates.waits}`);
  },
};
