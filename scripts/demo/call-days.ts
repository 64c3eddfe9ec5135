/** What the demonstration's seats did on the days of its calls, and how long its callers waited: what 通话统计 counts. */
import { sql } from 'kysely';
import { waitOutcomes } from '#contract/calls/call-waits.rules.ts';
import { seatStates } from '#contract/calls/seat-states.rules.ts';
import { HOUR, isoOf, midnightOf, MINUTE, SECOND } from '#contract/time.ts';
import type { Tx } from '../../server/db/tenant.ts';
import type { Random } from './random.ts';

/** A call of the demonstration, in epoch ms. */
export interface PastCall {
  id: number;
  inbound: boolean;
  groupId: number | null;
  seatId: number;
  began: number;
  /** When the seat answered, or the other side did; null: neither. */
  answered: number | null;
  ended: number;
  /** Gave up while it rang at the seat, not in the queue. */
  rang: boolean;
}
interface Span {
  seatId: number;
  state: number;
  breakCode: string;
  callId: number | null;
  groupId: number | null;
  from: string;
  until: string;
  next: number;
}
/** The hours of the desk. */
export const OPENS = 8 * HOUR;
export const CLOSES = 18 * HOUR;
const { ready, ringing, dialing, inbound: speaksIn, outbound: speaksOut, held, afterCall, offline } = seatStates;
const AFTER = 15 * SECOND;

/** What a call is for its seat, one state after the other, each with its end. */
function statesOf(call: PastCall, random: Random): [number, number][] {
  const { inbound, answered, ended } = call;
  if (answered === null) return inbound && !call.rang ? [] : [[inbound ? ringing : dialing, ended]];
  const talks = inbound ? speaksIn : speaksOut;
  const hold = ended - answered > MINUTE && random.chance(0.3) ? random.int(5, 40) * SECOND : 0;
  const first = answered + Math.floor((ended - answered - hold) / 2);
  return [
    [inbound ? ringing : dialing, answered],
    ...(hold > 0
      ? ([
          [talks, first],
          [held, first + hold],
        ] as [number, number][])
      : []),
    [talks, ended],
    [afterCall, ended + AFTER],
  ];
}

/** One seat's day: on duty from eight to six, a break at noon, ready between its calls. */
function dayOfSeat(seatId: number, day: number, calls: readonly PastCall[], until: number, random: Random): Span[] {
  const spans: Span[] = [];
  const noon = { from: day + 12 * HOUR, until: day + 12 * HOUR + 30 * MINUTE };
  const add = (state: number, from: number, to: number, call: PastCall | null = null, breakCode = '') => {
    const [before] = spans.slice(-1);
    if (before) before.next = state;
    if (to > from)
      spans.push({
        seatId,
        state,
        breakCode,
        callId: call?.id ?? null,
        groupId: call?.groupId ?? null,
        from: isoOf(from),
        until: isoOf(to),
        next: offline,
      });
  };
  let at = day + OPENS;
  const idle = (to: number) => {
    if (at < noon.from && to >= noon.until) {
      add(ready, at, noon.from);
      add(seatStates.break, noon.from, noon.until, null, 'Meal');
      at = noon.until;
    }
    if (to > at) add(ready, at, to);
    at = Math.max(at, to);
  };
  for (const call of calls) {
    const states = statesOf(call, random);
    if (states.length === 0 || call.began < at) continue;
    idle(call.began);
    for (const [state, to] of states) {
      add(state, at, to, call);
      at = to;
    }
  }
  idle(until);
  return spans;
}

/** Seeds the spans of the seats and the waits of the callers; `now` ends what is of today. */
export async function seedCallDays(tx: Tx, calls: readonly PastCall[], now: number, random: Random): Promise<void> {
  const spans: Span[] = [];
  const days = Map.groupBy(calls, ({ began }) => midnightOf(began));
  for (const [day, ofDay] of days)
    for (const [seatId, own] of Map.groupBy(ofDay, (call) => call.seatId))
      spans.push(...dayOfSeat(seatId, day, own, Math.min(day + CLOSES, now), random));
  await tx.run(sql`
    insert into call_seat_spans (tenant_id, seat_id, state, break_code, call_id, group_id, began_at, ended_at, next_state)
    select ${tx.tenantId}, s."seatId", s.state, s."breakCode", s."callId", s."groupId", greatest(h, s.from),
      least(h + interval '1 hour', s.until), case when h + interval '1 hour' >= s.until then s.next end
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as s ("seatId" bigint, state smallint, "breakCode" text, "callId" bigint,
        "groupId" bigint, "from" timestamptz, until timestamptz, next smallint),
      generate_series(date_trunc('hour', s.from), s.until, interval '1 hour') h
    where greatest(h, s.from) < s.until`);
  const waits = calls
    .filter(({ inbound, groupId }) => inbound && groupId !== null)
    .map(({ id, groupId, seatId, began, answered, ended, rang }) => ({
      id,
      groupId,
      seatId: answered === null ? null : seatId,
      from: isoOf(began),
      until: isoOf(answered ?? ended),
      outcome: answered !== null ? waitOutcomes.answered : rang ? waitOutcomes.leftRinging : waitOutcomes.leftQueue,
    }));
  await tx.run(sql`
    insert into call_waits (tenant_id, call_id, nth, group_id, began_at, ended_at, outcome, seat_id)
    select ${tx.tenantId}, w.id, 1, w."groupId", w.from, w.until, w.outcome, w."seatId"
    from jsonb_to_recordset(${JSON.stringify(waits)}::jsonb) as w (id bigint, "groupId" bigint, "seatId" bigint, "from" timestamptz,
      until timestamptz, outcome smallint)`);
}
