/** Where the institution is: the middle of where those live who have a bed in it. */
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../db/tenant.ts';

/** A row of `longitude` and `latitude`, WGS-84; null where no address is placed. */
export const baseIn = (tenant: RawBuilder<unknown>) => sql`(
  select avg(longitude) as longitude, avg(latitude) as latitude from (select longitude, latitude from people
    where tenant_id = ${tenant} and bed_id is not null and deleted_at is null and longitude is not null limit 200) as housed)`;

/** WGS-84. Null for care at home, and where no address is placed. */
export async function baseOf(tx: Tx): Promise<{ lng: number; lat: number } | null> {
  const row = await tx.row<{ longitude: number | null; latitude: number | null }>(sql`
    select base.longitude, base.latitude from ${baseIn(sql`${tx.tenantId}`)} as base`);
  return !row || row.longitude === null || row.latitude === null ? null : { lng: row.longitude, lat: row.latitude };
}
