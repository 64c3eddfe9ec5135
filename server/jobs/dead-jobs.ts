/** What staff decide of jobs that used up their attempts. */
import { sql } from 'kysely';
import type { Tx } from '../db/tenant.ts';

export interface Taken {
  kind: string;
  payload: Record<string, unknown>;
}

/**
 * Decides those of `ids` that are in the state `from`, by `by` at `at` (ISO 8601); gives them.
 * Jobs that another person decided on first stay as they are.
 */
export const decideDead = (
  tx: Tx,
  ids: readonly number[],
  { from, to, reason, by, at }: { from: number; to: number; reason: string | null; by: string; at: string },
): Promise<Taken[]> =>
  tx.rows<Taken>(sql`
    update dead_jobs set state = ${to}, reason = ${reason}, decided_by = ${by}, decided_at = ${at}, version = version + 1
    where tenant_id = ${tx.tenantId} and id = any(${[...ids]}::bigint[]) and state = ${from} returning kind, payload`);
