/** Sums in statements that people read. */
import { sql, type RawBuilder } from 'kysely';

/** `fenText` of contract/money.ts, of a column in fen. */
export const fenTextOf = (fen: RawBuilder<unknown>) => sql`'¥' || to_char(${fen} / 100.0, 'FM999,999,999,990.00')`;
