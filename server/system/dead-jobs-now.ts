/** Jobs of 现在 that used up their attempts and wait for a decision. */
import { sql } from 'kysely';
import { deadJobStates, jobKinds } from '#contract/system/dead-jobs.rules.ts';
import { deadJobs } from '#contract/system/dead-jobs.ts';
import { firstOf, mayDo, type NowFound, type NowSource } from '../lists/now-sources.ts';

export const deadJobsNow: NowSource = {
  kind: 'dead_job',
  may: mayDo(deadJobs.send.access),
  query: ({ session: { tenantId } }) => sql<NowFound>`
    select f.id, 3 as severity, 2 as phase, j.kind as name, '已尝试 ' || j.attempts || ' 次，没有送出' as text, j.error as note,
      null::bigint as "personId", null::text as place, null::bigint as link, false as mark, f.since, null::timestamptz as due, f.total
    from ${firstOf(
      sql`select id, died_at as since from dead_jobs where tenant_id = ${tenantId} and state = ${sql.lit(deadJobStates.waiting)}`,
      'since, id',
    )} f join dead_jobs j on j.tenant_id = ${tenantId} and j.id = f.id`,
  say: (row) => ({ ...row, name: (jobKinds as Record<string, string>)[row.name] ?? row.name }),
};
