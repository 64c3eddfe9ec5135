/** What the house view is made of: rooms and beds, and what is the matter with the people in them. One statement for each. */
import { HOUR, MINUTE } from '#contract/time.ts';
import { sql } from 'kysely';
import { STALE_MINUTES } from '#contract/devices/last-seen.rules.ts';
import { MOST_ROOMS } from '#contract/rooms/house.ts';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Context, Session } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { reachesAll, visibleTo } from '../lists/work-order-reach.ts';
import { seen } from './bed-rows.ts';

/** A visit that begins within this is on its way; one that should have begun within the other still is. */
const [SOON, LATE] = [2 * HOUR, 12 * HOUR];

/** The rooms to be read; null is all. */
type Rooms = readonly number[] | null;

export interface RoomRow {
  id: number;
  building: string;
  floor: string;
  name: string;
  x: number | null;
  y: number | null;
  w: number | null;
  h: number | null;
}

/** In the order of the house, one more than are shown. */
export const roomsOf = (tx: Tx, only: Rooms) =>
  tx.rows<RoomRow>(sql`
    select r.id, r.building, r.floor, r.name, s.x, s.y, s.w, s.h
    from rooms r left join room_spots s on s.tenant_id = r.tenant_id and s.room_id = r.id
    where r.tenant_id = ${tx.tenantId} ${only ? sql`and r.id = any(${[...only]}::bigint[])` : sql``}
    order by r.place, r.id limit ${sql.lit(MOST_ROOMS + 1)}`);

export interface BedRow {
  id: number;
  roomId: number;
  name: string;
  status: number;
  statusTime: string | null;
  cleaningSince: string | null;
  /** Who has it, also where the session may not know. */
  holder: number | null;
  personId: number | null;
  personName: string | null;
  gender: number | null;
  age: number | null;
  personStatus: number | null;
  /** Null also for none: a thousand empty lists take time to read. */
  flags: string[] | null;
}

export const bedsOf = (tx: Tx, session: Session, only: Rooms) =>
  tx.rows<BedRow>(sql`
    select b.id, b.room_id as "roomId", b.name, b.status, b.status_since as "statusTime", b.cleaning_since as "cleaningSince",
      o.id as holder, p.id as "personId", p.name as "personName", p.gender, extract(year from age(p.birth_date))::integer as age,
      p.status as "personStatus", nullif(p.flags, '{}') as flags
    from beds b
    left join people o on o.tenant_id = b.tenant_id and o.bed_id = b.id and o.deleted_at is null
    left join (${seen(session)}) as p on p.tenant_id = o.tenant_id and p.id = o.id
    where b.tenant_id = ${tx.tenantId} ${only ? sql`and b.room_id = any(${[...only]}::bigint[])` : sql``}
    order by b.room_id, b.name, b.id`);

export interface AlarmRow {
  id: number;
  rule: string;
  title: string | null;
  severity: number;
  acknowledged: boolean;
  happenTime: string;
  personId: number | null;
  roomId: number | null;
}

/** Open warnings of these people or from these rooms. The states are literals: only then does the index of open ones cover them. */
export const alarmsOf = (tx: Tx, people: readonly number[], rooms: readonly number[]) =>
  tx.rows<AlarmRow>(sql`
    select id, rule, title, severity, acknowledged_at is not null or status = 2 as acknowledged, happened_at as "happenTime",
      person_id as "personId", room_id as "roomId"
    from warnings where tenant_id = ${tx.tenantId} and status in (0, 2)
      and (person_id = any(${[...people]}::bigint[]) or room_id = any(${[...rooms]}::bigint[]))`);

/** Levels in force of those who have any: 2 urgent, 1 watch. */
export const gravitiesOf = (tx: Tx, people: readonly number[]) =>
  tx.rows<{ personId: number; gravity: number }>(sql`
    select person_id as "personId", max(case when level in (2, 4) then 2 else 1 end) as gravity
    from threshold_states where tenant_id = ${tx.tenantId} and level > 0 and person_id = any(${[...people]}::bigint[]) group by person_id`);

export interface OrderRow {
  id: number;
  personId: number;
  carer: string | null;
  status: number;
  project: string;
  serviceTime: string;
}

/** Visits to these people that are being made or begin soon, as far as the session sees their orders; the first of each person counts. */
export async function ordersOf({ tx, session, deps }: Context, people: readonly number[]): Promise<OrderRow[]> {
  const columns = sql`o.id, o.person_id as "personId", j.user_name as carer, j.status, j.project_name as project,
    j.service_at as "serviceTime"`;
  const of = sql`from work_order_jobs j join work_orders o on o.tenant_id = j.tenant_id and o.id = j.work_order_id
    where j.tenant_id = ${tx.tenantId} and o.person_id = any(${[...people]}::bigint[])`;
  const now = deps.now();
  const rows = await tx.rows<OrderRow>(sql`
    select ${columns} ${of} and j.status = ${sql.lit(jobStatus.inProgress)}
    union all select ${columns} ${of} and j.status in (1, 2) and j.status = ${sql.lit(jobStatus.assigned)}
      and j.service_at >= ${instant(now - LATE)} and j.service_at <= ${instant(now + SOON)}
    order by status desc, "serviceTime", id`);
  if (rows.length === 0 || reachesAll(session)) return rows;
  const ids = rows.map(({ id }) => id);
  const visible = await tx.rows(visibleTo(session).where('work_orders.id', 'in', ids).select('work_orders.id'));
  const own = new Set(visible.map(({ id }) => id));
  return rows.filter(({ id }) => own.has(id));
}

export interface StayRow {
  personId: number;
  text: string;
  placeId: number | null;
  roomId: number | null;
  time: string;
}

/** The last place indoors of each of these people, unless it is old or a satellite saw them outdoors since. */
export const staysOf = ({ tx, deps }: Context, people: readonly number[]) =>
  tx.rows<StayRow>(sql`
    select one.id as "personId", s.place as text, s.place_id as "placeId", i.room_id as "roomId", s.until as time
    from unnest(${[...people]}::bigint[]) as one(id)
    cross join lateral (select d.device_id, d.place, d.place_id, d.until from device_stays d
      where d.tenant_id = ${tx.tenantId} and d.person_id = one.id order by d.since desc limit 1) as s
    left join indoor_places i on i.tenant_id = ${tx.tenantId} and i.id = s.place_id
    where s.until > ${instant(deps.now() - STALE_MINUTES * MINUTE)}
      and not exists (select from device_states k where k.tenant_id = ${tx.tenantId} and k.device_id = s.device_id
        and not k.approximate and k.located_at > s.until)`);

export interface Asked {
  bedIds?: readonly number[];
  personIds?: readonly number[];
  warningIds?: readonly number[];
  workOrderIds?: readonly number[];
  floorOfRoomId?: number;
}

/** The rooms that beds, people, warnings and orders concern, of a person the room of the bed, and all rooms of a floor. */
export async function roomsConcerned(tx: Tx, asked: Asked): Promise<number[]> {
  const { bedIds = [], personIds = [], warningIds = [], workOrderIds = [], floorOfRoomId = null } = asked;
  const rows = await tx.rows<{ id: number }>(sql`
    with persons as (
      select id from unnest(${[...personIds]}::bigint[]) as p(id)
      union select person_id from warnings where tenant_id = ${tx.tenantId} and id = any(${[...warningIds]}::bigint[])
      union select person_id from work_orders where tenant_id = ${tx.tenantId} and id = any(${[...workOrderIds]}::bigint[]))
    select b.room_id as id from beds b where b.tenant_id = ${tx.tenantId} and b.id = any(${[...bedIds]}::bigint[])
    union select b.room_id from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
      where p.tenant_id = ${tx.tenantId} and p.id in (select id from persons)
    union select w.room_id from warnings w where w.tenant_id = ${tx.tenantId} and w.id = any(${[...warningIds]}::bigint[])
      and w.room_id is not null
    union select o.id from rooms r join rooms o on o.tenant_id = r.tenant_id and o.building = r.building and o.floor = r.floor
      where r.tenant_id = ${tx.tenantId} and r.id = ${floorOfRoomId}::bigint`);
  return rows.map(({ id }) => id);
}
