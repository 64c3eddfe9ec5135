/** Every single value of a person: readings of devices with their corrections, and what staff entered. */
import { dayOf, instantOf, textOf } from '#contract/time.ts';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { metricOf, metrics, roundTo } from '#contract/health/metrics.ts';
import { judge, type Limits } from '#contract/health/thresholds.rules.ts';
import type { vitals, VitalRecord } from '#contract/health/vitals.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import type { SelectedBy } from '../lists/query.ts';
import { limitsOf } from './limits.ts';

export type RecordQuery = Pick<z.output<typeof vitals.page.input>, 'oldmanId' | 'metric' | 'source' | 'abnormal' | 'startTime' | 'endTime'>;

/** Without a span the last week: a watch measures a thousand times a day. */
const USUAL_MS = 7 * 86_400_000;
/** More partitions than this are not read for one list. */
const MOST_MS = 93 * 86_400_000;

interface Part {
  tenant_id: number;
  id: number;
  at: string;
  metric: number;
  value: number;
  was: number | null;
  device_id: number | null;
  manner: number | null;
  doubtful: boolean;
  note: string | null;
  state: number;
  reason: string | null;
  changed_by: number | null;
  changed_at: string | null;
  created_by: number | null;
}

const all = (parts: RawBuilder<unknown>) => db.selectFrom(sql<Part>`(${parts})`.as('records'));
type Records = ReturnType<typeof all>;

const nameOf = (column: string) =>
  sql<
    string | null
  >`(select u.name from users u where u.tenant_id = ${sql.ref(column.replace(/\w+$/, 'tenant_id'))} and u.id = ${sql.ref(column)})`;

/** Readings have no number of their own: second, device and metric make one. What staff entered is negative. */
const readings = (tx: Tx, personId: number, from: string, to: string) => sql`
  select r.tenant_id, floor(extract(epoch from r.at))::bigint * 1000000 + (r.device_id % 10000) * 100 + r.metric as id, r.at, r.metric,
    coalesce(c.value, r.value)::float8 as value, case when c.id is not null then r.value::float8 end as was, r.device_id,
      null::smallint as manner, false as doubtful,
    null::text as note, case when c.id is null then 0 when c.value is null then 2 else 1 end as state, c.reason,
    c.created_by as changed_by, c.created_at as changed_at, null::bigint as created_by
  from readings r left join reading_corrections c
    on c.tenant_id = r.tenant_id and c.device_id = r.device_id and c.metric = r.metric and c.at = r.at and c.revoked_at is null
  where r.tenant_id = ${tx.tenantId} and r.person_id = ${personId} and r.at >= ${from}::timestamptz and r.at <= ${to}::timestamptz
    and r.metric <> ${metrics.battery.number} and r.device_id = any(array(
      select distinct d.device_id from daily_readings d where d.tenant_id = ${tx.tenantId} and d.person_id = ${personId}
        and d.metric = any(${Object.values(metrics).map(({ number }) => number)}::smallint[]) and d.day >= ${from}::date
          and d.day <= ${to}::date))`;

/** Nights that devices report: their hours of sleep. */
const nights = (tx: Tx, personId: number, from: string, to: string) => sql`
  select s.tenant_id, floor(extract(epoch from s.left_at))::bigint * 1000000 + (s.device_id % 10000) * 100 + ${metrics.sleep.number},
    s.left_at, ${metrics.sleep.number}::smallint,
    s.asleep / 60.0::float8, null, s.device_id, null, false, null, 0, null, null, null, null
  from sleep_reports s
  where s.tenant_id = ${tx.tenantId} and s.person_id = ${personId} and s.asleep is not null and s.left_at >= ${from}::timestamptz
    and s.left_at <= ${to}::timestamptz`;

const entered = (tx: Tx, personId: number, from: string, to: string) => sql`
  select m.tenant_id, -m.id, m.at, m.metric, m.value::float8, old.value::float8, null, m.manner, m.doubtful, m.note,
    case when m.voided_at is not null then 2 when m.replaces_id is not null then 1 else 0 end,
    coalesce(m.void_reason, old.void_reason), coalesce(m.voided_by, old.voided_by), coalesce(m.voided_at, old.voided_at), m.created_by
  from measurements m left join measurements old on old.tenant_id = m.tenant_id and old.id = m.replaces_id
  where m.tenant_id = ${tx.tenantId} and m.person_id = ${personId} and m.at >= ${from}::timestamptz and m.at <= ${to}::timestamptz`;

const outOf = (limits: ReadonlyMap<number, Limits>) =>
  sql<boolean>`(${sql.join(
    [...limits].map(([metric, { lowCritical, low, high, highCritical }]) => {
      // Values are real: half a step keeps 37.3 at 37.3.
      const half = (metricOf(metric)?.decimals ? 0.1 : 1) / 2;
      const [bottom, top] = [low ?? lowCritical, high ?? highCritical];
      return sql`(records.metric = ${metric} and (records.value < ${bottom === null ? null : bottom + half}::float8
        or records.value >= ${top === null ? null : top - half}::float8))`;
    }),
    sql` or `,
  )})`;

/** The matching rows, nothing selected; spans beyond three months are cut at their beginning. */
export async function recordsOf(input: RecordQuery, { tx, deps }: Pick<Context, 'tx' | 'deps'>): Promise<Records> {
  const { oldmanId } = input;
  const to = input.endTime ?? textOf(deps.now() + 600_000);
  const ends = instantOf(to);
  const earliest = textOf(ends - MOST_MS);
  const from = input.startTime === undefined ? textOf(ends - USUAL_MS) : input.startTime < earliest ? earliest : input.startTime;
  const parts =
    input.source === 'device'
      ? sql`${readings(tx, oldmanId, from, to)} union all ${nights(tx, oldmanId, from, to)}`
      : input.source === 'manual'
        ? sql`select * from (${readings(tx, 0, from, from)} limit 0) as none union all ${entered(tx, oldmanId, from, to)}`
        : sql`${readings(tx, oldmanId, from, to)} union all ${nights(tx, oldmanId, from, to)} union all ${entered(tx, oldmanId, from, to)}`;
  let query = all(parts).where('records.tenant_id', '=', tx.tenantId);
  if (input.metric) query = query.where('records.metric', '=', metrics[input.metric].number);
  if (input.abnormal === 'true') {
    const limits = (await limitsOf(tx, [oldmanId], dayOf(deps.now()))).get(oldmanId) as ReadonlyMap<number, Limits>;
    query = query.where(outOf(limits));
  }
  return query;
}

/** `select` of one list row. */
export const withRecord = (query: Records) =>
  query.select([
    'records.id',
    'records.at',
    'records.metric',
    'records.value',
    'records.was',
    'records.device_id',
    'records.manner',
    'records.doubtful',
    'records.note',
    'records.state',
    'records.reason',
    'records.changed_at',
    sql<string | null>`case when records.device_id is null then ${nameOf('records.created_by')}
      else (select coalesce(d.name, d.imei) from devices d where d.tenant_id = records.tenant_id and d.id = records.device_id) end`.as(
      'source_name',
    ),
    nameOf('records.changed_by').as('change_name'),
  ]);

/** The wire's form, judged by the limits of today. */
export const toRecord =
  (limits: ReadonlyMap<number, Limits>) =>
  (row: SelectedBy<ReturnType<typeof withRecord>>): z.output<typeof VitalRecord> => {
    const known = metricOf(row.metric);
    const round = (value: number) => roundTo(value, known?.decimals ?? 1);
    const bounds = limits.get(row.metric);
    return {
      id: row.id,
      time: row.at,
      metric: known?.name ?? String(row.metric),
      label: known?.label ?? '未知指标',
      unit: known?.unit ?? '',
      value: round(row.value),
      was: row.was === null ? null : round(row.was),
      level: bounds && row.state !== 2 ? judge(bounds, row.value, 0) : 0,
      source: row.device_id === null ? 'manual' : 'device',
      sourceName: row.source_name,
      deviceId: row.device_id,
      manner: row.manner,
      doubtful: row.doubtful,
      note: row.note,
      state: row.state,
      reason: row.reason,
      changeName: row.change_name,
      changeTime: row.changed_at,
    };
  };
