/** Waiting calls are given to free seats. Several processes may do it at once: each call and each seat is taken by one. */
import { sql } from 'kysely';
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
}

/** Free seats of a group, those that are being changed by another transaction left out. */
async function freeSeats(tx: Tx, groupId: number, now: number): Promise<FreeSeat[]> {
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

/** Rings the waiting calls of the tenant at seats that are free, one after the other; gives how many. */
export async function dispatch(work: Work): Promise<number> {
  const { tx, deps } = work;
  const waiting = await tx.rows<WaitingRow>(sql`
    select c.id, c.group_id as "groupId", c.priority, ${epochMs('c.queued_at')} as "queuedAt", c.tried, g.strategy
    from calls c join call_groups g on g.tenant_id = c.tenant_id and g.id = c.group_id
    where c.tenant_id = ${tx.tenantId} and c.phase = ${callPhases.queued}
    order by c.priority, c.queued_at limit 50 for update of c skip locked`);
  let rung = 0;
  for (const call of inTurn(waiting)) {
    const free = await freeSeats(tx, call.groupId, deps.now());
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
