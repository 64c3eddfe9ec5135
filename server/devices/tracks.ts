/** Where devices are and were. */
import { DAY, instantOf, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { believed, lengthOf, stopsOf, tripsOf, type Fix } from '#contract/devices/tracks.rules.ts';
import { MOST_DAYS, MOST_FIXES, tracks as routes } from '#contract/devices/tracks.ts';
import { matching, readOne } from '../lists/crud.ts';
import type { Query } from '../db/tenant.ts';
import { invalid } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { toMap } from '../geo/coordinates.ts';
import { nearby } from '../geo/place-names.ts';
import { deviceRows, isOnline } from './device-rows.ts';
import { chosenOf, heardOf, knownColumns, wordsOf, type Known } from './last-seen.ts';

/** So many devices on one map. */
const MOST_DEVICES = 2000;
/** A fix a second for the longest span would be more than anybody sends. */
const MOST_READ = 100_000;

const minutesOf = ({ from, to }: { from: number; to: number }) => Math.round((to - from) / 60_000);
const tenth = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);

/** WGS-84 to the map's degrees. */
function onMap({ lng, lat }: { lng: number; lat: number }) {
  const [x, y] = toMap([lng, lat]);
  return { lng: x, lat: y };
}

/** Every n-th, the first and the last always. */
function thinned<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  const step = (all.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, n) => all[Math.round(n * step)] as T);
}

const fixesOf = (tenantId: number, deviceId: number, from: string, to: string): Query<Omit<Fix, 'at'> & { at: number }> => sql`
  select (extract(epoch from at) * 1000)::float8 as at, longitude as lng, latitude as lat, approximate, speed::float8 as speed
  from positions
  where tenant_id = ${tenantId} and device_id = ${deviceId} and at >= ${from}::timestamptz and at <= ${to}::timestamptz
  order by at limit ${sql.lit(MOST_READ)}`;

interface Placed extends Known {
  id: number;
  imei: string;
  type: string;
  name: string | null;
  oldmanId: number | null;
  oldmanName: string | null;
  online: boolean;
  battery: number | null;
  lng: number | null;
  lat: number | null;
  approximate: boolean;
  locateTime: string;
  severity: number | null;
}

export const tracks: Handlers<typeof routes> = {
  async read({ id, startTime, endTime }, context) {
    const { tx, session } = context;
    const [from, to] = [instantOf(startTime), instantOf(endTime)];
    if (to <= from) throw invalid('结束时间应晚于开始时间');
    if (to - from > MOST_DAYS * DAY) throw invalid(`一次最多查看${MOST_DAYS}天的轨迹`);
    await readOne(deviceRows(session), id, context);
    const raw = await tx.rows(fixesOf(session.tenantId, id, startTime, endTime));
    const fixes = believed(raw);
    const stops = stopsOf(fixes);
    const trips = tripsOf(fixes, stops);
    const drawn = thinned(fixes, MOST_FIXES);
    const stopAt = (at: number, end: 'from' | 'to') => {
      const stop = stops.find((one) => one[end] === at);
      return stop ? nearby(stop.lng, stop.lat) : null;
    };
    return {
      fixes: drawn.map((fix) => ({ time: textOf(fix.at), ...onMap(fix), approximate: fix.approximate, speed: fix.speed })),
      stops: stops.map((stop) => ({
        ...onMap(stop),
        startTime: textOf(stop.from),
        endTime: textOf(stop.to),
        minutes: minutesOf(stop),
        address: nearby(stop.lng, stop.lat),
      })),
      trips: trips.map((trip) => ({
        startTime: textOf(trip.from),
        endTime: textOf(trip.to),
        minutes: minutesOf(trip),
        metres: trip.metres,
        fastest: tenth(trip.fastest),
        from: stopAt(trip.from, 'to'),
        to: stopAt(trip.to, 'from'),
      })),
      metres: lengthOf(fixes, stops),
      moving: trips.reduce((sum, trip) => sum + minutesOf(trip), 0),
      staying: stops.reduce((sum, stop) => sum + minutesOf(stop), 0),
      fastest: tenth(trips.reduce<number | null>((most, { fastest }) => (fastest === null ? most : Math.max(most ?? 0, fastest)), null)),
      discarded: raw.length - fixes.length,
      thinned: drawn.length < fixes.length,
    };
  },

  async map({ type }, { tx, session }) {
    const own = matching(deviceRows(session), { type }, session).select(['id', 'imei', 'type', 'type_id', 'name', 'person_id']);
    const states = sql`from (${own}) as own left join device_states s on s.tenant_id = ${session.tenantId} and s.device_id = own.id
      left join device_surroundings h on h.tenant_id = ${session.tenantId} and h.device_id = own.id`;
    const isKnown = sql`(s.longitude is not null and s.located_at is not null or ${heardOf})`;
    const [rows, counted] = await Promise.all([
      tx.rows<Placed>(sql`
        select own.id, own.imei, own.type, own.name, own.person_id as "oldmanId", o.name as "oldmanName",
          coalesce(${isOnline('own')}, false) as online, s.battery,
          coalesce(s.approximate, true) as approximate, coalesce(s.located_at, h.at) as "locateTime", ${knownColumns},
          (select min(w.severity) from warnings w where w.tenant_id = ${session.tenantId} and w.status in (0, 2)
            and w.subject = coalesce('p' || own.person_id, 'd' || own.id)) as severity
        ${states} left join people o on o.tenant_id = ${session.tenantId} and o.id = own.person_id
        where ${isKnown} order by coalesce(s.located_at, h.at) desc limit ${sql.lit(MOST_DEVICES + 1)}`),
      tx.row<{ without: number }>(sql`select count(*) as without ${states} where not coalesce(${isKnown}, false)`),
    ]);
    const shown = rows.slice(0, MOST_DEVICES);
    const chosen = await chosenOf(tx, shown);
    const placed = shown.map((device, at) => {
      const seen = chosen[at];
      return { ...device, near: seen?.placing ? wordsOf(seen) : null, nearTime: seen?.placing ? textOf(seen.at) : null };
    });
    const spotted = placed.flatMap((device) =>
      device.lng === null || device.lat === null ? [] : [{ ...device, ...onMap({ lng: device.lng, lat: device.lat }) }],
    );
    const indoors = placed.filter(({ lng, near }) => lng === null && near !== null);
    return {
      devices: spotted,
      indoors,
      without: (counted?.without ?? 0) + shown.length - spotted.length - indoors.length,
      more: rows.length > MOST_DEVICES,
    };
  },
};
