/** Which area serves an address, and what of it is taken. Positions are WGS-84. */
import { sql } from 'kysely';
import { areaOf, slotKey, type AreaShape, type AreaTimes, type HomePlace } from '#contract/home-care/areas.rules.ts';
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

/** Where staff go anyway: orders of people at home that no booking made, by half day. */
interface Visit {
  /** Of the order: two of the same place and half day are two visits. */
  id: number;
  day: string;
  half: number;
  longitude: number | null;
  latitude: number | null;
  address: string;
  district: string | null;
}

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
  const visits = await tx.rows<Visit>(sql`
    select distinct o.id, j.service_at::date as day, (case when extract(hour from j.service_at) < 12 then 1 else 2 end) as half,
      o.longitude, o.latitude, o.person_address as address, p.region_code as district
    from work_order_jobs j join work_orders o on o.tenant_id = j.tenant_id and o.id = j.work_order_id
      join people p on p.tenant_id = o.tenant_id and p.id = o.person_id and p.service_type = ${sql.lit(serviceKinds.home)}
    where j.tenant_id = ${tx.tenantId} and j.service_at >= ${`${from} 00:00:00`}::timestamptz
      and j.service_at < ${`${nextDay(to)} 00:00:00`}::timestamptz and j.status <> ${jobStatus.cancelled}
      and not exists (select from home_bookings b where b.tenant_id = o.tenant_id and b.work_order_id = o.id)`);
  const taken = new Map(booked.map(({ day, half, count }) => [slotKey(day, half), count]));
  for (const { day, half, longitude, latitude, address, district } of visits) {
    const point = longitude === null || latitude === null ? null : ([longitude, latitude] as const);
    if (areaOf(areas, { point, district, address }, base)?.id !== area.id) continue;
    const key = slotKey(day, half);
    taken.set(key, (taken.get(key) ?? 0) + 1);
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
