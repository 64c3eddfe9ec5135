/** The limits in force: a person's own over the institution's over the product's. */
import { sql } from 'kysely';
import { defaultLimits, type Limits } from '#contract/health/thresholds.rules.ts';
import type { Tx } from '../db/tenant.ts';

/** Limits as the database has them. */
export interface LimitsRow {
  id: number;
  person_id: number | null;
  metric: number;
  low_critical: number | null;
  low: number | null;
  high: number | null;
  high_critical: number | null;
  hysteresis: number;
  needed: number;
  window_size: number;
}

/** A `real` column as it was typed: 37.3 comes back as 37.29999… otherwise. */
const typed = (value: number | null) => (value === null ? null : Number(value.toPrecision(6)));

export const toLimits = (row: LimitsRow): Limits => ({
  metric: row.metric,
  lowCritical: typed(row.low_critical),
  low: typed(row.low),
  high: typed(row.high),
  highCritical: typed(row.high_critical),
  hysteresis: typed(row.hysteresis) as number,
  needed: row.needed,
  windowSize: row.window_size,
  origin: row.person_id === null ? 'institution' : 'person',
  id: row.id,
});

/**
 * The limits of these people on a day (`yyyy-MM-dd`): person → metric number → limits.
 * Everybody asked for is in it; metrics without any limits (steps, sleep) are not. Rows of a
 * tenant are few: one statement for any number of people.
 */
export async function limitsOf(tx: Tx, personIds: readonly number[], day: string): Promise<Map<number, ReadonlyMap<number, Limits>>> {
  const rows = await tx.rows<LimitsRow>(sql`
    select id, person_id, metric, low_critical, low, high, high_critical, hysteresis, needed, window_size from thresholds
    where tenant_id = ${tx.tenantId} and starts_on <= ${day}::date and (ends_on is null or ends_on >= ${day}::date)
      and (person_id is null or person_id = any(${personIds}::bigint[]))`);
  const house = new Map(defaultLimits);
  for (const row of rows) if (row.person_id === null) house.set(row.metric, toLimits(row));
  const own = new Map<number, Map<number, Limits>>();
  for (const row of rows) {
    if (row.person_id === null) continue;
    const limits = own.get(row.person_id) ?? new Map(house);
    own.set(row.person_id, limits.set(row.metric, toLimits(row)));
  }
  return new Map(personIds.map((personId) => [personId, own.get(personId) ?? house]));
}
