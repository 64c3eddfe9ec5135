/** Times between JavaScript, which counts milliseconds, and PostgreSQL's `timestamptz`. */
import { sql, type RawBuilder } from 'kysely';

/** Epoch ms as a `timestamptz`; null stays null. */
export const instant = (ms: number | null): RawBuilder<string> => sql`to_timestamp(${ms}::float8 / 1000)`;

/** A `timestamptz` column, such as `w.last_at`, or an expression as epoch ms, with its microseconds as a fraction. */
export const epochMs = (at: string | RawBuilder<unknown>): RawBuilder<number> =>
  sql`extract(epoch from ${typeof at === 'string' ? sql.ref(at) : at})::float8 * 1000`;
