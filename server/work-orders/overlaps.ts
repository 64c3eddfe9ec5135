/** Nobody is booked twice at the same time by mistake. */
import { instantOf, textOf } from '#contract/time.ts';
import { overlapsOf } from '#contract/work-orders/feasibility.rules.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { refused } from '../errors.ts';
import { busyOf, daysAround } from './boards-book.ts';

export interface Planned {
  jobId: number;
  userId: number;
  /** yyyy-MM-dd HH:mm:ss, Shanghai. */
  serverTime: string;
  minutes: number;
}

/**
 * Refuses (422, with `BoardOverlap[]`) when a job would be at the same time as another one of the same person.
 * Several jobs that move together are written first, so that they are seen where they will be. Two callers who plan for one person wait for
 * each other: the second sees what the first has planned.
 */
export async function refuseOverlaps(context: Context, jobs: readonly Planned[]): Promise<void> {
  if (jobs.length === 0) return;
  const { tx } = context;
  const userIds = [...new Set(jobs.map(({ userId }) => userId))];
  await tx.run(sql`select from users where tenant_id = ${tx.tenantId} and id = any(${userIds}::bigint[]) order by id for no key update`);
  const starts = jobs.map(({ serverTime }) => instantOf(serverTime));
  const busy = await busyOf(context, userIds, daysAround(Math.min(...starts), Math.max(...starts)));
  const told = new Set<string>();
  const overlaps = jobs.flatMap(({ jobId, userId, serverTime, minutes }) =>
    overlapsOf({ jobId, startsAt: instantOf(serverTime), minutes }, busy.get(userId) ?? []).filter((other) => {
      const pair = [jobId, other.jobId].toSorted((a, b) => a - b).join();
      return !told.has(pair) && told.add(pair);
    }),
  );
  if (overlaps.length === 0) return;
  const found = overlaps.map(({ jobId, startsAt, minutes, label }) => ({ jobId, serverTime: textOf(startsAt), minutes, label }));
  const [first] = found;
  throw refused(
    `与 ${first!.serverTime.slice(5, 16)} 的${first!.label}时间重叠${found.length > 1 ? `，共 ${found.length} 项` : ''}`,
    found,
  );
}
