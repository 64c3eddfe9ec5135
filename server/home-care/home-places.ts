/** Which area serves an address, and what of it is taken. Positions are WGS-84. */
import { sql } from 'kysely';
import { areaOf, halves, slotKey, type AreaShape, type AreaTimes, type HomePlace } from '#contract/home-care/areas.rules.ts';
import { serviceKinds } from '#contract/elderly/service-kinds.ts';
import { nextDay } from '#contract/time.ts';
import type { Point } from '#contract/warnings/fences.rules.ts';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Work } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict } from '../errors.ts';
import { fromMap, toMap } from '../geo/coordinates.ts';
import type { Geocoder } from '../geo/geocoder.ts';
import { baseOf } from '../rooms/base.ts';

export interface Area extends AreaShape, AreaTimes {
  id: number;
  name: string;
}

/** The enabled areas, the oldest first: where two meet, that one serves. */
export const areasOf = (tx: Tx) =>
  tx.rows<Area>(sql`
    select id, name, shape, longitude, latitude, radius, points, districts, streets, weekdays, start_clock as "startClock",
      end_clock as "endClock", lead_hours as "leadHours", capacity
    from home_areas where tenant_id = ${tx.tenantId} and enabled order by id`);

/** Where the institution is; null where it is not known. */
export async function basePoint(tx: Tx): Promise<Point | null> {
  const base = await baseOf(tx);
  return base && [base.lng, base.lat];
}

/** The region of the institution, which decides between equal names of places. */
export async function regionOf(tx: Tx): Promise<string | null> {
  const tenant = await tx.row<{ region_code: string | null }>(sql`select region_code from tenants where id = ${tx.tenantId}`);
  return tenant?.region_code ?? null;
}

/** What is known of an address: the point as it was given, else as the geocoder knows it to the house; the district by either. */
export async function placeOf(geocoder: Geocoder, address: string, point: Point | null, region: string | null): Promise<HomePlace> {
  const found = await geocoder.geocode(address, region);
  if (found.outcome === 'found' && found.place.level === 'district' && !found.place.assumed) {
    const { longitude, latitude, precision, adcode } = found.place;
    return { address, district: adcode, point: point ?? (precision === 'address' ? fromMap([longitude, latitude]) : null) };
  }
  const near = point && (await geocoder.regeocode(...toMap([point[0], point[1]])));
  return { address, district: near?.adcode ?? region, point };
}

interface Half {
  day: string;
  half: number;
  count: number;
}

/** A place where staff go anyway: orders of people at home that no booking made. */
interface Visited {
  longitude: number | null;
  latitude: number | null;
  address: string;
  district: string | null;
  /** Of each visit the half day: 1 for the first of those that were asked for. */
  halves: number[];
}

/** The half days from day to day, both included. */
const halfDays = (from: string, to: string): { key: string; start: string }[] =>
  from > to
    ? []
    : [
        { key: slotKey(from, halves.morning), start: `${from} 00:00:00` },
        { key: slotKey(from, halves.afternoon), start: `${from} 12:00:00` },
        ...halfDays(nextDay(from), to),
      ];

/** Visits of an area from day to day, both included, by `slotKey`: open bookings, `except` left out, and orders that no booking made. */
export async function takenOf(
  tx: Tx,
  areas: readonly Area[],
  area: Area,
  { from, to, base, except = 0 }: { from: string; to: string; base: Point | null; except?: number },
): Promise<Map<string, number>> {
  const booked = await tx.rows<Half>(sql`
    select day, half::integer as half, count(*)::integer as count from home_bookings
    where tenant_id = ${tx.tenantId} and area_id = ${area.id} and day between ${from}::date and ${to}::date and state in (1, 2, 5)
      and id <> ${except} group by day, half`);
  const asked = halfDays(from, to);
  // Two orders of one place and half day are two visits, two services of an order are one. A place is looked up once, however often
  // staff go there.
  const places = await tx.rows<Visited>(sql`
    select v.longitude, v.latitude, v.address, p.region_code as district, v.halves
    from (select o.person_id, o.longitude, o.latitude, o.person_address as address, array_agg(j.half) as halves
        from (select distinct work_order_id as id, width_bucket(service_at, ${asked.map(({ start }) => start)}::timestamptz[]) as half
            from work_order_jobs
            where tenant_id = ${tx.tenantId} and service_at >= ${`${from} 00:00:00`}::timestamptz
              and service_at < ${`${nextDay(to)} 00:00:00`}::timestamptz and status <> ${jobStatus.cancelled}) j
          join work_orders o on o.tenant_id = ${tx.tenantId} and o.id = j.id
        where not exists (select from home_bookings b where b.tenant_id = o.tenant_id and b.work_order_id = o.id)
        group by o.person_id, o.longitude, o.latitude, o.person_address) v
      join people p on p.tenant_id = ${tx.tenantId} and p.id = v.person_id and p.service_type = ${sql.lit(serviceKinds.home)}`);
  const taken = new Map(booked.map(({ day, half, count }) => [slotKey(day, half), count]));
  for (const { halves: visits, longitude, latitude, address, district } of places) {
    const point = longitude === null || latitude === null ? null : ([longitude, latitude] as const);
    if (areaOf(areas, { point, district, address }, base)?.id !== area.id) continue;
    for (const half of visits) {
      const { key } = asked[half - 1]!;
      taken.set(key, (taken.get(key) ?? 0) + 1);
    }
  }
  return taken;
}

/** Holds an area until the transaction ends, so that no place of it is given twice. Throws 409 when the half day is full. */
export async function takePlace(
  { tx }: Work,
  area: Area,
  { day, half, except = 0 }: { day: string; half: number; except?: number },
): Promise<void> {
  const held = await tx.row<{ capacity: number }>(
    sql`select capacity from home_areas where tenant_id = ${tx.tenantId} and id = ${area.id} and enabled for update`,
  );
  const taken = await takenOf(tx, await areasOf(tx), area, { from: day, to: day, base: await basePoint(tx), except });
  // An area that was closed meanwhile has no place either.
  if (!held || (taken.get(slotKey(day, half)) ?? 0) >= held.capacity) throw conflict('该时段已约满，请选择其他时段');
}
