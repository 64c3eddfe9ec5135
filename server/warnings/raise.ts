/** The one way in which a warning comes to be: one open warning per subject and rule, however many occurrences there are. */
import { textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { occur, type OpenWarning, type WarningChange } from '#contract/warnings/occurrences.rules.ts';
import { rules, severityLabels, subjectOf, type RuleName } from '#contract/warnings/warnings.rules.ts';
import type { Dependencies } from '../context.ts';
import { epochMs, instant } from '../db/instants.ts';
import { db, type Query, type Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import type { Occurrence, WarningSubject } from '../local-events.ts';
import { aside } from './aside.ts';
import { planEscalation, policiesInForce } from './escalations.ts';
import { nearby } from '../geo/place-names.ts';
import { noticeStorm } from './storms.ts';

export interface Raised {
  warningId: number;
  /** False when an open warning counted one more occurrence. */
  isNew: boolean;
}

interface About {
  type: string;
  /** The device was removed. */
  removed: boolean;
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
/** The open warning of a subject and rule, locked until the transaction ends. */
interface Open extends OpenWarning {
  id: number;
  sources: string[];
}

/** The same where it is joined: all of it is null where there is none. */
type Joined = (Omit<Open, 'id'> & { warningId: number }) | ({ [K in keyof Omit<Open, 'id'>]: null } & { warningId: null });

const openColumns = sql`w.id, w.severity, ${epochMs('w.last_at')} as "lastAt", ${epochMs('w.acknowledged_at')} as "acknowledgedAt",
  ${epochMs('w.cleared_at')} as "clearedAt", w.sources`;

/** Calls for help: raised also of a device that was removed. */
export const callRules: ReadonlySet<RuleName> = new Set(['sos', 'fall', 'service_call']);
const REMOVED = '已删除设备：';

/** Who had a device on when it was removed: it may still be on their wrist. */
const lastWearer = sql`(select l.person_id from device_bindings l
  where d.deleted_at is not null and l.tenant_id = d.tenant_id and l.device_id = d.id and l.released_at = d.deleted_at limit 1)`;

/**
 * Whose it is, where that is, and the open warning that it would repeat: by the device, or for what staff measured by the person alone.
 * Undefined when the tenant has no such one. The lock makes those who tell of one cause take turns.
 */
async function aboutOf(tx: Tx, { rule, deviceId, personId, part = '' }: Occurrence): Promise<(About & { open: Open | null }) | undefined> {
  const tenant = tx.tenantId;
  const home = sql`case when p.service_type = ${HOME_CARE} then p.longitude end as "homeLng",
    case when p.service_type = ${HOME_CARE} then p.latitude end as "homeLat",
    case when p.service_type = ${HOME_CARE} then p.address end as home`;
  const open = (subject: ReturnType<typeof sql>) => sql`left join lateral (
      select ${openColumns} from warnings w
      where w.tenant_id = ${tenant} and w.subject = ${subject} || ${part}::text and w.rule = ${rule} and w.status in (0, 2)
      for no key update) w on true`;
  const found = await tx.row<About & Joined>(
    deviceId === null
      ? sql`
        select 'hand' as type, false as removed, p.id as "personId", b.room_id as "roomId",
          null::float8 as lng, null::float8 as lat, ${home},
          w.id as "warningId", w.severity, w."lastAt", w."acknowledgedAt", w."clearedAt", w.sources
        from people p left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
        ${open(sql`'p' || p.id`)}
        where p.tenant_id = ${tenant} and p.id = ${personId ?? null} and p.deleted_at is null`
      : sql`
        select d.type, d.deleted_at is not null as removed, p.id as "personId", coalesce(d.room_id, b.room_id) as "roomId",
          s.longitude as lng, s.latitude as lat, ${home},
          w.id as "warningId", w.severity, w."lastAt", w."acknowledgedAt", w."clearedAt", w.sources
        from devices d
        left join people p on p.tenant_id = d.tenant_id and p.id = coalesce(${personId ?? null}::bigint, d.person_id, ${lastWearer})
          and p.deleted_at is null
        left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
        left join device_states s on s.tenant_id = d.tenant_id and s.device_id = d.id
        ${open(sql`coalesce('p' || p.id, 'd' || d.id)`)}
        where d.tenant_id = ${tenant} and d.id = ${deviceId} and (d.deleted_at is null or ${callRules.has(rule)})`,
  );
  return found && { ...found, open: found.warningId === null ? null : { ...found, id: found.warningId } };
}

/** The columns by which a warning waits to be confirmed anew, as `occur` says. */
const anewColumns = ({ anew, asks, graver }: Pick<WarningChange, 'anew' | 'asks' | 'graver'>, now: number) => ({
  ...(anew && {
    acknowledged_at: null,
    acknowledged_by: null,
    asked_why: null,
    asks_again_at: null,
    anew_count: sql<number>`anew_count + 1`,
  }),
  ...(asks && { asked_at: instant(now) }),
  ...(graver && { snoozed_until: null }),
});

/** `一般 → 紧急`. */
const severityStep = (before: number, after: number) => `${severityLabels[before]} → ${severityLabels[after]}`;

const MOST_TURNS = 10;

/**
 * Raises or repeats the warning of an occurrence within `tx`, appends to its timeline, and tells the open pages on commit.
 * Who wears the device, its room (its own, else that of the wearer's bed) and, when the device does not say where it is, the last known
 * place (marked approximate) are read here, as they are when the warning is raised. What an open warning becomes is decided by `occur`.
 * `told`: whether the device says so for the first time, where that is still being asked: it is read meanwhile, and written only if so.
 * Returns null when the tenant has no such device or person, or was told before.
 */
export async function raiseWarning(
  tx: Tx,
  deps: Dependencies,
  occurrence: Occurrence,
  told: Promise<boolean> | true = true,
): Promise<Raised | null> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const [isFirst, about] = await Promise.all([told, aboutOf(tx, occurrence)]);
    if (!isFirst || !about) return null;
    const raised = await write(tx, deps, occurrence, about);
    if (raised) return raised;
  }
  throw new Error('an open warning was opened and closed by others again and again');
}

/** Gives null when another transaction has opened the warning since `about` was read. */
async function write(tx: Tx, deps: Dependencies, occurrence: Occurrence, about: About & { open: Open | null }): Promise<Raised | null> {
  const { rule, deviceId, code, at, late, place, measured } = occurrence;
  const tenant = tx.tenantId;
  const now = deps.now();
  const { type, personId, roomId, open } = about;
  const { lng, lat, approximate, address } = whereabouts(place, about);
  const content = `${about.removed ? REMOVED : ''}${occurrence.content ?? rules[rule].content}`;
  const own = occurrence.severity ?? rules[rule].severity;
  // A value says when it was measured: whoever is woken must know that it is no longer now.
  const measuredAt = measured ? `，测量于 ${textOf(at).slice(5, 16)}` : '';
  const text = late ? `${content}（${deviceId === null ? '补录' : '设备补传'}${measuredAt}）` : content;
  const change = open && occur(open, { rule, at, severity: own, judged: occurrence.severity !== undefined }, now);
  const severity = change?.severity ?? own;
  const reporter = deviceId === null ? [] : [`${type}:${deviceId}`];
  const position = { longitude: lng, latitude: lat, approximate, address };
  const value = { metric: measured?.metric ?? null, value: measured?.value ?? null, limit_value: measured?.limit ?? null };
  let row: Query<{ id: number }>;
  if (open && change)
    // The version stays, so that a button pressed twice does not refuse the staff's handling; another emergency counts it.
    row = db
      .updateTable('warnings')
      .set({
        count: sql`count + 1`,
        severity,
        cleared_at: null,
        updated_at: sql`now()`,
        ...anewColumns(change, now),
        ...(change.another && { version: sql<number>`version + 1` }),
        ...(change.newest && { ...value, last_at: instant(at) }),
        ...(change.newest && (measured || occurrence.title || about.removed) && { content: text }),
        ...(change.newest && lng !== null && position),
        ...(reporter.some((source) => !open.sources.includes(source)) && { sources: [...open.sources, ...reporter] }),
        happened_at: sql`least(happened_at, ${instant(at)})`,
      })
      .where('tenant_id', '=', tenant)
      .where('id', '=', open.id)
      .returning('id');
  else
    row = db
      .insertInto('warnings')
      .values({
        tenant_id: tenant,
        rule,
        subject: subjectOf(personId, deviceId, occurrence.part),
        severity,
        person_id: personId,
        device_id: deviceId,
        room_id: roomId,
        source_type: deviceId !== null ? (SOURCES[type] ?? BUTTON) : measured ? BY_HAND : BY_CLOCK,
        content: text,
        happened_at: instant(at),
        last_at: instant(at),
        ...position,
        ...value,
        sources: reporter,
        title: occurrence.title ?? (about.removed ? `${rules[rule].label}（已删除设备）` : null),
        condition_rule_id: occurrence.conditionRuleId ?? null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id');
  const moved = open !== null && open.severity !== severity;
  const isNew = open === null;
  const asks = isNew || change?.asks === true;
  const writing = tx.row<{ id: number }>(sql`
    with raised as (${row}), noted as (
      insert into warning_events (tenant_id, warning_id, kind, note)
      select ${tenant}, raised.id, n.kind, n.note from raised, unnest(
        ${[...(moved ? ['severity'] : []), open ? 'repeated' : 'raised']}::text[],
        ${[...(moved ? [severityStep(open.severity, severity)] : []), text]}::text[]) with ordinality as n (kind, note, place)
      order by n.place
    ), linked as (
      update device_events set warning_id = raised.id from raised
      where tenant_id = ${tenant} and device_id = ${deviceId} and code = ${code} and at = ${instant(at)}
    )
    select id from raised`);
  // What follows from it travels with it.
  const [raised, policies] = await Promise.all([writing, asks ? policiesInForce(tx) : []]);
  if (!raised) return null;
  const warningId = raised.id;
  if (asks)
    await aside(tx, deps, async () => {
      if (isNew) await noticeStorm(tx, { id: warningId, rule, roomId, severity });
      await planEscalation(tx, deps, warningId, rule, severity, isNew, policies);
    });
  if (isNew) await emit('warning.raised', { warningId, severity, rule }, tx, deps);
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
    update warnings set cleared_at = ${instant(deps.now())}, updated_at = now()
    where tenant_id = ${tx.tenantId} and ${belongs(whose)} and rule = ${rule} and status in (0, 2) and cleared_at is null
    returning id`);
  for (const { id } of cleared) {
    await tx.run(sql`insert into warning_events (tenant_id, warning_id, kind, note) values (${tx.tenantId}, ${id}, 'cleared', ${note})`);
    await emit('warning.changed', { warningId: id }, tx, deps);
  }
}

/** Gives a person's open warning of `rule` another severity, up or down; one that grows graver asks to be confirmed anew. */
export async function reviseWarning(tx: Tx, deps: Dependencies, rule: RuleName, personId: number, severity: number): Promise<void> {
  const open = await tx.row<{ id: number; severity: number }>(sql`
    select id, severity from warnings where tenant_id = ${tx.tenantId} and subject = ${subjectOf(personId, null)} and rule = ${rule}
      and status in (0, 2) and severity <> ${severity} for no key update`);
  if (!open) return;
  const { id, severity: before } = open;
  const graver = severity < before;
  await tx.run(
    db
      .updateTable('warnings')
      .set({ severity, updated_at: sql`now()`, ...anewColumns({ anew: graver, asks: graver, graver }, deps.now()) })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id),
  );
  await tx.run(
    db
      .insertInto('warning_events')
      .values({ tenant_id: tx.tenantId, warning_id: id, kind: 'severity', note: severityStep(before, severity) }),
  );
  if (graver) await planEscalation(tx, deps, id, rule, severity);
  await emit('warning.changed', { warningId: id }, tx, deps);
}
