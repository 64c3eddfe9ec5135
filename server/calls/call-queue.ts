/** Waiting calls are given to free seats. Several processes may do it at once: each call and each seat is taken by one. */
import { sql } from 'kysely';
import { callbackNumber, type Parties } from '#contract/calls/callbacks.rules.ts';
import { inTurn, nextSeat, type FreeSeat } from '#contract/calls/call-queues.rules.ts';
import { decideHappening } from '#contract/calls/call-happenings.rules.ts';
import { callPhases, seatStates } from '#contract/calls/seat-states.rules.ts';
import { isoOf, midnightOf } from '#contract/time.ts';
import type { Work } from '../context.ts';
import { epochMs } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { lockSituation, saveOutcome, timesOf } from './call-rows.ts';

interface WaitingRow {
  id: number;
  groupId: number;
  priority: number;
  queuedAt: number;
  tried: number[];
  strategy: number;
  /** A callback that keeps its place. */
  kept: boolean;
}

/** Free seats of a group, those that are being changed by another transaction left out. */
export async function freeSeats(tx: Tx, groupId: number, now: number): Promise<FreeSeat[]> {
  const today = isoOf(midnightOf(now));
  return tx.rows<FreeSeat>(sql`
    select p.seat_id as "seatId", g.level, coalesce(${epochMs('p.idle_since')}, 0) as "idleSince",
      (select count(*)::integer from calls c where c.tenant_id = p.tenant_id and c.seat_id = p.seat_id
        and c.began_at >= ${today}::timestamptz)
        as "callsToday",
      coalesce((select extract(epoch from max(l.began_at))::float8 * 1000 from call_legs l where l.tenant_id = p.tenant_id
        and l.seat_id = p.seat_id and l.call_id is not null and l.began_at >= ${today}::timestamptz), 0) as "lastRang"
    from call_presences p
      join call_seat_groups g on g.tenant_id = p.tenant_id and g.seat_id = p.seat_id and g.group_id = ${groupId}
      join call_seats s on s.tenant_id = p.tenant_id and s.id = p.seat_id and s.enabled
    where p.tenant_id = ${tx.tenantId} and p.state = ${seatStates.ready} and (p.signed is null or ${groupId} = any(p.signed))
    order by p.seat_id for update of p skip locked`);
}

/** Since when a call of this alias has its place in its queue; who comes again takes the place that she kept. */
export const placeOf = (calls: string) => sql<string>`coalesce(${sql.ref(`${calls}.place_at`)}, ${sql.ref(`${calls}.queued_at`)})`;
/** That a call of the alias `o` goes before one of the alias `c`. */
export const goesBefore = sql<boolean>`(o.priority, ${placeOf('o')}, o.id) < (c.priority, ${placeOf('c')}, c.id)`;

/** How many go before a call of the alias `c` in its queue: who waits and is first, and who left a callback that keeps its place. */
export const beforeInQueue = sql<number>`(select (
  (select count(*) from calls o where o.tenant_id = c.tenant_id and o.group_id = c.group_id and o.phase = ${sql.lit(callPhases.queued)}
    and ${goesBefore})
  + (select count(*) from calls o where o.tenant_id = c.tenant_id and o.group_id = c.group_id and o.keeps_place
    and ${goesBefore}))::integer)`;

export interface InQueue {
  /** From 1; null where the group does not tell it. */
  position: number | null;
  /** Whether a key leaves a callback. */
  offered: boolean;
}
/** What the page of a caller who waits shows; null without a group. */
export async function queueOf(tx: Tx, callId: number): Promise<InQueue | null> {
  const row = await tx.row<Parties & { told: boolean; offers: boolean; before: number }>(sql`
    select c.kind, c.caller, c.callee, g.position_told as told, g.callback_offered as offers, ${beforeInQueue} as before
    from calls c join call_groups g on g.tenant_id = c.tenant_id and g.id = c.group_id
    where c.tenant_id = ${tx.tenantId} and c.id = ${callId}`);
  return row ? { position: row.told ? row.before + 1 : null, offered: row.offers && callbackNumber(row) !== null } : null;
}

/** Who waits and is to hear now how many go before: written down, so that the process of the calls says it. */
async function tellPlaces({ tx, deps, emit }: Work): Promise<void> {
  const now = sql`${isoOf(deps.now())}::timestamptz`;
  const told = await tx.rows<{ id: number }>(sql`
    with due as (
      select w.id, g.position_seconds from calls w join call_groups g on g.tenant_id = w.tenant_id and g.id = w.group_id
      where w.tenant_id = ${tx.tenantId} and w.phase = ${callPhases.queued} and (w.tell_at is null or w.tell_at <= ${now})
        and (g.position_told or g.callback_offered) for update of w skip locked)
    update calls c set told_before = ${beforeInQueue}, tell_at = ${now} + due.position_seconds * interval '1 second'
    from due where c.tenant_id = ${tx.tenantId} and c.id = due.id returning c.id`);
  for (const { id } of told) await emit('call.changed', { callId: id });
}

/** Rings the waiting calls of the tenant at seats that are free, one after the other; gives how many. Who waits on is told its place. */
export async function dispatch(work: Work): Promise<number> {
  const rung = await ringFree(work);
  await tellPlaces(work);
  return rung;
}

async function ringFree(work: Work): Promise<number> {
  const { tx, deps } = work;
  const waiting = await tx.rows<WaitingRow>(sql`
    select c.id, c.group_id as "groupId", c.priority, ${epochMs(placeOf('c'))} as "queuedAt", c.tried, g.strategy, c.keeps_place as kept
    from calls c join call_groups g on g.tenant_id = c.tenant_id and g.id = c.group_id
    where c.tenant_id = ${tx.tenantId} and c.phase = ${callPhases.queued}
    order by c.priority, ${placeOf('c')} limit 50 for update of c skip locked`);
  if (waiting.length === 0) return 0;
  const kept = await tx.rows<WaitingRow>(sql`
    select c.id, c.group_id as "groupId", c.priority, ${epochMs('c.queued_at')} as "queuedAt", c.tried, g.strategy, c.keeps_place as kept
    from calls c join call_groups g on g.tenant_id = c.tenant_id and g.id = c.group_id and g.enabled
    where c.tenant_id = ${tx.tenantId} and c.keeps_place order by c.priority, c.queued_at limit 50`);
  const reserved = new Set<number>();
  let rung = 0;
  for (const call of inTurn([...waiting, ...kept])) {
    const free = (await freeSeats(tx, call.groupId, deps.now())).filter(({ seatId }) => !reserved.has(seatId));
    if (call.kept) {
      // The clock dials it (callbacks.ts): who came later does not get its seat.
      const first = nextSeat(call.strategy, free, []);
      if (first !== null) reserved.add(first);
      continue;
    }
    let seatId = nextSeat(call.strategy, free, call.tried);
    // All who are free let it ring before: better the same again than none.
    if (seatId === null && free.length > 0) seatId = nextSeat(call.strategy, free, []);
    if (seatId === null) continue;
    const before = await lockSituation(tx, call.id, [seatId]);
    const offer = { what: 'seat.offered', seatId, address: '', name: '' } as const;
    const result = decideHappening(before, offer, await timesOf(tx, call.groupId), deps.now());
    if ('refusal' in result) continue;
    await saveOutcome(work, before, result);
    rung++;
  }
  return rung;
}
