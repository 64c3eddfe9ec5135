/** The newest value of every metric of people, from devices and from staff. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { metricOf, metrics, roundTo } from '#contract/health/metrics.ts';
import { judge, type Limits } from '#contract/health/thresholds.rules.ts';
import type { Latest } from '#contract/health/vitals.ts';
import type { Tx } from '../db/tenant.ts';

export interface LatestValue {
  person_id: number;
  metric: number;
  value: number;
  at: string;
  device_id: number | null;
  created_by: number | null;
  manner: number | null;
  doubtful: boolean;
}

/**
 * `select`: one row per person and metric, for the people of `who` (a table expression
 * with `person_id`). A reading that was taken back is passed over for the one before it; one that was corrected has its new value. Where a
 * device and a nurse measured, the later counts. `sure`: what staff marked as doubtful is passed over too.
 */
export const newestOf = (tenantId: RawBuilder<unknown> | number, who: RawBuilder<unknown>, sure = false) => sql<LatestValue>`
  select distinct on (person_id, metric) person_id, metric, value::float8 as value, at, device_id, created_by, manner, doubtful from (
    select l.person_id, l.metric, coalesce(earlier.value, c.value, l.value) as value, coalesce(earlier.at, l.at) as at, l.device_id,
      null::bigint as created_by, null::smallint as manner, false as doubtful
    from ${who} join latest_readings l on l.tenant_id = ${tenantId} and l.person_id = who.person_id
      left join reading_corrections c on c.tenant_id = l.tenant_id and c.device_id = l.device_id and c.metric = l.metric and c.at = l.at
        and c.revoked_at is null
      left join lateral (
        select r.at, r.value from readings r
        where c.id is not null and c.value is null and r.tenant_id = l.tenant_id and r.device_id = l.device_id and r.metric = l.metric
          and r.at < l.at
          and r.person_id = l.person_id and not exists (select from reading_corrections v
            where v.tenant_id = r.tenant_id and v.device_id = r.device_id and v.metric = r.metric and v.at = r.at and v.revoked_at is null
              and v.value is null)
        order by r.at desc limit 1) earlier on true
    where c.id is null or c.value is not null or earlier.at is not null
    union all
    select m.person_id, m.metric, m.value, m.at, null, m.created_by, m.manner, m.doubtful
    from ${who}, generate_series(1, 12) as which (metric)
      cross join lateral (
        select * from measurements x where x.tenant_id = ${tenantId} and x.person_id = who.person_id and x.metric = which.metric
          and x.voided_at is null${sure ? sql` and not x.doubtful` : sql``}
        order by x.at desc limit 1) m
    union all
    select s.person_id, ${metrics.sleep.number}::smallint, s.asleep / 60.0, s.left_at, s.device_id, null, null, false
    from ${who} cross join lateral (
      select * from sleep_reports x where x.tenant_id = ${tenantId} and x.person_id = who.person_id and x.asleep is not null
      order by x.night desc, x.asleep desc limit 1) s
  ) as known order by person_id, metric, at desc`;

/** The newest values of one person, with the names of devices and staff; `sure` as above. */
export const latestOf = (tx: Tx, personId: number, sure = false) =>
  tx.rows<LatestValue & { source_name: string | null }>(sql`
    select known.*, coalesce((select coalesce(d.name, d.imei) from devices d where d.tenant_id = ${tx.tenantId} and d.id = known.device_id),
      (select u.name from users u where u.tenant_id = ${tx.tenantId} and u.id = known.created_by)) as source_name
    from (${newestOf(tx.tenantId, sql`(select ${personId}::bigint as person_id) as who`, sure)}) as known order by metric`);

/** The wire's form of a newest value; undefined for a metric of a later version. */
export function toLatest(
  row: LatestValue & { source_name: string | null },
  limits: ReadonlyMap<number, Limits>,
): z.output<typeof Latest> | undefined {
  const known = metricOf(row.metric);
  if (!known) return undefined;
  const bounds = limits.get(row.metric);
  const value = roundTo(row.value, known.decimals);
  return {
    metric: known.name,
    label: known.label,
    unit: known.unit,
    value,
    time: row.at,
    source: row.device_id === null ? 'manual' : 'device',
    sourceName: row.source_name,
    manner: row.manner,
    doubtful: row.doubtful,
    level: bounds ? judge(bounds, value, 0) : 0,
    limits: bounds
      ? { lowCritical: bounds.lowCritical, low: bounds.low, high: bounds.high, highCritical: bounds.highCritical, origin: bounds.origin }
      : null,
  };
}
