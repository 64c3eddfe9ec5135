/** 未送出的任务: what the queue could not do in its attempts, for staff of the tenant whose job it was (docs/decisions/051). */
import { sql } from 'kysely';
import { deadJobStates, jobKinds, type JobKind } from '#contract/system/dead-jobs.rules.ts';
import { deadJobs as routes } from '#contract/system/dead-jobs.ts';
import type { Work } from '../context.ts';
import { isoOf } from '#contract/time.ts';
import { conflict, notFound } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import type { JobPayloads } from '../jobs/kinds.ts';
import { enqueue } from '../jobs/queue.ts';
import { equals, from, reads, to, type ListOf } from '../lists/crud.ts';
import { exporting, listOf } from '../transfers/exports.ts';
import { deadJobSheet } from './dead-jobs-sheet.ts';
import { decideDead, type Taken } from '../jobs/dead-jobs.ts';

const list: ListOf<typeof routes.page, 'dead_jobs'> = {
  table: 'dead_jobs',
  noun: '任务',
  columns: {
    id: 'id',
    kind: 'kind',
    attempts: 'attempts',
    error: 'error',
    createTime: 'enqueued_at',
    deadTime: 'died_at',
    state: 'state',
    reason: 'reason',
    decidedBy: 'decided_by',
    decidedTime: 'decided_at',
  },
  filters: { kind: equals('kind'), state: equals('state'), startTime: from('died_at'), endTime: to('died_at') },
  sorts: { create_time: 'enqueued_at', dead_time: 'died_at', attempts: 'attempts' },
  order: 'died_at',
};

/** Takes those that wait for a decision; jobs that another person decided on first stay as they are. Throws 404, 409. */
async function decide({ tx, deps, actor }: Work, ids: readonly number[], state: number, reason: string | null): Promise<Taken[]> {
  const decided = { from: deadJobStates.waiting, to: state, reason, by: actor.name, at: isoOf(deps.now()) };
  const taken = await decideDead(tx, ids, decided);
  if (taken.length > 0) return taken;
  if (await tx.row(sql`select 1 from dead_jobs where tenant_id = ${tx.tenantId} and id = any(${[...ids]}::bigint[]) limit 1`))
    throw conflict('所选任务已被他人处理，请刷新');
  throw notFound('任务');
}

export const deadJobs: Handlers<typeof routes> = {
  page: reads(list).page,
  export: exporting(routes.export, deadJobSheet(listOf(list))),

  async send({ ids }, context) {
    const taken = await decide(context, ids, deadJobStates.sent, null);
    for (const { kind, payload } of taken) {
      if (!Object.hasOwn(jobKinds, kind)) throw conflict('这类任务已不再使用，请放弃');
      // By the key that it had: one that was sent again by other means is not sent twice.
      await enqueue(context.tx, kind as JobKind, String(Object.values(payload)[0]), payload as unknown as JobPayloads[JobKind]);
    }
    return { count: taken.length };
  },

  async drop({ ids, reason }, context) {
    return { count: (await decide(context, ids, deadJobStates.dropped, reason)).length };
  },
};
