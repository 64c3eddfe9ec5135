/** Devices as the wire shows and finds them, with what their frames last said. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { OFFLINE_MINUTES } from '#contract/devices/devices.ts';
import type { Session } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import { lookup } from '../lists/columns.ts';
import type { AnyBuilder, ColumnValue } from '../lists/query.ts';
import type { devices } from '#contract/devices/devices.ts';
import { contains, equals, type ListOf } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { nameContains, reach } from '../lists/people-reach.ts';
import { scoped } from '../lists/data-scope.ts';
import { placeOfRoom } from '../rooms/places.ts';

const ofState =
  <C extends keyof Tables['device_states'] & string>(column: C) =>
  () =>
    sql<ColumnValue<
      'device_states',
      C
    > | null>`(select s.${sql.ref(column)} from device_states s where s.tenant_id = devices.tenant_id and s.device_id = devices.id)`;
const wearer =
  <C extends keyof Tables['people'] & string>(column: C) =>
  () =>
    sql<ColumnValue<
      'people',
      C
    > | null>`(select p.${sql.ref(column)} from people p where p.tenant_id = devices.tenant_id and p.id = devices.person_id)`;

const heardWithin = (minutes: RawBuilder<unknown>) =>
  sql<SqlBool>`s.last_seen_at > now() - make_interval(mins => coalesce(${minutes}, ${sql.lit(OFFLINE_MINUTES)}))`;
/**
 * Whether a `device_states s` was heard of lately, by what the type of the device says
 * that lately is. `device` is where `type_id` comes from.
 */
export const isOnline = (device: string) =>
  heardWithin(
    sql`(select t.silent_minutes from device_types t where t.tenant_id = s.tenant_id and t.id = ${sql.ref(`${device}.type_id`)})`,
  );
/** The same where the type is joined as `t`: for counting very many. */
export const isOnlineByType = heardWithin(sql`t.silent_minutes`);
const heardOf = sql<SqlBool>`exists (select from device_states s where s.tenant_id = devices.tenant_id and s.device_id = devices.id
  and ${isOnline('devices')})`;

const everHeard = sql<SqlBool>`exists (select from device_states s where s.tenant_id = devices.tenant_id and s.device_id = devices.id
  and s.last_seen_at is not null)`;

/** Cameras and locks do not report by themselves: of those, silence says nothing. */
export const isHeard = sql<SqlBool>`type not in ('camera', 'lock')`;

/** A device below this percentage, or that says so itself, needs charging. */
export const LOW_BATTERY = 20;

const isLow = sql<SqlBool>`exists (select from device_states s where s.tenant_id = devices.tenant_id and s.device_id = devices.id
  and (s.battery < ${sql.lit(LOW_BATTERY)} or (s.states & 1) = 1))`;

/** The kind of a gateway. */
export const HUB = 'hub';

/** Whether a device may be put behind a gateway: it comes by MQTT, is no gateway and behind none. */
export const isAssignable = sql<SqlBool>`(devices.hub_id is null and devices.type <> ${sql.lit(HUB)} and exists (select from device_types t
  where t.tenant_id = devices.tenant_id and t.id = devices.type_id and t.protocol = 'mqtt'))`;

/** Whether a device may be given to a person: it has no wearer, it is in use, and it is neither of a door nor of a room's network. */
const isWearable = sql<SqlBool>`(devices.person_id is null and devices.enabled and devices.type not in ('camera', 'lock', 'hub'))`;

const registered = scoped({ owners: ['created_by'] });

/** What a session may see of devices: those it registered and those worn by people it may see. */
export function reachOfDevices(eb: AnyBuilder, session: Session): Expression<SqlBool> | undefined {
  const own = registered(eb, session);
  if (!own) return undefined;
  const seen = db
    .selectFrom('people')
    .select('people.id')
    .where('people.tenant_id', '=', session.tenantId)
    .where((people) => reach(people as never, session) as never);
  return eb.or([own, eb(eb.ref('devices.person_id'), 'in', seen as never)]);
}

/** Rows of devices that a session sees now: who wore one before is then no secret, as in its alarms. */
export const ofSeenDevices = (eb: AnyBuilder, session: Session): Expression<SqlBool> =>
  eb(
    'device_id',
    'in',
    db
      .selectFrom('devices')
      .select('devices.id')
      .where('devices.tenant_id', '=', session.tenantId)
      .where((devices) => reachOfDevices(devices as never, session) ?? (devices.lit(true) as never)),
  );

/** How devices are read by `session`. */
export const deviceRows = (session: Session): ListOf<typeof devices.page, 'devices'> => ({
  table: 'devices',
  noun: '设备',
  soft: true,
  scope: reachOfDevices,
  columns: {
    id: 'id',
    imei: 'imei',
    shortId: 'short_id',
    type: 'type',
    typeId: 'type_id',
    typeName: lookup('device_types', 'name', 'devices.type_id'),
    protocol: lookup('device_types', 'protocol', 'devices.type_id'),
    name: 'name',
    manufacturer: 'manufacturer',
    model: 'model',
    enabled: 'enabled',
    oldmanId: 'person_id',
    oldmanName: wearer('name'),
    roomId: 'room_id',
    roomName: () => placeOfRoom(sql.ref('devices.tenant_id'), sql.ref('devices.room_id')),
    hubId: 'hub_id',
    hubName: () => sql`(select coalesce(h.name, h.imei) from devices h where h.tenant_id = devices.tenant_id and h.id = devices.hub_id)`,
    // Not `exists`: for that PostgreSQL would read the states of all devices for one page.
    online: () =>
      sql`(select ${isOnline('devices')} from device_states s where s.tenant_id = devices.tenant_id and s.device_id = devices.id)::integer`,
    lastSeenTime: ofState('last_seen_at'),
    battery: ofState('battery'),
    signal: ofState('signal'),
    lng: ofState('longitude'),
    lat: ofState('latitude'),
    approximate: ofState('approximate'),
    locateTime: ofState('located_at'),
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    imei: contains('imei'),
    number: (_eb, value) => sql`(devices.imei ^@ ${value} or devices.short_id ^@ ${value})`,
    type: equals('type'),
    typeId: equals('type_id'),
    oldmanId: equals('person_id'),
    hubId: equals('hub_id'),
    assignable: (_eb, wanted) => sql`${isAssignable} = ${wanted}`,
    wearable: (_eb, wanted) => sql`${isWearable} = ${wanted}`,
    oldmanName: (eb, value, expected) =>
      sql`devices.person_id in (${db
        .selectFrom('people')
        .select('people.id')
        .where('people.tenant_id', '=', session.tenantId)
        .where('people.deleted_at', 'is', null)
        .where(nameContains(session.tenantId)(eb, value, expected) as never)})`,
    online: (_eb, value) =>
      value === 1 ? heardOf : value === 2 ? sql<SqlBool>`(not ${everHeard} and ${isHeard})` : sql<SqlBool>`(not ${heardOf} and ${isHeard})`,
    lowBattery: (_eb, wanted) => sql`${isLow} = ${wanted}`,
  },
  sorts: { imei: 'imei', type: 'type' },
});
