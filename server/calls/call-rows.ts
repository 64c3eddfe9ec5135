/** A call with its legs and the seats of it: locked, changed by a pure rule, and written as far as it differs. */
import { sql, type RawBuilder } from 'kysely';
import type { CallEvent, CallLeg, CallRefusal, CallState, CallTimes, Outcome, Presence, Situation } from '#contract/calls/call-state.ts';
import { legKinds, legStates } from '#contract/calls/hearing.rules.ts';
import { callPhases, seatStates } from '#contract/calls/seat-states.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Work } from '../context.ts';
import { epochMs, instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { aboutCall, endSpan, noteWaits, type About } from './call-facts.ts';
import { callRefusal } from './call-refusals.ts';
import { phone, sealedJson } from '../db/sealed-phones.ts';

/** The call, locked until the transaction ends. Throws 404. */
export async function lockCall(tx: Tx, id: number): Promise<CallState> {
  const row = await tx.row<CallState>(sql`
    select id, kind, status, phase, group_id as "groupId", seat_id as "seatId", priority, tried, ${epochMs('queued_at')} as "queuedAt",
      ${epochMs('rang_at')} as "rangAt", ${epochMs('established_at')} as "establishedAt", ${epochMs('ended_at')} as "endedAt",
      ${epochMs('due_at')} as "dueAt", disposition, ended_by as "endedBy"
    from calls where tenant_id = ${tx.tenantId} and id = ${id} for update`);
  if (!row) throw notFound('通话');
  return row;
}

const legsOf = (tx: Tx, callId: number) =>
  tx.rows<CallLeg>(sql`
    select id, kind, seat_id as "seatId", part, to_seat_id as "toSeatId", state, held, muted, address, name, reason, digits, supervises
    from call_legs where tenant_id = ${tx.tenantId} and call_id = ${callId} and state < ${legStates.ended} order by id`);

/** What seats do, locked in the order of their ids; a seat without a row is off duty. */
export async function lockPresences(tx: Tx, seatIds: readonly number[]): Promise<Presence[]> {
  const ids = [...new Set(seatIds)].toSorted((a, b) => a - b);
  if (ids.length === 0) return [];
  await tx.run(sql`
    insert into call_presences (tenant_id, seat_id) select s.tenant_id, s.id from call_seats s
    where s.tenant_id = ${tx.tenantId} and s.id = any(${ids}::bigint[]) and not exists (select from call_presences p
      where p.tenant_id = s.tenant_id and p.seat_id = s.id) order by s.id on conflict do nothing`);
  return tx.rows<Presence>(sql`
    select seat_id as "seatId", state, break_code as "breakCode", call_id as "callId", ${epochMs('due_at')} as "dueAt"
    from call_presences where tenant_id = ${tx.tenantId} and seat_id = any(${ids}::bigint[]) order by seat_id for update`);
}

/** Seconds of ringing and of notes by the service, of the queue by the group. */
export async function timesOf(tx: Tx, groupId: number | null): Promise<CallTimes> {
  const row = await tx.row<{ ring: number | null; after: number | null; queue: number | null }>(sql`
    select s.ring_seconds as ring, s.after_call_seconds as after,
      (select most_seconds from call_groups g where g.tenant_id = ${tx.tenantId} and g.id = ${groupId}::bigint) as queue
    from (select 1) one left join call_services s on s.tenant_id = ${tx.tenantId} and s.enabled`);
  return { ringSeconds: row?.ring ?? 30, afterCallSeconds: row?.after ?? 15, queueSeconds: row?.queue ?? 300 };
}

/** The situation of a call; `named` are seats that a command names besides those with legs. */
export async function lockSituation(tx: Tx, callId: number, named: readonly number[] = []): Promise<Situation> {
  const call = await lockCall(tx, callId);
  const legs = await legsOf(tx, callId);
  const seats = legs.flatMap(({ kind, seatId }) => (kind === legKinds.seat && seatId !== null ? [seatId] : []));
  return { call, legs, presences: await lockPresences(tx, [...seats, ...named]) };
}

const same = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

/** Since when a call has the place in the queue of a group that its caller kept by a callback; null: it has none. Over `calls`. */
export const lentPlace = (groupId: RawBuilder<unknown>) => sql`(select min(o.queued_at) from calls o where o.tenant_id = calls.tenant_id
  and o.met_by = calls.id and o.place_lent and o.group_id = ${groupId})`;

async function saveCall(tx: Tx, call: CallState): Promise<void> {
  const entersQueue = sql`${call.phase} = ${callPhases.queued}
        and (phase <> ${callPhases.queued} or group_id is distinct from ${call.groupId}::bigint)`;
  await tx.run(sql`
    update calls set status = ${call.status}, phase = ${call.phase}, group_id = ${call.groupId}, seat_id = ${call.seatId},
      priority = ${call.priority}, tried = ${call.tried}::integer[], queued_at = ${instant(call.queuedAt)},
      rang_at = ${instant(call.rangAt)}, established_at = ${instant(call.establishedAt)}, ended_at = ${instant(call.endedAt)},
      due_at = ${instant(call.dueAt)}, disposition = ${call.disposition}, ended_by = ${call.endedBy},
      tell_at = case when ${entersQueue} then null else tell_at end,
      place_at = case when ${entersQueue} then ${lentPlace(sql`${call.groupId}::bigint`)} else place_at end,
      version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${call.id}`);
}

/** Adds a leg; a seat's says its extension and name. Gives its id. */
export async function addLeg(tx: Tx, callId: number, leg: Omit<CallLeg, 'id'>, now: number, mediaId?: string): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into call_legs (tenant_id, call_id, kind, seat_id, part, to_seat_id, state, held, muted, supervises, address, name, began_at,
      connected_at, media_id)
    select ${tx.tenantId}, ${callId}, ${leg.kind}, ${leg.seatId}, ${leg.part}, ${leg.toSeatId}, ${leg.state}, ${leg.held}, ${leg.muted},
      ${leg.supervises},
      coalesce(nullif(${phone(leg.address)}, ''), s.extension, ''), coalesce(nullif(${leg.name}, ''), u.name, ''),
      ${isoOf(now)}, ${leg.state === legStates.connected ? isoOf(now) : null}::timestamptz,
      coalesce(${mediaId ?? null}::uuid, gen_random_uuid())
    from (select 1) one left join call_seats s on s.tenant_id = ${tx.tenantId} and s.id = ${leg.seatId}
      left join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
    returning id`);
  return row!.id;
}

async function saveLeg(tx: Tx, leg: CallLeg, now: number): Promise<void> {
  const at = sql`${isoOf(now)}::timestamptz`;
  await tx.run(sql`
    update call_legs set part = ${leg.part}, to_seat_id = ${leg.toSeatId}, state = ${leg.state}, muted = ${leg.muted},
      reason = ${leg.reason}, digits = ${leg.digits}, held = ${leg.held}, supervises = ${leg.supervises},
      held_ms = held_ms + case when held and not ${leg.held} then extract(epoch from ${at} - held_since)::float8 * 1000 else 0 end,
      held_since = case when not ${leg.held} then null when held then held_since else ${at} end,
      connected_at = case when ${leg.state} = ${legStates.connected} then coalesce(connected_at, ${at}) else connected_at end,
      ended_at = case when ${leg.state} = ${legStates.ended} then coalesce(ended_at, ${at}) end
    where tenant_id = ${tx.tenantId} and id = ${leg.id}`);
}

/** Writes what a seat does since `now` and what it is about, writes down what it did, and tells its pages. */
export async function savePresence(
  { tx, emit }: Work,
  next: Presence,
  before: Presence,
  now: number,
  about: About | null = null,
): Promise<void> {
  if (same(next, before)) return;
  const moved = next.state !== before.state || next.breakCode !== before.breakCode;
  const freed = next.state !== before.state && next.state === seatStates.ready;
  if (moved) await endSpan(tx, before, next, now);
  await tx.run(sql`
    update call_presences set state = ${next.state}, break_code = ${next.breakCode}, call_id = ${next.callId},
      due_at = ${instant(next.dueAt)}, about_call_id = ${about?.callId ?? null}, about_group_id = ${about?.groupId ?? null},
      since = case when ${moved} then ${isoOf(now)}::timestamptz else since end,
      idle_since = case when ${freed} then ${isoOf(now)}::timestamptz else idle_since end,
      version = version + 1
    where tenant_id = ${tx.tenantId} and seat_id = ${next.seatId}`);
  await emit('seat.changed', { seatId: next.seatId });
}

/** The history of a call; it is only ever added to. */
export async function addCallEvents({ tx, actor, deps }: Work, callId: number, events: readonly CallEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.run(sql`
    insert into call_events (tenant_id, call_id, what, seat_id, user_id, detail, at)
    select ${tx.tenantId}, ${callId}, e.what, e.seat_id, ${actor.userId}, e.detail, ${isoOf(deps.now())}::timestamptz
    from jsonb_to_recordset(${sealedJson(events.map((event) => ({ ...event, seat_id: event.seatId })))}::jsonb)
      as e (what text, seat_id bigint, detail text)`);
}

/** Only what a seat does in or after a call is about it; who leaves a call that goes on elsewhere leaves it in the group of before. */
function aboutOf(before: CallState, next: CallState, { state, callId }: Presence): About | null {
  if (callId === null && state !== seatStates.afterCall) return null;
  return aboutCall(callId === null ? before : next);
}

/** Writes what a rule made of a situation that is locked; gives the ids of legs that began. */
export async function saveOutcome(work: Work, before: Situation, { next, events }: Outcome): Promise<number[]> {
  const { tx, deps } = work;
  const now = deps.now();
  const begun: number[] = [];
  if (same(before, next)) return begun;
  await saveCall(tx, next.call);
  for (const leg of next.legs) {
    const was = before.legs.find(({ id }) => id === leg.id);
    if (!was) begun.push(await addLeg(tx, next.call.id, leg, now));
    else if (!same(was, leg)) await saveLeg(tx, leg, now);
  }
  await noteWaits(tx, before.call, next.call, now);
  for (const presence of next.presences) {
    const was = before.presences.find(({ seatId }) => seatId === presence.seatId) as Presence;
    await savePresence(work, presence, was, now, aboutOf(before.call, next.call, presence));
  }
  await addCallEvents(work, next.call.id, events);
  await work.emit('call.changed', { callId: next.call.id });
  return begun;
}

/** The outcome; a refusal is thrown in CCC's shape. */
export function needOutcome(result: Outcome | CallRefusal): Outcome {
  if ('refusal' in result) throw callRefusal(result);
  return result;
}
