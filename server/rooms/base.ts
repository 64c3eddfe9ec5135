/** Where the institution is: the middle of where those live who have a bed in it. */
import { sql } from 'kysely';
import type { Tx } from '../db/tenant.ts';

/** WGS-84. Null for care at home, and where no address is placed. */
export async function baseOf(tx: Tx): Promise<{ lng: number; lat: number } | null> {
  const row = await tx.row<{ longitude: number | null; latitude: number | null }>(sql`
    select avg(longitude) as longitude, avg(latitude) as latitude from (select longitude, latitude from people
      where tenant_id = ${tx.tenantId} and bed_id is not null and deleted_at is null and longitude is not null limit 200) as housed`);
  return !row || row.longitude === null || row.latitude === null ? null : { lng: row.longitude, lat: row.latitude };
}
