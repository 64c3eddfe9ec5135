/** A metric over time: single values of a day, hours of a week, days of a month or a year; and what was normal then. */
import { DAY, dayOf, instantOf, nextDay, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { metrics, roundTo, type MetricName } from '#contract/health/metrics.ts';
import { defaultLimits } from '#contract/health/thresholds.rules.ts';
import type { Span } from '#contract/health/vitals.ts';
import type { Query, Tx } from '../db/tenant.ts';
import { toLimits, type LimitsRow } from './limits.ts';

export const SPAN_MS: Record<Span, number> = { day: DAY, week: 7 * DAY, month: 30 * DAY, year: 365 * DAY };

type Single = Pick<Row, 'time' | 'value'>;

interface Row {
  time: string;
  value: number;
  low: number;
  high: number;
  count: number;
}

/** Single readings; the devices are found by their days, so that each is one walk along its key. */
export const rawReadings = (tenantId: number, personId: number, metric: number, from: string, to: string): Query<Single> =>
  // Corrections are few: read once and looked up, not asked for with every reading. A month is 8,640 rows: they carry nothing twice.
  sql<Single>`
    with corrected as materialized (
      select device_id, at, value from reading_corrections
      where tenant_id = ${tenantId} and person_id = ${personId} and metric = ${metric} and revoked_at is null)
    select r.at as time, coalesce(c.value, r.value) as value
    from readings r left join corrected c on c.device_id = r.device_id and c.at = r.at
    where r.tenant_id = ${tenantId} and r.metric = ${metric} and r.at > ${from}::timestamptz and r.at <= ${to}::timestamptz
      and r.person_id = ${personId}
      and (c.at is null or c.value is not null) and r.device_id = any(array(
        select distinct d.device_id from daily_readings d
        where d.tenant_id = ${tenantId} and d.person_id = ${personId} and d.metric = ${metric}
          and d.day >= ${from}::date and d.day <= ${to}::date))
    order by r.at limit 20000`;

export const hourlyReadings = (tenantId: number, personId: number, metric: number, from: string, to: string): Query<Row> =>
  sql<Row>`
    select hour as time, sum(sum) / sum(count) as value, min(lowest)::float8 as low, max(highest)::float8 as high,
      sum(count)::integer as count
    from hourly_readings
    where tenant_id = ${tenantId} and person_id = ${personId} and metric = ${metric} and hour > ${from}::timestamptz
      and hour <= ${to}::timestamptz and count > 0
    group by hour order by hour`;

export const dailyReadings = (tenantId: number, personId: number, metric: number, from: string, to: string): Query<Row> =>
  sql<Row>`
    select to_char(day, 'YYYY-MM-DD 12:00:00') as time, sum(sum) / sum(count) as value, min(lowest)::float8 as low,
      max(highest)::float8 as high,
      sum(count)::integer as count
    from daily_readings
    where tenant_id = ${tenantId} and person_id = ${personId} and metric = ${metric} and day > ${from}::date and day <= ${to}::date
      and count > 0
    group by day order by day`;

const entered = (tenantId: number, personId: number, metric: number, from: string, to: string): Query<Row> =>
  sql<Row>`
    select at as time, value::float8 as value, value::float8 as low, value::float8 as high, 1 as count from measurements
    where tenant_id = ${tenantId} and person_id = ${personId} and metric = ${metric} and at > ${from}::timestamptz
      and at <= ${to}::timestamptz
      and voided_at is null and not doubtful
    order by at limit 5000`;

const enteredDays = (tenantId: number, personId: number, metric: number, from: string, to: string): Query<Row> =>
  sql<Row>`
    select to_char(at, 'YYYY-MM-DD 12:00:00') as time, avg(value) as value, min(value)::float8 as low, max(value)::float8 as high,
      count(*)::integer as count
    from measurements
    where tenant_id = ${tenantId} and person_id = ${personId} and metric = ${metric} and at > ${from}::timestamptz
      and at <= ${to}::timestamptz
      and voided_at is null and not doubtful
    group by 1 order by 1`;

/** Hours of sleep as devices report them, on the morning of the night; of several reports the one that counts (server/health/nights.ts). */
export const sleptNights = (tenantId: number, personId: number, from: string, to: string): Query<Single> =>
  sql<Single>`
    select distinct on (r.night) r.left_at as time, r.asleep / 60.0::float8 as value
    from sleep_reports r join devices d on d.tenant_id = r.tenant_id and d.id = r.device_id
    where r.tenant_id = ${tenantId} and r.person_id = ${personId} and r.asleep is not null and r.left_at > ${from}::timestamptz
      and r.left_at <= ${to}::timestamptz
    order by r.night, d.type <> 'bed', r.left_at - r.bed_at desc, r.device_id`;

/** Nights of devices but for those that staff wrote down: who was there is believed before a device. */
export function withoutTold<T extends { time: string }>(nights: readonly T[], told: readonly { time: string }[]): T[] {
  const days = new Set(told.map(({ time }) => time.slice(0, 10)));
  return nights.filter(({ time }) => !days.has(time.slice(0, 10)));
}

/** Steps count up over the day: what matters of an hour or a day is the highest. */
const shown = (name: MetricName, row: Row, manual: boolean) => {
  const { decimals } = metrics[name];
  const round = (value: number) => roundTo(value, decimals);
  const value = round(name === 'steps' ? row.high : row.value);
  return {
    time: row.time,
    value,
    low: name === 'steps' ? value : round(row.low),
    high: name === 'steps' ? value : round(row.high),
    count: row.count,
    manual,
  };
};

/** The limits by the days on which they began to count, within `from` to `to`. */
async function limitsBetween(tx: Tx, personId: number, metric: number, from: string, to: string) {
  const rows = await tx.rows<LimitsRow & { starts_on: string; ends_on: string | null }>(sql`
    select id, person_id, metric, low_critical, low, high, high_critical, hysteresis, needed, window_size, starts_on, ends_on
    from thresholds
    where tenant_id = ${tx.tenantId} and metric = ${metric} and (person_id is null or person_id = ${personId})
      and starts_on <= ${to}::date and (ends_on is null or ends_on >= ${from}::date)`);
  const days = new Set([from, ...rows.flatMap(({ starts_on, ends_on }) => [starts_on, ...(ends_on === null ? [] : [nextDay(ends_on)])])]);
  return [...days]
    .filter((day) => day >= from && day <= to)
    .sort()
    .flatMap((day) => {
      const valid = rows.filter((row) => row.starts_on <= day && (row.ends_on === null || row.ends_on >= day));
      const row = valid.find((one) => one.person_id !== null) ?? valid[0];
      const limits = row ? toLimits(row) : defaultLimits.get(metric);
      return limits
        ? [{ start: day, lowCritical: limits.lowCritical, low: limits.low, high: limits.high, highCritical: limits.highCritical }]
        : [];
    });
}

const singles = async (tx: Tx, query: Query<Single>): Promise<Row[]> =>
  (await tx.rows<Single>(query)).map(({ time, value }) => ({ time, value, low: value, high: value, count: 1 }));

/** Single values of a day; its hours when those are not kept any more. */
async function dayOfDevices(tx: Tx, args: Parameters<typeof rawReadings>): Promise<Row[]> {
  const found = await singles(tx, rawReadings(...args));
  return found.length > 0 ? found : tx.rows<Row>(hourlyReadings(...args));
}

/** The trend of a person's metric that ends at `ends` (epoch ms). */
export async function seriesOf(tx: Tx, personId: number, name: MetricName, span: Span, ends: number) {
  const [from, to] = [textOf(ends - SPAN_MS[span]), textOf(ends)];
  const { number } = metrics[name];
  const args = [tx.tenantId, personId, number, from, to] as const;
  const [device, manual, limits] = await Promise.all([
    name === 'sleep'
      ? singles(tx, sleptNights(tx.tenantId, personId, from, to))
      : span === 'day'
        ? dayOfDevices(tx, [...args])
        : tx.rows<Row>(span === 'week' ? hourlyReadings(...args) : dailyReadings(...args)),
    tx.rows<Row>(span === 'year' ? enteredDays(...args) : entered(...args)),
    limitsBetween(tx, personId, number, dayOf(instantOf(from)), dayOf(instantOf(to))),
  ]);
  const counted = name === 'sleep' ? withoutTold(device, manual) : device;
  const points = [...counted.map((row) => shown(name, row, false)), ...manual.map((row) => shown(name, row, true))];
  return { from, to, points: points.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0)), limits };
}
