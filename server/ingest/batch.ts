/**
 * Writes the rows of many tenants in one transaction as the ingest role: readings with
 * their latest value, hourly and daily sums, positions, device states. A re-sent reading changes nothing, because latest value and sums are
 * made from the rows that were really inserted.
 */
import { BoundedMap } from '../bounded-map.ts';
import type pg from 'pg';
import { databaseAway } from '../errors.ts';
import type { FrameRows, PositionRow, ReadingRow, StateRow } from './rows.ts';
import { mergeState } from './rows.ts';
import { newerOf, type SurroundingsRow } from './surroundings.ts';
import { ADD_TAUGHT_SAMPLES } from '../devices/indoor-samples.ts';

// Rows go in sorted, so that two writers lock the same rows in the same order.
const READINGS = `
with inserted as (
  insert into readings (tenant_id, device_id, metric, at, value, person_id, received_at)
  select tenant_id, device_id, metric, to_timestamp(at / 1000), value, person_id, to_timestamp(received_at / 1000)
  from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::float8[], $5::real[], $6::bigint[], $7::float8[])
    as incoming (tenant_id, device_id, metric, at, value, person_id, received_at)
  on conflict do nothing
  returning tenant_id, device_id, metric, at, value, person_id
), latest as (
  insert into latest_readings as known (tenant_id, device_id, metric, at, value, person_id)
  select distinct on (tenant_id, device_id, metric) tenant_id, device_id, metric, at, value, person_id
  from inserted order by tenant_id, device_id, metric, at desc
  on conflict (tenant_id, device_id, metric) do update set at = excluded.at, value = excluded.value, person_id = excluded.person_id
  where known.at < excluded.at
), hourly as (
  insert into hourly_readings as known (tenant_id, device_id, metric, hour, person_id, count, sum, lowest, highest)
  select tenant_id, device_id, metric, date_trunc('hour', at), max(person_id), count(*), sum(value), min(value), max(value)
  from inserted group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (tenant_id, device_id, metric, hour) do update set
    count = known.count + excluded.count, sum = known.sum + excluded.sum, person_id = coalesce(excluded.person_id, known.person_id),
    lowest = least(known.lowest, excluded.lowest), highest = greatest(known.highest, excluded.highest)
), daily as (
  insert into daily_readings as known (tenant_id, device_id, metric, day, person_id, count, sum, lowest, highest)
  select tenant_id, device_id, metric, (at at time zone 'Asia/Shanghai')::date, max(person_id), count(*), sum(value), min(value), max(value)
  from inserted group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (tenant_id, device_id, metric, day) do update set
    count = known.count + excluded.count, sum = known.sum + excluded.sum, person_id = coalesce(excluded.person_id, known.person_id),
    lowest = least(known.lowest, excluded.lowest), highest = greatest(known.highest, excluded.highest)
)
select (select count(*) from inserted) as n, case when (select count(*) from inserted) < $8::integer
  then (select json_agg(tenant_id || ':' || device_id || ':' || metric || ':' || round(extract(epoch from at) * 1000)) from inserted)
    end as keys`;

const POSITIONS = `
with inserted as (
  insert into positions (tenant_id, device_id, at, longitude, latitude, approximate, speed, accuracy, person_id)
  select tenant_id, device_id, to_timestamp(at / 1000), longitude, latitude, approximate, speed, accuracy, person_id
  from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::float8[], $5::float8[], $6::boolean[], $7::real[], $8::real[], $9::bigint[])
    as incoming (tenant_id, device_id, at, longitude, latitude, approximate, speed, accuracy, person_id)
  on conflict do nothing
  returning tenant_id, device_id, at
)
select (select count(*) from inserted) as n, case when (select count(*) from inserted) < $10::integer
  then (select json_agg(tenant_id || ':' || device_id || ':' || round(extract(epoch from at) * 1000)) from inserted) end as keys`;

const NEW_STATES = `
insert into device_states (tenant_id, device_id) select * from unnest($1::bigint[], $2::bigint[]) as incoming (tenant_id, device_id)
order by 1, 2 on conflict do nothing`;

// In order, so that no two transactions wait for each other's devices.
const LOCK_STATES = `
select 1 from device_states s join unnest($1::bigint[], $2::bigint[]) as incoming (tenant_id, device_id)
  on s.tenant_id = incoming.tenant_id and s.device_id = incoming.device_id order by s.tenant_id, s.device_id for no key update of s`;

const MOVES = 'new.fix_at is not null and (known.located_at is null or to_timestamp(new.fix_at / 1000) > known.located_at)';
// A report without a fix never moves a known place, it only makes it approximate.
const STATES = `
update device_states as known set
  last_seen_at = greatest(known.last_seen_at, to_timestamp(new.seen / 1000)), battery = coalesce(new.battery, known.battery),
  signal = coalesce(new.signal, known.signal), steps = coalesce(new.steps, known.steps), states = coalesce(new.states, known.states),
  longitude = case when ${MOVES} then new.lng else coalesce(known.longitude, new.loose_lng) end,
  latitude = case when ${MOVES} then new.lat else coalesce(known.latitude, new.loose_lat) end,
  located_at = case when ${MOVES} then to_timestamp(new.fix_at / 1000) when known.longitude is null and new.loose_lng is not null
    then to_timestamp(new.unfixed_at / 1000) else known.located_at end,
  approximate = case when coalesce(new.lng, known.longitude, new.loose_lng) is null then known.approximate
    when to_timestamp(new.unfixed_at / 1000) > coalesce(case when ${MOVES} then to_timestamp(new.fix_at / 1000) end, known.located_at,
      '-infinity') then true
    when ${MOVES} then false else known.approximate end
from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::smallint[], $5::smallint[], $6::integer[], $7::integer[],
  $8::float8[], $9::float8[], $10::float8[], $11::float8[], $12::float8[], $13::float8[])
  as new (tenant_id, device_id, seen, battery, signal, steps, states, fix_at, lng, lat, unfixed_at, loose_lng, loose_lat)
where known.tenant_id = new.tenant_id and known.device_id = new.device_id`;

// Also a sample of the place that is being taught by the device just now.
const SURROUNDINGS = `
with incoming as materialized (
  select * from jsonb_to_recordset($1::jsonb) as r (tenant_id bigint, device_id bigint, person_id bigint, at float8, received_at float8,
    fix boolean, cells jsonb, access_points jsonb)
), kept as (
  insert into device_surroundings as known (tenant_id, device_id, at, received_at, person_id, fix, cells, access_points)
  select tenant_id, device_id, to_timestamp(at / 1000), to_timestamp(received_at / 1000), person_id, fix, cells, access_points from incoming
  order by 1, 2
  on conflict (tenant_id, device_id) do update set at = excluded.at, received_at = excluded.received_at, person_id = excluded.person_id,
    fix = excluded.fix,
    cells = excluded.cells, access_points = excluded.access_points
  where known.at < excluded.at
)${ADD_TAUGHT_SAMPLES}`;

/** All our values are numbers and booleans: an array literal needs no quoting, and is much cheaper than the driver's general one. */
const array = (values: readonly (number | boolean | null)[]) => `{${values.map((value) => value ?? 'null').join(',')}}`;
const column = <T>(rows: readonly T[], of: (row: T) => number | boolean | null) => array(rows.map(of));

const statement = (name: string, text: string, values: unknown[]) => ({ name, text, values, queryMode: 'extended' }) as pg.QueryConfig;

const readingKey = ({ tenantId, deviceId, metric, at }: ReadingRow) => `${tenantId}:${deviceId}:${metric}:${Math.round(at)}`;
const positionKey = ({ tenantId, deviceId, at }: PositionRow) => `${tenantId}:${deviceId}:${Math.round(at)}`;
const stateKey = ({ tenantId, deviceId }: StateRow) => `${tenantId}:${deviceId}`;

const inOrder = (a: ReadingRow, b: ReadingRow) => a.tenantId - b.tenantId || a.deviceId - b.deviceId || a.metric - b.metric || a.at - b.at;

interface Told {
  seen: number;
  battery: number | null;
  signal: number | null;
  steps: number | null;
  states: number | null;
}

const SEEN_EVERY = 60_000;
const MOST_TOLD = 200_000;

/** A state row is worth a write when it changes something, or when nothing was said for a minute. */
const tells = (row: StateRow, told: Told | undefined) =>
  !told ||
  row.seen - told.seen >= SEEN_EVERY ||
  row.fix !== null ||
  row.unfixedAt !== null ||
  (['battery', 'signal', 'steps', 'states'] as const).some((field) => row[field] !== null && row[field] !== told[field]);

/** How many of a frame's rows were new, in the order of `frames`. Among equal rows of one batch the first is the new one. */
function share<T>(
  frames: readonly FrameRows[],
  rowsOf: (frame: FrameRows) => readonly T[],
  keyOf: (row: T) => string,
  keys: string[] | null,
  into: number[],
): void {
  const fresh = keys && new Set(keys);
  frames.forEach((frame, index) => {
    const rows = rowsOf(frame);
    into[index] = (into[index] ?? 0) + (fresh ? rows.filter((row) => fresh.delete(keyOf(row))).length : rows.length);
  });
}

/** Makes the writer of one process on a pool of the ingest role. */
export function batchWriter(pool: pg.Pool) {
  const told = new BoundedMap<string, Told>(MOST_TOLD);

  function statesOf(frames: readonly FrameRows[]): StateRow[] {
    const states = new Map<string, StateRow>();
    for (const { state } of frames) {
      const key = stateKey(state);
      const known = states.get(key);
      if (known) mergeState(known, state);
      else states.set(key, { ...state });
    }
    return [...states].filter(([key, row]) => tells(row, told.get(key))).map(([, row]) => row);
  }

  function remember(rows: readonly StateRow[]): void {
    for (const row of rows) {
      const key = stateKey(row);
      const before = told.get(key);
      told.delete(key);
      const { seen } = row;
      const value = (field: 'battery' | 'signal' | 'steps' | 'states') => row[field] ?? before?.[field] ?? null;
      told.set(key, { seen, battery: value('battery'), signal: value('signal'), steps: value('steps'), states: value('states') });
    }
  }

  /** Commits the rows of all frames or of none; resolves after COMMIT with the number of new rows of each frame. */
  async function write(frames: readonly FrameRows[]): Promise<number[]> {
    const readings = frames.flatMap((frame) => frame.readings).sort(inOrder);
    const positions = frames.flatMap((frame) => frame.positions);
    const states = statesOf(frames);
    const surroundings = surroundingsOf(frames);
    const stored = frames.map(() => 0);
    if (readings.length + positions.length + states.length + surroundings.length === 0) return stored;
    const unknown = states.filter((row) => !told.has(stateKey(row)));

    const client = await pool.connect();
    let broken = false;
    try {
      const sent: Promise<pg.QueryResult>[] = [client.query('begin')];
      const send = (query: pg.QueryConfig) => {
        const result = client.query(query);
        sent.push(result);
        return result;
      };
      if (unknown.length)
        send(statement('new states', NEW_STATES, [column(unknown, (row) => row.tenantId), column(unknown, (row) => row.deviceId)]));
      if (states.length) {
        send(statement('lock states', LOCK_STATES, [column(states, (row) => row.tenantId), column(states, (row) => row.deviceId)]));
        send(statement('states', STATES, stateValues(states)));
      }
      const readingsSent = readings.length ? send(statement('readings', READINGS, readingValues(readings))) : null;
      const positionsSent = positions.length ? send(statement('positions', POSITIONS, positionValues(positions))) : null;
      if (surroundings.length) send(statement('surroundings', SURROUNDINGS, surroundingsValues(surroundings)));
      sent.push(client.query('commit'));
      const results = await Promise.allSettled(sent);
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) {
        broken = databaseAway(failed.reason);
        throw failed.reason;
      }
      if ((results.at(-1) as PromiseFulfilledResult<pg.QueryResult>).value.command !== 'COMMIT')
        throw new Error('The batch was rolled back');
      remember(states);
      if (readingsSent) share(frames, (frame) => frame.readings, readingKey, newKeys(await readingsSent, readings), stored);
      if (positionsSent) share(frames, (frame) => frame.positions, positionKey, newKeys(await positionsSent, positions), stored);
      return stored;
    } finally {
      client.release(broken);
    }
  }

  return { write };
}

/** The newest of each device. */
function surroundingsOf(frames: readonly FrameRows[]): SurroundingsRow[] {
  const newest = new Map<string, SurroundingsRow>();
  for (const { surroundings, state } of frames)
    if (surroundings) newest.set(stateKey(state), newerOf(newest.get(stateKey(state)) ?? null, surroundings)!);
  return [...newest.values()];
}

const surroundingsValues = (rows: readonly SurroundingsRow[]) => [
  JSON.stringify(
    rows.map(({ tenantId, deviceId, personId, at, receivedAt, fix, cells, accessPoints }) => ({
      tenant_id: tenantId,
      device_id: deviceId,
      person_id: personId,
      at,
      received_at: receivedAt,
      fix,
      cells,
      access_points: accessPoints,
    })),
  ),
];

/** The keys of the new rows; null when all were new. */
function newKeys({ rows: [found] }: pg.QueryResult, rows: readonly unknown[]): string[] | null {
  return found.n === rows.length ? null : (found.keys ?? []);
}

const readingValues = (rows: readonly ReadingRow[]) => [
  column(rows, (row) => row.tenantId),
  column(rows, (row) => row.deviceId),
  column(rows, (row) => row.metric),
  column(rows, (row) => row.at),
  column(rows, (row) => row.value),
  column(rows, (row) => row.personId),
  column(rows, (row) => row.receivedAt),
  rows.length,
];

const positionValues = (rows: readonly PositionRow[]) => [
  column(rows, (row) => row.tenantId),
  column(rows, (row) => row.deviceId),
  column(rows, (row) => row.at),
  column(rows, (row) => row.lng),
  column(rows, (row) => row.lat),
  column(rows, (row) => row.approximate),
  column(rows, (row) => row.speed),
  column(rows, (row) => row.accuracy),
  column(rows, (row) => row.personId),
  rows.length,
];

const stateValues = (rows: readonly StateRow[]) => [
  column(rows, (row) => row.tenantId),
  column(rows, (row) => row.deviceId),
  column(rows, (row) => row.seen),
  column(rows, (row) => row.battery),
  column(rows, (row) => row.signal),
  column(rows, (row) => row.steps),
  column(rows, (row) => row.states),
  column(rows, (row) => row.fix?.at ?? null),
  column(rows, (row) => row.fix?.lng ?? null),
  column(rows, (row) => row.fix?.lat ?? null),
  column(rows, (row) => row.unfixedAt),
  column(rows, (row) => row.unfixed?.lng ?? null),
  column(rows, (row) => row.unfixed?.lat ?? null),
];
