/** Work that is done after a transaction and outside of it, if and only if it commits: the queue keeps it over the end of every process. */
import { sql, type RawBuilder } from 'kysely';
import type { JobKind } from '#contract/system/dead-jobs.rules.ts';
import type { Tx } from '../db/tenant.ts';
import { kinds, queueOptions, type JobPayloads } from './kinds.ts';

/** The channel that `app.enqueue` notifies; a notice says the kind. */
export const JOBS_CHANNEL = 'yian_jobs';

/**
 * Adds a job of the tenant of `tx`. Of one `key` (unique among the tenant's jobs of
 * that kind: the row's id) only one waits or runs at a time.
 * Gives false, and adds nothing, when that is so already.
 */
export async function enqueue<K extends JobKind>(tx: Tx, kind: K, key: string | number, payload: JobPayloads[K]): Promise<boolean> {
  const row = await tx.row<{ made: boolean }>(
    sql`select ${enqueued(kind, sql`${String(key)}::text`, sql`${JSON.stringify(payload)}::jsonb`)} as made`,
  );
  return row!.made;
}

/**
 * The same within a statement of the caller, for each of its rows: an expression that is
 * true when the job was added. `key` is text, `payload` jsonb.
 */
export const enqueued = (kind: JobKind, key: RawBuilder<unknown>, payload: RawBuilder<unknown>) =>
  sql<boolean>`app.enqueue(${kind}, ${key}, ${payload}, ${JSON.stringify(queueOptions(kinds[kind]))}::jsonb)`;
