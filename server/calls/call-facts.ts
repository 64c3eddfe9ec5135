/** What is written down while calls go on, so that their figures can be counted later: what seats did, and how long callers waited. */
import { sql } from 'kysely';
import type { CallState, Presence } from '#contract/calls/call-state.ts';
import { waitStep } from '#contract/calls/call-waits.rules.ts';
import { callKinds, callPhases, SEEN_SECONDS, seatStates } from '#contract/calls/seat-states.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Tx } from '../db/tenant.ts';

/** The call that a state of a seat is about, and its group at that time. */
export interface About {
  callId: number;
  groupId: number | null;
}
/** An echo test is about no call: a seat that hears itself talks with no one. */
export const aboutCall = ({ id, kind, groupId }: Pick<CallState, 'id' | 'kind' | 'groupId'>): About | null =>
  kind === callKinds.echo ? null : { callId: id, groupId };

/**
 * Writes down what a seat did until `now`, before its row of call_presences is changed: a row for each hour of the clock. A seat whose page
 * was lost did it until it was last heard of.
 */
export async function endSpan(tx: Tx, before: Presence, next: Presence, now: number): Promise<void> {
  if (before.state === seatStates.offline) return;
  const at = sql`${isoOf(now)}::timestamptz`;
  const until =
    next.state === seatStates.offline
      ? sql`least(${at}, greatest(p.since, coalesce(p.seen_at, ${at}) + make_interval(secs => ${SEEN_SECONDS})))`
      : sql`greatest(p.since, ${at})`;
  await tx.run(sql`
    insert into call_seat_spans (tenant_id, seat_id, state, break_code, call_id, group_id, began_at, ended_at, next_state)
    select p.tenant_id, p.seat_id, p.state, p.break_code, p.about_call_id, p.about_group_id, greatest(h, p.since),
      least(h + interval '1 hour', p.until), case when h + interval '1 hour' >= p.until then ${next.state}::smallint end
    from (select p.*, ${until} as until from call_presences p where p.tenant_id = ${tx.tenantId} and p.seat_id = ${before.seatId}) p,
      generate_series(date_trunc('hour', p.since), p.until, interval '1 hour') h
    where greatest(h, p.since) < p.until or p.since = p.until`);
}

/** Begins and ends the waits of a call that was `before` and is `next`. */
export async function noteWaits(tx: Tx, before: CallState, next: CallState, now: number): Promise<void> {
  const { ends, seatId, begins } = waitStep(before, next);
  const at = isoOf(now);
  if (ends !== null)
    await tx.run(sql`
      update call_waits set ended_at = greatest(began_at, ${at}::timestamptz), outcome = ${ends}, seat_id = ${seatId}
      where tenant_id = ${tx.tenantId} and call_id = ${next.id} and ended_at is null`);
  if (begins !== null) await beginWait(tx, next.id, begins, now);
}

/** A wait for the seats of the group, unless the call waits already. */
export async function beginWait(tx: Tx, callId: number, groupId: number, now: number): Promise<void> {
  await tx.run(sql`
    insert into call_waits (tenant_id, call_id, nth, group_id, began_at)
    select ${tx.tenantId}, ${callId}, count(*) + 1, ${groupId}, ${isoOf(now)}::timestamptz from call_waits
    where tenant_id = ${tx.tenantId} and call_id = ${callId} having count(*) = count(ended_at)`);
}

/** Whether a call that begins does so in a queue. */
export const beginsInQueue = ({ kind, phase }: { kind: number; phase: number }) =>
  kind === callKinds.inbound && phase === callPhases.queued;
