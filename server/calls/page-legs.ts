/** The sound of pages: a page offers, the process of the calls answers in the same row (docs/decisions/100). */
import { sql } from 'kysely';
import { legKinds, legStates } from '#contract/calls/hearing.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Work } from '../context.ts';
import { notFound } from '../errors.ts';
import { callRefusal } from './call-refusals.ts';
import { lockPresences } from './call-rows.ts';
import { unseenSince } from './seats.ts';

interface Offer {
  pageId: string;
  offer: string;
  take: boolean;
}

/** A page of a seat offers its sound. One page of a seat speaks: another one that is heard of keeps it, unless it is taken over. */
export async function offerPage(work: Work, seatId: number, { pageId, offer, take }: Offer): Promise<number> {
  const { tx, deps, emit } = work;
  const now = deps.now();
  await lockPresences(tx, [seatId]);
  const speaks = await tx.row<{ other: boolean }>(sql`
    select page_id <> ${pageId}::uuid and seen_at >= ${isoOf(unseenSince(now))}::timestamptz and exists (select from call_legs l
      where l.tenant_id = p.tenant_id and l.seat_id = p.seat_id and l.call_id is null and l.state < 4 and l.page_id = p.page_id) as other
    from call_presences p where tenant_id = ${tx.tenantId} and seat_id = ${seatId}`);
  if (speaks?.other && !take)
    throw callRefusal({ code: 'Agent.OtherPage', refusal: '另一个页面正在使用语音，可以改在本页接听', status: 409 });
  const closed = await tx.rows<{ id: number }>(sql`
    update call_legs set state = ${legStates.ended}, ended_at = ${isoOf(now)}, reason = 'Replaced'
    where tenant_id = ${tx.tenantId} and seat_id = ${seatId} and call_id is null and state < 4 returning id`);
  const row = await tx.row<{ id: number }>(sql`
    insert into call_legs (tenant_id, kind, seat_id, page_id, offer, began_at)
    values (${tx.tenantId}, ${legKinds.seat}, ${seatId}, ${pageId}::uuid, ${offer}, ${isoOf(now)}) returning id`);
  await tx.run(sql`
    update call_presences set page_id = ${pageId}::uuid, seen_at = ${isoOf(now)} where tenant_id = ${tx.tenantId} and seat_id = ${seatId}`);
  for (const { id } of [...closed, row!]) await emit('call-leg.changed', { legId: id });
  await emit('seat.changed', { seatId });
  return row!.id;
}

/** What was answered to a page of the seat. Throws 404. */
export async function pageAnswer({ tx }: Work, seatId: number, legId: number): Promise<{ answer: string | null; state: number }> {
  const row = await tx.row<{ answer: string | null; state: number }>(sql`
    select answer, state from call_legs where tenant_id = ${tx.tenantId} and id = ${legId} and seat_id = ${seatId} and call_id is null`);
  if (!row) throw notFound('语音线路');
  return row;
}

interface Seen {
  pageId: string;
  lossPercent: number | null;
  jitterMs: number | null;
  roundTripMs: number | null;
}

/** The page is there, and what its network is like; false when another page of the seat speaks. */
export async function pageSeen({ tx, deps }: Work, seatId: number, { pageId, lossPercent, jitterMs, roundTripMs }: Seen): Promise<boolean> {
  const mine = await tx.run(sql`
    update call_presences set seen_at = ${isoOf(deps.now())}
    where tenant_id = ${tx.tenantId} and seat_id = ${seatId} and page_id = ${pageId}::uuid`);
  if (mine > 0 && lossPercent !== null)
    tx.later(sql`
      update call_legs set loss_percent = ${lossPercent}, jitter_ms = ${jitterMs}, round_trip_ms = ${roundTripMs}
      where tenant_id = ${tx.tenantId} and seat_id = ${seatId} and call_id is not null and state = ${legStates.connected}`);
  return mine > 0;
}
