/** The one way in which a warning comes to be: one open warning per subject and rule, however many occurrences there are. */
import { textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { disposals, rules, severityLabels, subjectOf, type RuleName } from '#contract/warnings/warnings.rules.ts';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { databaseAway } from '../errors.ts';
import { emit } from '../events.ts';
import type { Occurrence, WarningSubject } from '../local-events.ts';
import { planEscalation } from './escalations.ts';
import { nearby } from '../geo/place-names.ts';
import { noticeStorm } from './storms.ts';

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
const BY_HAND = 4;
const BY_CLOCK = 5;
/** `people.service_type`. */
const HOME_CARE = 2;
/** A severity column in words. */
const severityWords = (column: 'severity' | 'severity_before') =>
  sql`case ${sql.ref(column)} ${sql.join(
    Object.entries(severityLabels).map(([number, label]) => sql`when ${sql.lit(Number(number))} then ${sql.lit(label)}`),
    sql` `,
  )} end`;
/**
 * Seconds within which what comes again is the same: a fall that several devices report, a button that is pressed and pressed. Later it is
 * another, and asks to be confirmed anew, also when nobody has closed the first. Sensors that go on telling of one cause have an hour.
 */
const APART: Partial<Record<RuleName, number>> = { sos: 120, fall: 120, alarm: 3600, left_fence: 3600 };
const moves = sql`excluded.last_at >= warnings.last_at and excluded.longitude is not null`;

/** Database errors after which the whole unit of work is tried again. */
const PASSING = /^(40|53|55|57|08)/;

/** Work whose failure must not take the warning with it: whom to tell is worth less than that it is there. */
export async function aside(tx: Tx, deps: Dependencies, work: () => Promise<void>): Promise<void> {
  try {
    // They travel together.
    await Promise.all([tx.run(sql`savepoint aside`), work()]);
    await tx.run(sql`release savepoint aside`);
  } catch (error) {
    if (databaseAway(error) || PASSING.test(String((error as { code?: string }).code ?? ''))) throw error;
    deps.log.error({ err: error }, 'what follows from a warning could not be written down');
    await tx.run(sql`rollback to savepoint aside`);
  }
}

/**
 * Whose it is and where that is: by the device, or for what staff measured by the person alone. Undefined when the tenant has no such one.
 */
function aboutOf(tx: Tx, { deviceId, personId }: Occurrence): Promise<About | undefined> {
  const tenant = tx.tenantId;
  const home = sql`case when p.service_type = ${HOME_CARE} then p.longitude end as "homeLng",
    case when p.service_type = ${HOME_CARE} then p.latitude end as "homeLat",
    case when p.service_type = ${HOME_CARE} then p.address end as home`;
  if (deviceId === null)
    return tx.row<About>(sql`
      select 'hand' as type, p.id as "personId", b.room_id as "roomId", null::float8 as lng, null::float8 as lat, ${home}
      from people p left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
      where p.tenant_id = ${tenant} and p.id = ${personId ?? null} and p.deleted_at is null`);
  return tx.row<About>(sql`
    select d.type, p.id as "personId", coalesce(d.room_id, b.room_id) as "roomId", s.longitude as lng, s.latitude as lat, ${home}
    from devices d
    left join people p on p.tenant_id = d.tenant_id and p.id = coalesce(${personId ?? null}::bigint, d.person_id) and p.deleted_at is null
    left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
    left join device_states s on s.tenant_id = d.tenant_id and s.device_id = d.id
    where d.tenant_id = ${tenant} and d.id = ${deviceId} and d.deleted_at is null`);
}

/**
 * Raises or repeats the warning of an occurrence within `tx`, appends to its timeline, and tells the open pages on commit.
 * Who wears the device, its room (its own, else that of the wearer's bed) and, when the device does not say where it is, the last known
 * place (marked approximate) are read here, as they are when the warning is raised.
 * One that had cleared, grows graver, or is another press or fall asks to be confirmed anew.
 * Returns null when the tenant has no such device or person.
 */
export async function raiseWarning(tx: Tx, deps: Dependencies, occurrence: Occurrence): Promise<Raised | null> {
  const { rule, deviceId, code, at, late, place, measured } = occurrence;
  const tenant = tx.tenantId;
  const about = await aboutOf(tx, occurrence);
  if (!about) return null;
  const { type, personId, roomId } = about;
  const { lng, lat, approximate, address } = whereabouts(place, about);
  const content = occurrence.content ?? rules[rule].content;
  const severity = occurrence.severity ?? rules[rule].severity;
  // A value says when it was measured: whoever is woken must know that it is no longer now.
  const measuredAt = measured ? `，测量于 ${textOf(at).slice(5, 16)}` : '';
  const text = late ? `${content}（${deviceId === null ? '补录' : '设备补传'}${measuredAt}）` : content;
  const source = deviceId !== null ? (SOURCES[type] ?? BUTTON) : measured ? BY_HAND : BY_CLOCK;
  const open = sql`status in (${sql.lit(disposals.open)}, ${sql.lit(disposals.inProgress)})`;
  const settled = occurrence.severity === undefined ? sql`least(warnings.severity, excluded.severity)` : sql`excluded.severity`;
  const newest = sql`excluded.last_at >= warnings.last_at`;
  const apart = sql`make_interval(secs => ${APART[rule] ?? 0})`;
  // A person who goes on pressing after a carer confirmed is still alone; a radar that goes on telling of one fall is not another.
  const another = sql`(${rule in APART} and (excluded.last_at > warnings.last_at + ${apart} or ${rule === 'sos'} and ${newest} and now() > warnings.acknowledged_at + ${apart}))`;
  const graver = sql`excluded.severity < warnings.severity`;
  const anew = sql`(warnings.cleared_at is not null or ${graver} or ${another})`;
  const reporter = deviceId === null ? [] : [`${type}:${deviceId}`];
  // The position follows the newest occurrence. The version stays, so that a button pressed twice does not refuse the staff's handling;
  // another emergency does, because staff may not close what they have not seen.
  const raised = (await tx.row<{ warningId: number; isNew: boolean; severity: number }>(sql`
    with raised as (
      insert into warnings (tenant_id, rule, subject, severity, person_id, device_id, room_id, source_type, content, happened_at, last_at,
        longitude, latitude, approximate, address,
        metric, value, limit_value, sources, title, condition_rule_id)
      values (${tenant}, ${rule}, ${subjectOf(personId, deviceId, occurrence.part)}, ${severity}, ${personId}, ${deviceId}, ${roomId},
        ${source}, ${text},
        to_timestamp(${at}::float8 / 1000), to_timestamp(${at}::float8 / 1000), ${lng}, ${lat}, ${approximate}, ${address},
        ${measured?.metric ?? null}, ${measured?.value ?? null}, ${measured?.limit ?? null}, ${reporter},
        ${occurrence.title ?? null}, ${occurrence.conditionRuleId ?? null})
      on conflict (tenant_id, subject, rule) where ${open} do update set
        count = warnings.count + 1, severity = ${settled}, cleared_at = null, updated_at = now(),
        acknowledged_at = case when ${anew} then null else warnings.acknowledged_at end,
        acknowledged_by = case when ${anew} then null else warnings.acknowledged_by end,
        asked_at = case when ${anew} and (warnings.acknowledged_at is not null or warnings.cleared_at is not null or ${graver})
          then to_timestamp(${deps.now()}::float8 / 1000) else warnings.asked_at end,
        asked_why = case when ${anew} then null else warnings.asked_why end,
        asks_again_at = case when ${anew} then null else warnings.asks_again_at end,
        anew_count = warnings.anew_count + case when ${anew} then 1 else 0 end,
        snoozed_until = case when ${graver} then null else warnings.snoozed_until end,
        version = warnings.version + case when ${another} then 1 else 0 end,
        content = case when (excluded.metric is not null or excluded.title is not null)
          and ${newest} then excluded.content else warnings.content end,
        metric = case when ${newest} then excluded.metric else warnings.metric end,
        value = case when ${newest} then excluded.value else warnings.value end,
        limit_value = case when ${newest} then excluded.limit_value else warnings.limit_value end,
        sources = case when warnings.sources @> excluded.sources then warnings.sources else warnings.sources || excluded.sources end,
        happened_at = least(warnings.happened_at, excluded.happened_at), last_at = greatest(warnings.last_at, excluded.last_at),
        longitude = case when ${moves} then excluded.longitude else warnings.longitude end,
        latitude = case when ${moves} then excluded.latitude else warnings.latitude end,
        approximate = case when ${moves} then excluded.approximate else warnings.approximate end,
        address = case when ${moves} then excluded.address else warnings.address end
      returning id, severity, old.severity as severity_before, old.id is null as is_new,
        old.acknowledged_at is not null and acknowledged_at is null or old.cleared_at is not null or old.severity > severity as is_anew
    ), noted as (
      insert into warning_events (tenant_id, warning_id, kind, note)
      select ${tenant}, id, case when is_new then 'raised' else 'repeated' end, ${text} from raised
    ), moved as (
      insert into warning_events (tenant_id, warning_id, kind, note)
      select ${tenant}, id, 'severity', ${severityWords('severity_before')} || ' → ' || ${severityWords('severity')} from raised
      where severity_before <> severity
    ), linked as (
      update device_events set warning_id = raised.id from raised
      where tenant_id = ${tenant} and device_id = ${deviceId} and code = ${code} and at = to_timestamp(${at}::float8 / 1000)
    )
    select id as "warningId", is_new as "isNew", is_anew as "isAnew", severity from raised`)) as Raised & {
    severity: number;
    isAnew: boolean | null;
  };
  const { warningId, isNew, isAnew } = raised;
  if (isNew || isAnew)
    await aside(tx, deps, async () => {
      if (isNew) await noticeStorm(tx, { id: warningId, rule, roomId, severity: raised.severity });
      await planEscalation(tx, deps, warningId, rule, raised.severity, isNew);
    });
  if (isNew) await emit('warning.raised', { warningId, severity: raised.severity, rule }, tx, deps);
  else await emit('warning.changed', { warningId }, tx, deps);
  return { warningId, isNew };
}

const belongs = (whose: WarningSubject) =>
  'deviceId' in whose
    ? sql`device_id = ${whose.deviceId}`
    : whose.part === undefined
      ? sql`person_id = ${whose.personId}`
      : sql`subject = ${subjectOf(whose.personId, null, whose.part)}`;

/**
 * Notes on the open warning of `rule` that its cause has gone (a charged battery, a
 * value back in its bounds). It stays open: staff close it.
 */
export async function clearWarning(
  tx: Tx,
  deps: Dependencies,
  rule: RuleName,
  whose: WarningSubject,
  note: string | null = null,
): Promise<void> {
  const cleared = await tx.rows<{ id: number }>(sql`
    update warnings set cleared_at = to_timestamp(${deps.now()}::float8 / 1000), updated_at = now()
    where tenant_id = ${tx.tenantId} and ${belongs(whose)} and rule = ${rule} and status in (0, 2) and cleared_at is null
    returning id`);
  for (const { id } of cleared) {
    await tx.run(sql`insert into warning_events (tenant_id, warning_id, kind, note) values (${tx.tenantId}, ${id}, 'cleared', ${note})`);
    await emit('warning.changed', { warningId: id }, tx, deps);
  }
}

/** Gives a person's open warning of `rule` another severity, up or down; one that grows graver asks to be confirmed anew. */
export async function reviseWarning(tx: Tx, deps: Dependencies, rule: RuleName, personId: number, severity: number): Promise<void> {
  const moved = await tx.rows<{ id: number; graver: boolean }>(sql`
    with moved as (
      update warnings set severity = ${severity}, updated_at = now(),
        acknowledged_at = case when ${severity} < severity then null else acknowledged_at end,
          acknowledged_by = case when ${severity} < severity then null else acknowledged_by end,
        asked_at = case when ${severity} < severity then to_timestamp(${deps.now()}::float8 / 1000) else asked_at end,
        asked_why = case when ${severity} < severity then null else asked_why end, asks_again_at = case when ${severity} < severity
          then null else asks_again_at end,
        anew_count = anew_count + case when ${severity} < severity then 1 else 0 end,
        snoozed_until = case when ${severity} < severity then null else snoozed_until end
      where tenant_id = ${tx.tenantId} and subject = ${subjectOf(personId, null)} and rule = ${rule} and status in (0, 2)
        and severity <> ${severity}
      returning id, severity, old.severity as severity_before
    ), noted as (
      insert into warning_events (tenant_id, warning_id, kind, note)
      select ${tx.tenantId}, id, 'severity', ${severityWords('severity_before')} || ' → ' || ${severityWords('severity')} from moved
    )
    select id, severity < severity_before as graver from moved`);
  for (const { id, graver } of moved) if (graver) await planEscalation(tx, deps, id, rule, severity);
  for (const { id } of moved) await emit('warning.changed', { warningId: id }, tx, deps);
}
