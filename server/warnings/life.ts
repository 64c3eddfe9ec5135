/** Signs of life, and what happens when they do not come. A dead sensor is never taken for a quiet person. */
import { HOUR, MINUTE, clockOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { blindness, lifeSources, nextDue, type LifeSource, type Sensor } from '#contract/warnings/life.rules.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import { signals } from '#contract/warnings/conditions.rules.ts';
import { aloneIn, IN_CARE, roomAlone } from './alone.ts';
import { judgeSituation } from './condition-states.ts';
import { aside } from './aside.ts';
import { clearWarning, raiseWarning } from './raise.ts';
import { handlers } from './recipients.ts';

const MOST = 500;
/** Somebody who has just been given a device has to get used to it. */
const NEW_BINDING = 24 * HOUR;
/** Minutes after which a device without a type is silent. */
export const SILENT_MINUTES = 20;

interface Window {
  days: number[];
  from: string;
  to: string;
  quietMinutes: number;
  secondMinutes: number | null;
  sources: LifeSource[];
  createdBy: number | null;
}

const windowsOf = (tx: Tx, personId: number) =>
  tx.rows<Window>(sql`
    select days, starts as "from", ends as "to", quiet_minutes as "quietMinutes", second_minutes as "secondMinutes", sources,
      created_by as "createdBy" from life_windows
    where tenant_id = ${tx.tenantId} and person_id = ${personId} and enabled`);

/** Which sources count for these people; who is not in it is not watched. */
export async function watchedLives(tx: Tx, personIds: readonly number[]): Promise<Map<number, ReadonlySet<LifeSource>>> {
  const rows = await tx.rows<{ person_id: number; sources: LifeSource[] }>(
    sql`select person_id, sources from life_windows where tenant_id = ${tx.tenantId} and enabled
      and person_id = any(${personIds}::bigint[])`,
  );
  const all = new Map<number, Set<LifeSource>>();
  for (const { person_id: id, sources } of rows) all.set(id, new Set([...(all.get(id) ?? []), ...sources]));
  return all;
}

interface State {
  last: number;
  source: LifeSource | null;
  stage: number;
}

const lockState = (tx: Tx, personId: number) =>
  tx.row<State>(sql`
    select extract(epoch from last_at)::float8 * 1000 as last, last_source as source, stage from life_states
    where tenant_id = ${tx.tenantId} and person_id = ${personId} for update`);

/** Waits from `last` (epoch ms) on. `due` is another moment than the windows' own. */
async function waitFrom(tx: Tx, personId: number, last: number, source: LifeSource | null, stage = 0, due?: number | null): Promise<void> {
  const next = due === undefined ? (nextDue(await windowsOf(tx, personId), last)?.at ?? null) : due;
  await tx.run(sql`
    insert into life_states (tenant_id, person_id, last_at, last_source, next_due_at, stage)
    values (${tx.tenantId}, ${personId}, ${instant(last)}, ${source}, ${instant(next)}, ${stage})
    on conflict (tenant_id, person_id)
    do update set last_at = excluded.last_at, last_source = coalesce(excluded.last_source, life_states.last_source),
      next_due_at = excluded.next_due_at, stage = excluded.stage`);
}

/**
 * A sign of life at `at` (epoch ms); one that is older than the last changes nothing.
 * Ends a warning, which says `by` whom where that is known.
 */
export async function touchLife(tx: Tx, deps: Dependencies, personId: number, source: LifeSource, at: number, by = ''): Promise<void> {
  const state = await lockState(tx, personId);
  if (state && at <= state.last) return;
  await waitFrom(tx, personId, at, source);
  if (!state || state.stage === 0) return;
  await clearWarning(tx, deps, 'no_activity', { personId }, `恢复活动：${lifeSources[source]}${by && `（${by}）`}`);
  await judgeSituation(tx, deps, personId, signals.quiet, false);
}

/** Notes on a person's open fall that they move again, once after each fall. It is never closed by that: somebody has to look. */
export async function noteMovement(
  tx: Tx,
  deps: Dependencies,
  personId: number,
  { source, at }: { source: LifeSource; at: number },
): Promise<void> {
  const noted = await tx.rows<{ id: number }>(sql`
    insert into warning_events (tenant_id, warning_id, kind, note)
    select w.tenant_id, w.id, 'moved', ${lifeSources[source]} from warnings w
    where w.tenant_id = ${tx.tenantId} and w.person_id = ${personId} and w.rule = 'fall' and w.status in (0, 2)
      and w.last_at < ${instant(at)}
      and not exists (select from warning_events e where e.tenant_id = w.tenant_id and e.warning_id = w.id and e.kind = 'moved'
        and e.id > (select max(f.id) from warning_events f where f.tenant_id = w.tenant_id and f.warning_id = w.id
          and f.kind in ('raised', 'repeated')))
    returning warning_id as id`);
  for (const { id } of noted) await emit('warning.changed', { warningId: id }, tx, deps);
}

/** After its windows changed: whoever is watched is waited for from now on. */
export async function rewatch(tx: Tx, deps: Dependencies, personId: number): Promise<void> {
  const state = await lockState(tx, personId);
  await waitFrom(tx, personId, deps.now(), null);
  if (state && state.stage > 0) await clearWarning(tx, deps, 'no_activity', { personId }, '守护时段已调整');
}

/** Nobody knows what was until `now` (epoch ms): whoever is not warned of yet is waited for from then on. */
export async function waitAnew(tx: Tx, personId: number, now: number): Promise<void> {
  const state = await lockState(tx, personId);
  if (state && state.stage === 0 && state.last < now) await waitFrom(tx, personId, now, null);
}

/** Whether somebody is still seen at `now` (epoch ms) by living sensors among those that `which` leaves. */
export async function isSeenBy(tx: Tx, personId: number, now: number, which: (sensor: OwnSensor) => boolean): Promise<boolean> {
  const sources = (await windowsOf(tx, personId)).flatMap((window) => window.sources);
  return blindness((await sensorsOf(tx, personId, now)).filter(which), sources) === null;
}

/**
 * The only sensor of these devices' wearers, or of who is alone in their room, is heard of again:
 * what was in between is not known, so the wait begins now (epoch ms).
 */
export async function sensorsReturned(tx: Tx, deviceIds: readonly number[], now: number): Promise<void> {
  const back = await tx.rows<{ personId: number | null; roomId: number | null }>(sql`
    select distinct d.person_id as "personId", case when d.person_id is null then d.room_id end as "roomId" from devices d
    where d.tenant_id = ${tx.tenantId} and d.id = any(${deviceIds}::bigint[])
      and exists (select from life_states l join people p on p.tenant_id = l.tenant_id and p.id = l.person_id
      left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id where l.tenant_id = d.tenant_id and l.stage = 0
        and (p.id = d.person_id or (d.person_id is null and b.room_id = d.room_id)))`);
  for (const { personId, roomId } of back) {
    const id = personId ?? (roomId === null ? null : await aloneIn(tx, roomId));
    if (id !== null && !(await isSeenBy(tx, id, now, ({ deviceId }) => !deviceIds.includes(deviceId)))) await waitAnew(tx, id, now);
  }
}

/** Of the devices `o`: those that belong to a person, or to the room in which they are alone. */
const ofPerson = (personId: number, roomId: number | null) =>
  sql`(o.person_id = ${personId} or (o.person_id is null and o.room_id = ${roomId}))`;

interface OwnSensor extends Sensor {
  readonly deviceId: number;
}

const sensorsOf = async (tx: Tx, personId: number, now: number) =>
  tx.rows<OwnSensor>(sql`
    select o.id as "deviceId", o.type as kind, o.person_id is null as "ofRoom",
      extract(epoch from coalesce(b.bound_at, o.created_at))::float8 * 1000 <= ${now - NEW_BINDING}::float8 as settled,
      coalesce(s.last_seen_at > ${instant(now)} - make_interval(mins
        => coalesce(t.silent_minutes, ${SILENT_MINUTES})::integer), false) as alive,
      o.type = 'bed' and coalesce((select e.code from device_events e where e.tenant_id = o.tenant_id and e.device_id = o.id
        and e.code in ('bed_in', 'bed_out')
        order by e.at desc limit 1) = 'bed_out', false) as "emptyBed"
    from devices o
    left join device_states s on s.tenant_id = o.tenant_id and s.device_id = o.id
    left join device_types t on t.tenant_id = o.tenant_id and t.id = o.type_id
    left join device_bindings b on b.tenant_id = o.tenant_id and b.device_id = o.id and b.released_at is null
    where o.tenant_id = ${tx.tenantId} and ${ofPerson(personId, await roomAlone(tx, personId))} and o.enabled and o.deleted_at is null`);

/** Why nothing can be concluded from the silence; null when it can. */
async function excuse(tx: Tx, personId: number, sources: readonly LifeSource[], now: number): Promise<string | null> {
  const person = await tx.row<{ status: number }>(
    sql`select status from people where tenant_id = ${tx.tenantId} and id = ${personId} and deleted_at is null`,
  );
  return person?.status === IN_CARE ? blindness(await sensorsOf(tx, personId, now), sources) : 'away';
}

/**
 * Who is sent to look: the SOS order of the warning, in the name of who set up the
 * watch. That it cannot be written takes no warning with it.
 */
async function draftVisit(tx: Tx, deps: Dependencies, warningId: number, userId: number | null): Promise<void> {
  const by = userId ?? (await handlers(tx))[0]?.id;
  if (by === undefined) return;
  await aside(tx, deps, () => emit('visit.wanted', { warningId, by: { userId: by, name: '生命守护' } }, tx, deps));
}

async function lookAfter(tx: Tx, deps: Dependencies, personId: number, now: number): Promise<void> {
  const state = (await lockState(tx, personId)) as State;
  const windows = await windowsOf(tx, personId);
  if (windows.length === 0) return waitFrom(tx, personId, state.last, state.source, 0, null);
  // Somebody who is back, or whose sensor lives again, is waited for from now on.
  const due = nextDue(windows, state.last);
  if (await excuse(tx, personId, due?.window.sources ?? windows.flatMap(({ sources }) => sources), now))
    return waitFrom(tx, personId, now, null, state.stage === 0 ? 0 : state.stage);
  const second = due?.window.secondMinutes ?? null;
  const stage = state.stage === 0 && second !== null ? 1 : 2;
  const quiet = Math.round((now - state.last) / MINUTE);
  const last = state.source === null ? `自${clockOf(state.last)}起` : `最后活动 ${clockOf(state.last)} ${lifeSources[state.source]}`;
  const raised = await raiseWarning(tx, deps, {
    rule: 'no_activity',
    deviceId: null,
    personId,
    code: 'no_activity',
    at: now,
    late: false,
    place: null,
    severity: stage === 1 ? 3 : 1,
    content: `已${quiet}分钟没有活动（${last}）`,
  });
  if (stage === 2 && raised) await draftVisit(tx, deps, raised.warningId, due?.window.createdBy ?? null);
  await judgeSituation(tx, deps, personId, signals.quiet, true);
  await waitFrom(tx, personId, state.last, state.source, stage, stage === 1 ? now + (second as number) * MINUTE : null);
}

/** Looks after everybody of the tenant who is due at `now` (epoch ms), each taken by one process only. Gives how many. */
export async function sweepLives(tx: Tx, deps: Dependencies, now: number): Promise<number> {
  const due = await tx.rows<{ person_id: number }>(sql`
    select person_id from life_states where tenant_id = ${tx.tenantId} and next_due_at <= ${instant(now)}
    order by next_due_at limit ${MOST} for update skip locked`);
  for (const { person_id: personId } of due) await lookAfter(tx, deps, personId, now);
  return due.length;
}
