/** The one way in which a warning comes to be: one open warning per subject and rule, however many occurrences there are. */
import { sql } from 'kysely';
import { disposals, rules, subjectOf, type RuleName } from '#contract/warnings/warnings.rules.ts';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import { nearby } from './place-names.ts';

export interface Occurrence {
  rule: RuleName;
  deviceId: number;
  /** `device_events` key of what was seen, so that the event names its warning. */
  code: string;
  /** Epoch ms by the device's clock, as stored in `device_events`. */
  at: number;
  /** Sent so long after it happened that staff must know. */
  late: boolean;
  /** WGS-84 degrees; null when the device did not say. */
  place: { lng: number; lat: number; approximate: boolean } | null;
}

export interface Raised {
  warningId: number;
  /** False when an open warning counted one more occurrence. */
  isNew: boolean;
}

interface About {
  type: string;
  personId: number | null;
  roomId: number | null;
  lng: number | null;
  lat: number | null;
  homeLng: number | null;
  homeLat: number | null;
  home: string | null;
}

/** The place of the occurrence, else the device's last known one, else the home of somebody cared for at home. */
function whereabouts(place: Occurrence['place'], { lng, lat, homeLng, homeLat, home }: About) {
  const known = place ?? (lng === null || lat === null ? null : { lng, lat, approximate: true });
  if (known) return { ...known, address: nearby(known.lng, known.lat) };
  if (homeLng === null || homeLat === null) return { lng: null, lat: null, approximate: null, address: home };
  return { lng: homeLng, lat: homeLat, approximate: true, address: home };
}

/** Wire `sourceType` of a device type; what is no wearable, bed, radar or camera is a button on the wall. */
const SOURCES: Record<string, number> = { watch: 1, pendant: 1, bed: 2, radar: 2, camera: 9 };
const BUTTON = 3;
/** `people.service_type`. */
const HOME_CARE = 2;
const moves = sql`excluded.last_at >= warnings.last_at and excluded.longitude is not null`;

/**
 * Raises or repeats the warning of an occurrence within `tx`, appends to its timeline, and tells the open pages on commit.
 * Who wears the device, its room (its own, else that of the wearer's bed) and, when the device does not say where it is, the last known
 * place (marked approximate) are read here, as they are when the warning is raised. Returns null when the tenant has no such device.
 */
export async function raiseWarning(tx: Tx, deps: Dependencies, occurrence: Occurrence): Promise<Raised | null> {
  const { rule, deviceId, code, at, late, place } = occurrence;
  const tenant = tx.tenantId;
  const about = await tx.row<About>(sql`
    select d.type, p.id as "personId", coalesce(d.room_id, b.room_id) as "roomId", s.longitude as lng, s.latitude as lat,
      case when p.service_type = ${HOME_CARE} then p.longitude end as "homeLng", case when p.service_type = ${HOME_CARE} then p.latitude end as "homeLat",
      case when p.service_type = ${HOME_CARE} then p.address end as home
    from devices d
    left join people p on p.tenant_id = d.tenant_id and p.id = d.person_id and p.deleted_at is null
    left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
    left join device_states s on s.tenant_id = d.tenant_id and s.device_id = d.id
    where d.tenant_id = ${tenant} and d.id = ${deviceId} and d.deleted_at is null`);
  if (!about) return null;
  const { type, personId, roomId } = about;
  const { lng, lat, approximate, address } = whereabouts(place, about);
  const { severity, content } = rules[rule];
  const text = late ? `${content}（设备补传）` : content;
  const open = sql`status in (${sql.lit(disposals.open)}, ${sql.lit(disposals.inProgress)})`;
  // The position follows the newest occurrence; the version stays, so that a button pressed again does not refuse the staff's handling.
  const raised = (await tx.row<{ warningId: number; isNew: boolean; severity: number }>(sql`
    with raised as (
      insert into warnings (tenant_id, rule, subject, severity, person_id, device_id, room_id, source_type, content, happened_at, last_at, longitude, latitude, approximate, address)
      values (${tenant}, ${rule}, ${subjectOf(personId, deviceId)}, ${severity}, ${personId}, ${deviceId}, ${roomId}, ${SOURCES[type] ?? BUTTON}, ${text},
        to_timestamp(${at}::float8 / 1000), to_timestamp(${at}::float8 / 1000), ${lng}, ${lat}, ${approximate}, ${address})
      on conflict (tenant_id, subject, rule) where ${open} do update set
        count = warnings.count + 1, severity = least(warnings.severity, excluded.severity), cleared_at = null, updated_at = now(),
        happened_at = least(warnings.happened_at, excluded.happened_at), last_at = greatest(warnings.last_at, excluded.last_at),
        longitude = case when ${moves} then excluded.longitude else warnings.longitude end,
        latitude = case when ${moves} then excluded.latitude else warnings.latitude end,
        approximate = case when ${moves} then excluded.approximate else warnings.approximate end,
        address = case when ${moves} then excluded.address else warnings.address end
      returning id, severity, old.id is null as is_new
    ), noted as (
      insert into warning_events (tenant_id, warning_id, kind, note)
      select ${tenant}, id, case when is_new then 'raised' else 'repeated' end, ${text} from raised
    ), linked as (
      update device_events set warning_id = raised.id from raised
      where tenant_id = ${tenant} and device_id = ${deviceId} and code = ${code} and at = to_timestamp(${at}::float8 / 1000)
    )
    select id as "warningId", is_new as "isNew", severity from raised`)) as Raised & { severity: number };
  const { warningId, isNew } = raised;
  if (isNew) await emit('warning.raised', { warningId, severity: raised.severity, rule }, tx, deps);
  else await emit('warning.changed', { warningId }, tx, deps);
  return { warningId, isNew };
}

/** Notes on a device's open warning of `rule` that its cause has gone (a charged battery). It stays open: staff close it. */
export async function clearWarning(tx: Tx, deps: Dependencies, rule: RuleName, deviceId: number): Promise<void> {
  const cleared = await tx.rows<{ id: number }>(sql`
    update warnings set cleared_at = now(), updated_at = now()
    where tenant_id = ${tx.tenantId} and device_id = ${deviceId} and rule = ${rule} and status in (0, 2) and cleared_at is null
    returning id`);
  for (const { id } of cleared) {
    await tx.run(sql`insert into warning_events (tenant_id, warning_id, kind) values (${tx.tenantId}, ${id}, 'cleared')`);
    await emit('warning.changed', { warningId: id }, tx, deps);
  }
}
