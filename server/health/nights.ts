/**
 * What bed sensors and radars say of a night: heart rate and breathing as they measured
 * them, hour by hour, and beside it what they report of the night themselves, and when the
 * bed filled and emptied as we saw it (server/warnings/beds.ts).
 */
import { instantOf, nextDay, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { metrics } from '#contract/health/metrics.ts';
import { minutesAsleep } from '#contract/devices/sleep-reports.rules.ts';
import type { Tx } from '../db/tenant.ts';
import { bedSpells, NIGHT_BEGINS, NIGHT_ENDS } from '#contract/health/nights.rules.ts';

interface Row {
  metric: number;
  hour: string;
  count: number;
  sum: number;
  lowest: number;
  highest: number;
  device: string;
}

const FIRST = NIGHT_BEGINS;
const HOURS = 24 - NIGHT_BEGINS + NIGHT_ENDS;

function valueOf(rows: readonly Row[]) {
  const count = rows.reduce((all, row) => all + row.count, 0);
  if (count === 0) return null;
  return {
    mean: Math.round(rows.reduce((all, row) => all + row.sum, 0) / count),
    low: Math.round(Math.min(...rows.map(({ lowest }) => lowest))),
    high: Math.round(Math.max(...rows.map(({ highest }) => highest))),
    count,
  };
}

interface Reported {
  device: string;
  bedTime: string;
  asleepTime: string | null;
  awakeTime: string | null;
  leaveTime: string;
  deep: number | null;
  light: number | null;
  rem: number | null;
  awake: number | null;
  turns: number | null;
  heartRate: number | null;
  breathing: number | null;
  score: number | null;
  receiveTime: string;
}

/** Reports of devices, the one that counts first: a bed sensor's before any other's, then the longest. */
async function reportsOf(tx: Tx, personId: number, day: string) {
  const rows = await tx.rows<Reported>(sql`
    select coalesce(d.name, d.imei) as device, r.bed_at as "bedTime", r.asleep_at as "asleepTime", r.awake_at as "awakeTime",
      r.left_at as "leaveTime",
      r.deep, r.light, r.rem, r.awake, r.turns, r.heart_rate as "heartRate", r.breathing, r.score, r.received_at as "receiveTime"
    from sleep_reports r join devices d on d.tenant_id = r.tenant_id and d.id = r.device_id
    where r.tenant_id = ${tx.tenantId} and r.person_id = ${personId} and r.night = ${day}::date
    order by d.type <> 'bed', r.left_at - r.bed_at desc, r.device_id limit 5`);
  const at = (time: string | null) => (time === null ? null : instantOf(time));
  return rows.map((row) => ({ ...row, asleep: minutesAsleep({ ...row, asleepAt: at(row.asleepTime), awakeAt: at(row.awakeTime) }) }));
}

/**
 * Who lay in the bed when, by the turns that bed sensors of the person told; what they
 * said last before the night stands until the first of them.
 */
async function bedOf(tx: Tx, personId: number, from: string, to: string, now: number) {
  const turns = await tx.rows<{ deviceId: number; device: string; out: boolean; at: number }>(sql`
    with seen as (
      select e.device_id, e.code, e.at from device_events e
      where e.tenant_id = ${tx.tenantId} and e.person_id = ${personId} and e.code in ('bed_in', 'bed_out')
        and e.device_id in (select b.device_id from device_bindings b
        where b.tenant_id = ${tx.tenantId} and b.person_id = ${personId} and b.bound_at < ${to}::timestamptz
          and (b.released_at is null or b.released_at > ${from}::timestamptz))
        and e.at >= ${from}::timestamptz - interval '1 day' and e.at < ${to}::timestamptz
    )
    select s.device_id as "deviceId", coalesce(d.name, d.imei) as device, s.code = 'bed_out' as out,
      extract(epoch from s.at)::float8 * 1000 as at
    from seen s join devices d on d.tenant_id = ${tx.tenantId} and d.id = s.device_id order by s.device_id, s.at limit 2000`);
  const names = new Map(turns.map(({ deviceId, device }) => [deviceId, device]));
  const night = { from: instantOf(from), to: Math.min(instantOf(to), now) };
  return [...names].flatMap(([deviceId, device]) =>
    bedSpells(
      turns.filter((turn) => turn.deviceId === deviceId),
      night,
    ).map((spell) => ({
      device,
      out: spell.out,
      from: textOf(spell.from),
      to: spell.to === null ? null : textOf(spell.to),
      minutes: spell.minutes,
    })),
  );
}

/** The night before `day` (`yyyy-MM-dd`), 20:00 to 08:00. */
export async function nightOf(tx: Tx, personId: number, day: string, now: number) {
  const before = nextDay(day, -1);
  const hours = Array.from({ length: HOURS }, (_, at) =>
    FIRST + at < 24 ? `${before} ${FIRST + at}:00:00` : `${day} ${String(FIRST + at - 24).padStart(2, '0')}:00:00`,
  );
  const rows = await tx.rows<Row>(sql`
    select h.metric, h.hour, h.count, h.sum, h.lowest, h.highest, coalesce(d.name, d.imei) as device
    from hourly_readings h join devices d on d.tenant_id = h.tenant_id and d.id = h.device_id and d.type in ('bed', 'radar')
    where h.tenant_id = ${tx.tenantId} and h.person_id
      = ${personId} and h.metric in (${metrics.heartRate.number}, ${metrics.breathing.number}) and h.count > 0
      and h.hour >= ${hours[0]}::timestamptz and h.hour < ${`${day} 08:00:00`}::timestamptz`);
  const slept = await tx.row<{ value: number }>(sql`
    select value::float8 as value from measurements
    where tenant_id = ${tx.tenantId} and person_id = ${personId} and metric = ${metrics.sleep.number}
      and voided_at is null and not doubtful and at >= ${`${day} 00:00:00`}::timestamptz and at < ${`${nextDay(day)} 00:00:00`}::timestamptz
      order by at desc limit 1`);
  const reports = await reportsOf(tx, personId, day);
  const reported = reports[0]?.asleep ?? null;
  const of = (metric: number, hour?: string) =>
    valueOf(rows.filter((row) => row.metric === metric && (hour === undefined || row.hour === hour)));
  return {
    devices: [...new Set(rows.map(({ device }) => device))],
    // Who was there and wrote it down is believed before a device.
    sleep: slept !== undefined ? Number(slept.value.toPrecision(4)) : reported === null ? null : Math.round(reported / 6) / 10,
    sleepBy: slept !== undefined ? '人工录入' : reported === null ? null : reports[0]!.device,
    reports,
    bed: await bedOf(tx, personId, hours[0] as string, `${day} 08:00:00`, now),
    hours: hours.map((hour) => ({ hour, heartRate: of(metrics.heartRate.number, hour), breathing: of(metrics.breathing.number, hour) })),
    total: {
      heartRate: of(metrics.heartRate.number),
      breathing: of(metrics.breathing.number),
      covered: new Set(rows.map(({ hour }) => hour)).size,
    },
  };
}
