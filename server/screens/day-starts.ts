/** Midnights for comparisons. */
import { sql } from 'kysely';

/**
 * The first moment of a day (`yyyy-MM-dd`) in Shanghai. Not the date itself: what compares a time with a
 * date is not leakproof, and no index is used for it below a policy.
 */
export const startOf = (day: string) => sql`${`${day} 00:00:00+08`}::timestamptz`;
