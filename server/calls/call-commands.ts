/** Commands of seats and happenings of calls: each a transaction of a locked call. */
import { sql } from 'kysely';
import { decideCall, type SeatCommand } from '#contract/calls/call-commands.rules.ts';
import { decideHappening, type Happening } from '#contract/calls/call-happenings.rules.ts';
import type { Outcome, Situation } from '#contract/calls/call-state.ts';
import { legKinds, legStates } from '#contract/calls/hearing.rules.ts';
import { callPhases, callStatus } from '#contract/calls/seat-states.rules.ts';
import type { Work } from '../context.ts';
import { refused } from '../errors.ts';
import { callRefusal } from './call-refusals.ts';
import { lockSituation, needOutcome, saveOutcome, timesOf } from './call-rows.ts';
import { enterNotice, settleCase } from './call-job-outcomes.ts';
import { sendCallLinks } from './call-link-sending.ts';
import { dispatch } from './call-queue.ts';
import { letGo } from './callback-holds.ts';
import { calledBack } from './callbacks.ts';

/** What a saved change brings along: links to numbers, the queue, a callback that was made. */
async function follow(work: Work, before: Situation, outcome: Outcome): Promise<void> {
  const { call, legs } = outcome.next;
  if (legs.some(({ kind, state, id }) => kind === legKinds.page && state === legStates.waits && id < 0)) await sendCallLinks(work, call.id);
  const freed = outcome.next.presences.some(({ callId }) => callId === null);
  if (call.phase === callPhases.queued || freed) await dispatch(work);
  if (call.phase === callPhases.menu && before.call.phase === callPhases.dialing) await enterNotice(work, call.id);
  if (call.status !== callStatus.hungUp || before.call.status === callStatus.hungUp) return;
  await settleCase(work, call.id);
  await (call.establishedAt === null ? letGo(work, call) : calledBack(work, call.id));
}

/** A command of a seat on a call. Throws in CCC's shape when it is refused, 404 when there is no such call. */
export async function command(work: Work, callId: number, seatId: number, given: SeatCommand): Promise<void> {
  const { tx, deps } = work;
  const named = 'to' in given && given.to.kind === 'seat' ? [given.to.seatId] : 'target' in given ? [given.target] : [];
  const before = await lockSituation(tx, callId, [seatId, ...named]);
  const times = await timesOf(tx, before.call.groupId);
  const outcome = needOutcome(decideCall(before, seatId, given, times, deps.now()));
  await saveOutcome(work, before, outcome);
  await follow(work, before, outcome);
}

/** Something happened to a call; false when it changed nothing or could not be. */
export async function happen(work: Work, callId: number, happening: Happening): Promise<boolean> {
  const { tx, deps } = work;
  const to = happening.what === 'onward' ? happening.to : happening;
  const named = 'seatId' in to ? [to.seatId] : [];
  const before = await lockSituation(tx, callId, named);
  const times = await timesOf(tx, before.call.groupId);
  const result = decideHappening(before, happening, times, deps.now());
  if ('refusal' in result) return false;
  await saveOutcome(work, before, result);
  if (happening.what !== 'seat.offered') await follow(work, before, result);
  return true;
}

/** The call that is named, else the one that the seat is in; a command checks whether the seat has a part in it. Throws in CCC's shape. */
export async function callOfSeat(work: Work, seatId: number, jobId: string | null): Promise<number> {
  const { tx } = work;
  if (jobId !== null && !/^[0-9a-f-]{36}$/i.test(jobId)) throw refused('通话编号格式不正确');
  const row = await tx.row<{ id: number }>(
    jobId === null
      ? sql`select call_id as id from call_presences where tenant_id = ${tx.tenantId} and seat_id = ${seatId} and call_id is not null`
      : sql`select id from calls where tenant_id = ${tx.tenantId} and job_id = ${jobId}::uuid`,
  );
  if (!row)
    throw callRefusal(
      jobId === null
        ? { code: 'Agent.StateError', refusal: '坐席当前没有通话', status: 409 }
        : { code: 'Call.NotFound', refusal: '通话不存在', status: 404 },
    );
  return row.id;
}
