/** Who asked to be called back: written down by a key or by the clock, dialled when its turn comes, done when it was answered. */
import { sql } from 'kysely';
import { callbackNumber, KEPT_MS, KEY_AFTER_MS, type Parties } from '#contract/calls/callbacks.rules.ts';
import { isOpen, nextSeat } from '#contract/calls/call-queues.rules.ts';
import type { CallState } from '#contract/calls/call-state.ts';
import { callKinds, callPhases } from '#contract/calls/seat-states.rules.ts';
import { CALLBACK_KEY } from '#contract/calls/spoken.rules.ts';
import type { TimeWindow } from '#contract/time-windows.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Dependencies, Work } from '../context.ts';
import { Refusal } from '../errors.ts';
import { workIn } from '../events.ts';
import { dial } from './call-begin.ts';
import { calendarOf } from './call-openings.ts';
import { lockPlaced, wishesOf } from './callback-holds.ts';
import { freeSeats, goesBefore } from './call-queue.ts';
import { addCallEvents } from './call-rows.ts';

/** The other side of a call, as SQL over the columns of `calls` by this name. */
export const partyOf = (calls: string) =>
  sql<string>`case when ${sql.ref(`${calls}.kind`)} = ${callKinds.inbound} then ${sql.ref(`${calls}.caller`)} else ${sql.ref(`${calls}.callee`)} end`;

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/** Writes down that a call is to be called back, where its number can be; `keeps`: it keeps its place in the queue. */
export async function askCallback(work: Work, callId: number, keeps: boolean): Promise<void> {
  const { tx } = work;
  const parties = await tx.row<Parties>(sql`select kind, caller, callee from calls where tenant_id = ${tx.tenantId} and id = ${callId}`);
  if (!parties || callbackNumber(parties) === null) return;
  // A place that was lent to the call goes back to the callback before: a caller has one.
  await tx.run(sql`
    update calls set callback = 1, keeps_place = ${keeps}::boolean and not exists (select from calls o where o.tenant_id = calls.tenant_id
      and o.met_by = calls.id and o.place_lent and o.callback = 3)
    where tenant_id = ${tx.tenantId} and id = ${callId}`);
  await addCallEvents(work, callId, [{ what: 'call-back-asked', seatId: null, detail: '' }]);
}

/** Whether a key of a caller who waits asks for a callback; without a number that can be dialled none was offered. */
export async function asksBack({ tx, deps }: Work, call: CallState, key: string): Promise<{ keeps: boolean } | null> {
  if (key !== CALLBACK_KEY || call.phase !== callPhases.queued) return null;
  if (deps.now() - (call.queuedAt ?? 0) < KEY_AFTER_MS) return null;
  const row = await tx.row<Parties & { keeps: boolean }>(sql`
    select c.kind, c.caller, c.callee, g.callback_keeps as keeps from calls c
      join call_groups g on g.tenant_id = c.tenant_id and g.id = c.group_id and g.callback_offered
    where c.tenant_id = ${tx.tenantId} and c.id = ${call.id}`);
  return row && callbackNumber(row) !== null ? { keeps: row.keeps } : null;
}

/** A call that was answered has ended: who was called by it is called back. */
export async function calledBack({ tx }: Work, callId: number): Promise<void> {
  const call = await tx.row<Parties>(sql`
    select kind, caller, callee from calls where tenant_id = ${tx.tenantId} and id = ${callId} and kind = ${callKinds.outbound}`);
  const number = call && callbackNumber(call);
  if (!number) return;
  await tx.run(sql`
    update calls set callback = 2, keeps_place = false
    where tenant_id = ${tx.tenantId} and callback = 1 and id = any(${idsOf(await wishesOf(tx, number))}::bigint[])`);
}

interface Kept extends Parties {
  id: number;
  groupId: number;
  personId: number | null;
  strategy: number;
  hours: TimeWindow[];
  holidays: boolean;
  /** Callers who wait and go before it. */
  before: number;
}

/** Callbacks that keep their place, in turn; what is too old stays in 现在 alone. */
async function keptOf({ tx, deps }: Work): Promise<Kept[]> {
  await tx.run(sql`
    update calls set keeps_place = false where tenant_id = ${tx.tenantId} and keeps_place
      and queued_at < ${isoOf(deps.now() - KEPT_MS)}::timestamptz`);
  return tx.rows<Kept>(sql`
    select c.id, c.kind, c.caller, c.callee, c.group_id as "groupId", c.person_id as "personId", g.strategy, g.hours, g.holidays,
      (select count(*)::integer from calls o where o.tenant_id = c.tenant_id and o.group_id = c.group_id and o.phase = ${callPhases.queued}
        and ${goesBefore}) as before
    from calls c join call_groups g on g.tenant_id = c.tenant_id and g.id = c.group_id and g.enabled
    where c.tenant_id = ${tx.tenantId} and c.keeps_place
    order by c.priority, c.queued_at, c.id limit 20`);
}

/** The first callback whose turn it is, and the seat that is free for it. */
async function turnOf(work: Work): Promise<{ one: Kept; seatId: number; number: string } | null> {
  const { tx, deps } = work;
  const kept = await keptOf(work);
  if (kept.length === 0) return null;
  const calendar = await calendarOf(tx, deps.now());
  for (const one of kept) {
    const number = callbackNumber(one);
    if (number === null || !isOpen(one, calendar, deps.now())) continue;
    const free = await freeSeats(tx, one.groupId, deps.now());
    const seatId = free.length > one.before ? nextSeat(one.strategy, free, []) : null;
    if (seatId !== null) return { one, seatId, number };
  }
  return null;
}

/** Gives up the places of a number that cannot be dialled. */
const giveUpPlace = async ({ tx }: Work, number: string): Promise<number> =>
  tx.run(sql`
    update calls set keeps_place = false
    where tenant_id = ${tx.tenantId} and keeps_place and id = any(${idsOf(await wishesOf(tx, number))}::bigint[])`);

class Undialled extends Error {
  readonly number: string;
  constructor(number: string, why: string) {
    super(why);
    this.number = number;
  }
}

async function dialOne(work: Work): Promise<boolean> {
  const turn = await turnOf(work);
  if (!turn) return false;
  const { one, seatId, number } = turn;
  // Another process was first, or the caller comes again by herself at this moment.
  if (!(await lockPlaced(work.tx, number))) return false;
  try {
    const { id } = await dial(work, seatId, { callee: number, personId: one.personId });
    await addCallEvents(work, id, [{ what: 'call-back-turn', seatId, detail: '' }]);
    return true;
  } catch (error) {
    throw error instanceof Refusal ? new Undialled(number, error.message) : error;
  }
}

/** Dials who keeps a place and whose turn it is, one for each free seat, each in a transaction. Gives how many calls began. */
export async function dialKept(deps: Dependencies, tenantId: number, actor: Work['actor']): Promise<number> {
  const within = <T>(run: (work: Work) => Promise<T>): Promise<T> => deps.inTenant(tenantId, (tx) => run(workIn(tx, deps, actor)));
  for (let begun = 0; ; begun++) {
    try {
      if (!(await within(dialOne))) return begun;
    } catch (error) {
      if (!(error instanceof Undialled)) throw error;
      // It holds up none; staff see it in 现在.
      deps.log.warn({ tenantId, reason: error.message }, 'a callback could not be dialled');
      await within((work) => giveUpPlace(work, error.number));
    }
  }
}
