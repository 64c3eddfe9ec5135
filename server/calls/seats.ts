/** The seat of a user, and what it does. */
import { sql } from 'kysely';
import { decideDuty, type DutyCommand } from '#contract/calls/seat-commands.rules.ts';
import { SEEN_SECONDS, seatStates } from '#contract/calls/seat-states.rules.ts';
import { isoOf, SECOND } from '#contract/time.ts';
import type { Context, Work } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { Refusal, notFound } from '../errors.ts';
import { happen } from './call-commands.ts';
import { dispatch } from './call-queue.ts';
import { callRefusal } from './call-refusals.ts';
import { lockPresences, savePresence } from './call-rows.ts';

export interface SeatRow {
  id: number;
  userId: number;
  name: string;
  extension: string;
  device: number;
  outboundNumber: string;
  provider: number;
  groups: { id: number; name: string; level: number }[];
}

/** The seat of a user that is in use; null when there is none. */
export async function seatOfUser(tx: Tx, userId: number): Promise<SeatRow | null> {
  const row = await tx.row<SeatRow>(sql`
    select s.id, s.user_id as "userId", u.name, s.extension, s.device, s.outbound_number as "outboundNumber",
      coalesce((select v.provider from call_services v where v.tenant_id = s.tenant_id and v.enabled), 1) as provider,
      coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'level', x.level) order by g.id)
        from call_seat_groups x join call_groups g on g.tenant_id = x.tenant_id and g.id = x.group_id and g.enabled
        where x.tenant_id = s.tenant_id and x.seat_id = s.id), '[]') as groups
    from call_seats s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.deleted_at is null
    where s.tenant_id = ${tx.tenantId} and s.user_id = ${userId} and s.enabled`);
  return row ?? null;
}

/** The session's own seat. Throws 403 without one. */
export async function needSeat({ tx, session }: Context): Promise<SeatRow> {
  const seat = await seatOfUser(tx, session.userId);
  if (!seat) throw new Refusal(403, '您没有通话坐席，请联系管理员');
  return seat;
}

/** Another seat of the tenant, by its user's id or its extension. Throws 404 in CCC's shape. */
export async function seatNamed(tx: Tx, named: string): Promise<{ id: number; extension: string; name: string }> {
  const key = named.split('@')[0] ?? '';
  const row = /^\d{1,15}$/.test(key)
    ? await tx.row<{ id: number; extension: string; name: string }>(sql`
        select s.id, s.extension, u.name from call_seats s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
        where s.tenant_id = ${tx.tenantId} and s.enabled and (s.extension = ${key} or s.user_id = ${key}::bigint)
        order by s.extension = ${key} desc limit 1`)
    : undefined;
  if (!row) throw callRefusal({ code: 'Callee.NotFound', refusal: '坐席不存在', status: 404 });
  return row;
}

/** A command of a seat that is in no call; a seat that is ready is given a waiting call at once. */
export async function duty(work: Work, seatId: number, command: DutyCommand, groups: number[] | null = null): Promise<void> {
  const { tx, deps } = work;
  const [before] = await lockPresences(tx, [seatId]);
  if (!before) throw notFound('坐席');
  const result = decideDuty(before, command);
  if ('refusal' in result) throw callRefusal(result);
  const now = deps.now();
  await savePresence(work, result.next, before, now);
  if (command.action === 'sign-in')
    await tx.run(sql`
      update call_presences set seen_at = ${isoOf(now)}, signed = ${groups}::bigint[]
      where tenant_id = ${tx.tenantId} and seat_id = ${seatId}`);
  if (result.next.state === seatStates.ready) await dispatch(work);
}

/** Since when a page must have been heard of. */
export const unseenSince = (now: number) => now - SEEN_SECONDS * SECOND;

/** Seats whose pages are gone are off duty, their calls go on without them; seats whose time for notes is over are ready. */
export async function sweepSeats(work: Work): Promise<void> {
  const { tx, deps } = work;
  const now = deps.now();
  const gone = await tx.rows<{ seatId: number; callId: number | null }>(sql`
    select seat_id as "seatId", call_id as "callId" from call_presences
    where tenant_id = ${tx.tenantId} and state <> ${seatStates.offline} and seen_at < ${isoOf(unseenSince(now))}::timestamptz
      order by seat_id`);
  for (const { seatId, callId } of gone) {
    if (callId !== null) await happen(work, callId, { what: 'seat.gone', seatId });
    const [before] = await lockPresences(tx, [seatId]);
    if (before && before.callId === null)
      await savePresence(work, { ...before, state: seatStates.offline, breakCode: '', dueAt: null }, before, now);
  }
  const due = await tx.rows<{ seatId: number }>(sql`
    select seat_id as "seatId" from call_presences where tenant_id = ${tx.tenantId} and due_at <= ${isoOf(now)}::timestamptz
      order by seat_id`);
  for (const { seatId } of due) {
    const [before] = await lockPresences(tx, [seatId]);
    if (!before || before.dueAt === null || before.dueAt > now) continue;
    await savePresence(work, { ...before, state: seatStates.ready, dueAt: null }, before, now);
  }
}
