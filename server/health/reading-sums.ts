/** Hours and days after a reading was corrected: they are made anew from what is kept of single readings. */
import { sql } from 'kysely';
import type { Tx } from '../db/tenant.ts';

const table = { hour: 'hourly_readings', day: 'daily_readings' } as const;
const column = {
  hour: (at: string) => sql`date_trunc('hour', ${at}::timestamptz)`,
  day: (at: string) => sql`(${at}::timestamptz at time zone 'Asia/Shanghai')::date`,
} as const;
const begin = {
  hour: (at: string) => column.hour(at),
  day: (at: string) => sql`(${column.day(at)}::timestamp at time zone 'Asia/Shanghai')`,
} as const;

/**
 * Sums up the hour and the day of `at` (the wire's time) of a device's metric again, with
 * corrections. The rows are locked first: what the gateways add meanwhile comes on top of the new sums.
 */
export async function resum(tx: Tx, deviceId: number, metric: number, at: string): Promise<void> {
  for (const unit of ['hour', 'day'] as const) {
    const target = sql.table(table[unit]);
    const whose = sql`known.tenant_id = ${tx.tenantId} and known.device_id = ${deviceId} and known.metric
      = ${metric} and known.${sql.ref(unit)} = ${column[unit](at)}`;
    await tx.run(sql`select 1 from ${target} known where ${whose} for update`);
    await tx.run(sql`
      update ${target} known set count = made.count, sum = made.sum, lowest = coalesce(made.lowest, known.lowest),
        highest = coalesce(made.highest, known.highest)
      from (select count(*)::integer as count, coalesce(sum(coalesce(c.value, r.value)), 0) as sum,
        min(coalesce(c.value, r.value)) as lowest, max(coalesce(c.value, r.value)) as highest
        from readings r left join reading_corrections c
          on c.tenant_id = r.tenant_id and c.device_id = r.device_id and c.metric = r.metric and c.at = r.at and c.revoked_at is null
        where r.tenant_id = ${tx.tenantId} and r.device_id = ${deviceId} and r.metric = ${metric} and (c.id is null or c.value is not null)
          and r.at >= ${begin[unit](at)} and r.at < ${begin[unit](at)} + ${sql.lit(unit === 'hour' ? '1 hour' : '1 day')}::interval) made
      where ${whose}`);
  }
}
