/**
 * The call that meets a wish to be called back: of a seat that dials, or of the caller who comes again by herself. It holds the wish until
 * it is over, so that no other call is made meanwhile. Locks are taken in this order: the call that holds, then what it holds.
 */
import { sql } from 'kysely';
import { decideHappening } from '#contract/calls/call-happenings.rules.ts';
import type { CallState } from '#contract/calls/call-state.ts';
import { callbackNumber, callbackStates, type Parties } from '#contract/calls/callbacks.rules.ts';
import { callKinds } from '#contract/calls/seat-states.rules.ts';
import { phoneOf } from '#contract/phones.rules.ts';
import type { Work } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { callRefusal } from './call-refusals.ts';
import { addCallEvents, lentPlace, lockSituation, saveOutcome, timesOf } from './call-rows.ts';

export interface Wish extends Parties {
  id: number;
  groupId: number | null;
  /** Whether it has a place in the queue of its group, which may be lent to the call that holds it. */
  placed: boolean;
  metBy: number | null;
}

/** The wishes of a number that no person has met yet, however the number is written. */
export async function wishesOf(tx: Tx, number: string): Promise<Wish[]> {
  const rows = await tx.rows<Wish>(sql`
    select id, kind, caller, callee, group_id as "groupId", keeps_place or place_lent as placed, met_by as "metBy" from calls
    where tenant_id = ${tx.tenantId} and callback = 1
    union all
    select c.id, c.kind, c.caller, c.callee, c.group_id, c.keeps_place or c.place_lent, c.met_by from calls m
      join calls c on c.tenant_id = m.tenant_id and c.met_by = m.id and c.callback = 3
    where m.tenant_id = ${tx.tenantId} and m.status < 2 and m.established_at is null`);
  return rows.filter((row) => callbackNumber(row) === number);
}

/** Who comes in. */
export interface Caller {
  number: string;
  /** Null for a telephone. A number that is typed into the page of a link proves nothing: anybody could take a callback away with it. */
  linkId: number | null;
  /** What this page called itself in earlier calls: the proof that a callback is its own. */
  formerPages?: readonly string[] | undefined;
  /** Her call, once there is one: what it holds already is hers. */
  callId?: number;
}

/** The wishes that a caller may take with her: those of her number, on the page of a link only those that the same page left. */
async function wishesFor(tx: Tx, { number, linkId, formerPages = [], callId }: Caller): Promise<Wish[]> {
  const dialled = phoneOf(number, 'dialled');
  const wishes = dialled === null ? [] : await wishesOf(tx, dialled);
  if (linkId === null || wishes.length === 0) return wishes;
  const left = await tx.rows<{ callId: number }>(sql`
    select call_id as "callId" from call_legs where tenant_id = ${tx.tenantId} and call_id = any(${wishes.map(({ id }) => id)}::bigint[])
      and page_id = any(${[...formerPages]}::uuid[])`);
  return wishes.filter(({ id, metBy }) => (metBy !== null && metBy === callId) || left.some((leg) => leg.callId === id));
}

/** Whether a caller has a place in the queue of a group, which is therefore not full for her. */
export const hasPlace = async (tx: Tx, caller: Caller, groupId: number): Promise<boolean> =>
  (await wishesFor(tx, caller)).some((wish) => wish.placed && wish.groupId === groupId);

/** Locks the wishes of a number that no call holds. Gives whether one of them has a place in a queue. */
export async function lockPlaced(tx: Tx, number: string): Promise<boolean> {
  const ids = (await wishesOf(tx, number)).map(({ id }) => id);
  const free = await tx.rows<{ placed: boolean }>(sql`
    select keeps_place as placed from calls where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[]) and callback = 1
      and met_by is null order by id for update`);
  return free.some(({ placed }) => placed);
}

/** Puts wishes into the hands of a call: those that none holds, and those of the calls `from`, which are locked. Gives what it got. */
const take = ({ tx }: Work, callId: number, wishes: readonly Wish[], from: readonly number[], callback: number) =>
  tx.rows<{ id: number }>(sql`
    with free as materialized (
      select id from calls where tenant_id = ${tx.tenantId} and id = any(${wishes.map(({ id }) => id)}::bigint[]) and callback in (1, 3)
        and (met_by is null or met_by = any(${[...from]}::bigint[]))
      order by id for update)
    update calls c set callback = ${callback}, met_by = ${callId}, place_lent = c.place_lent or c.keeps_place, keeps_place = false,
      version = version + 1, updated_at = now()
    from free where c.tenant_id = ${tx.tenantId} and c.id = free.id returning c.id`);

/** Ends a call that is being made to who calls in at this moment. */
async function endDial(work: Work, callId: number): Promise<void> {
  const before = await lockSituation(work.tx, callId);
  const times = await timesOf(work.tx, before.call.groupId);
  const result = decideHappening(before, { what: 'caller.came' }, times, work.deps.now());
  if (!('refusal' in result)) await saveOutcome(work, before, result);
}

/** Calls that are not answered yet, locked; those of seats are being dialled. */
const unanswered = (tx: Tx, ids: readonly number[]) =>
  tx.rows<{ id: number; kind: number }>(sql`
    select id, kind from calls where tenant_id = ${tx.tenantId} and id = any(${[...ids]}::bigint[]) and status < 2
      and established_at is null order by id for update`);

/** A caller comes in: her call holds what she wished for, stands where she stood in its queue, and ends what is being dialled to her. */
export async function comesAgain(work: Work, caller: Caller & { callId: number }): Promise<void> {
  const { tx, emit } = work;
  const { callId } = caller;
  // Dialling may begin at this moment: what another call took meanwhile is looked at again.
  for (let looks = 0; looks < 3; looks++) {
    const wishes = (await wishesFor(tx, caller)).filter(({ metBy }) => metBy !== callId);
    const holders = await unanswered(
      tx,
      wishes.flatMap(({ metBy }) => metBy ?? []),
    );
    const ids = holders.map(({ id }) => id);
    const free = wishes.filter(({ metBy }) => metBy === null || ids.includes(metBy));
    if (free.length === 0) break;
    const taken = await take(work, callId, free, ids, callbackStates.cameAgain);
    for (const { id } of taken) {
      await addCallEvents(work, id, [{ what: 'came-again', seatId: null, detail: '' }]);
      await emit('call.changed', { callId: id });
    }
    await tx.run(sql`update calls set place_at = null where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[])`);
    for (const { id, kind } of holders) if (kind === callKinds.outbound) await endDial(work, id);
    if (taken.length === free.length) break;
  }
  await tx.run(sql`
    update calls set place_at = ${lentPlace(sql`calls.group_id`)} where tenant_id = ${tx.tenantId} and id = ${callId} and phase = 3`);
}

/** A seat dials a number: its call holds what that number wished for. Throws in CCC's shape while another call does. */
export async function dialsBack(work: Work, callId: number, number: string): Promise<void> {
  const wishes = await wishesOf(work.tx, number);
  if (wishes.length === 0) return;
  const taken = await take(work, callId, wishes, [], callbackStates.waits);
  if (taken.length === 0) throw callRefusal({ code: 'Callee.Busy', refusal: '对方正在来电，或同事正在给该号码回电，请稍候', status: 409 });
}

/** Another telephone call of the same caller that is not answered yet: what the one that ended held is its own now. */
async function handOn(work: Work, number: string): Promise<void> {
  // One that is locked is changing at this moment: what it may hold waits instead.
  const open = await work.tx.rows<{ id: number; caller: string }>(sql`
    select id, caller from calls where tenant_id = ${work.tx.tenantId} and status < 2 and established_at is null
      and kind = ${callKinds.inbound} and link_id is null order by id for update skip locked`);
  const other = open.find(({ caller }) => phoneOf(caller, 'dialled') === number);
  if (other) await comesAgain(work, { number, linkId: null, callId: other.id });
}

/**
 * A call has ended without an answer: what it held waits again. A caller who came by herself keeps her place, also where she waits in a
 * second call; who did not answer is dialled by itself no more, and is left to staff.
 */
export async function letGo(work: Work, { id: callId, kind }: Pick<CallState, 'id' | 'kind'>): Promise<void> {
  const { tx, emit } = work;
  const came = kind === callKinds.inbound;
  const freed = await tx.rows<Parties & { id: number }>(sql`
    update calls set callback = ${callbackStates.waits}, keeps_place = ${came}::boolean and place_lent, place_lent = false, met_by = null,
      version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and met_by = ${callId} and callback in (1, 3) returning id, kind, caller, callee`);
  for (const { id } of freed) {
    await addCallEvents(work, id, [{ what: came ? 'call-back-again' : 'call-back-missed', seatId: null, detail: '' }]);
    await emit('call.changed', { callId: id });
  }
  // All of one number: that of the call.
  const number = came && freed.length > 0 ? callbackNumber(freed[0]!) : null;
  if (number !== null) await handOn(work, number);
}
