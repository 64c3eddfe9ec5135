/** What the sound of a tenant's calls must be: read by the process of the calls after each notice, and what it writes back of legs. */
import { sql, type RawBuilder } from 'kysely';
import { LOST } from '#contract/calls/call-happenings.rules.ts';
import type { CallLeg } from '#contract/calls/call-state.ts';
import { supervisionTold } from '#contract/calls/call-services.ts';
import { CLOSED, nodeAt, placeOf, type MenuNode } from '#contract/calls/call-menus.rules.ts';
import { callbackNumber, type Parties } from '#contract/calls/callbacks.rules.ts';
import { legKinds, legStates } from '#contract/calls/hearing.rules.ts';
import { callPhases } from '#contract/calls/seat-states.rules.ts';
import { toldPieces, type Piece } from '#contract/calls/spoken.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Work } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { callOfSeat, command, happen } from './call-commands.ts';
import { SYSTEM } from './call-clock.ts';
import { replacedPieces, type Replaced } from './spoken-files.ts';

export interface MediaLeg extends CallLeg {
  callId: number | null;
  mediaId: string;
  offer: string | null;
  answer: string | null;
  /** 2: a seat's telephone. */
  device: number | null;
  extension: string | null;
}
export interface MediaCall {
  id: number;
  kind: number;
  phase: number;
  status: number;
  recorded: boolean;
  trunk: string;
  /** Files in the store that are heard in it; null: a tone, or the product's own music. */
  sounds: {
    /** Of the place in the menu where the caller is. */
    greeting: string | null;
    music: string | null;
    announcement: string | null;
  };
  /** Another one each time that the menu is said: it is heard from the beginning. */
  turn: string;
  /** What callers in a queue are told besides the music, anew with each turn; null: nothing. */
  told: { pieces: Piece[]; turn: string } | null;
  /** Callers are told that the recording begins. */
  announced: boolean;
  /** Seats hear a tone while a supervisor stands behind them. */
  toned: boolean;
}
type MenuRow = Omit<MediaCall, 'sounds' | 'told'> & {
  tree: MenuNode | null;
  place: string;
  closed: string | null;
  music: string | null;
  announcement: string | null;
};
/** A call that waits, as far as it is told something. */
type ToldRow = Parties & { id: number; before: number; place: boolean; offer: boolean; turn: string };
export interface MediaView {
  calls: MediaCall[];
  legs: MediaLeg[];
  /** Sounds of the institution in the place of the product's pieces. */
  replaced: Replaced;
}

/** What those who wait are told; without a number that can be dialled no callback is offered. */
async function toldOf(tx: Tx): Promise<Map<number, NonNullable<MediaCall['told']>>> {
  const rows = await tx.rows<ToldRow>(sql`
    select c.id, c.kind, c.caller, c.callee, c.told_before as before, g.position_told as place, g.callback_offered as offer,
      c.tell_at::text as turn
    from calls c join call_groups g on g.tenant_id = c.tenant_id and g.id = c.group_id
    where c.tenant_id = ${tx.tenantId} and c.phase = ${callPhases.queued} and c.tell_at is not null`);
  return new Map(
    rows.map(({ id, turn, before, place, offer, ...parties }) => [
      id,
      { turn, pieces: toldPieces({ before, place, offer: offer && callbackNumber(parties) !== null }) },
    ]),
  );
}

/** Everything of the tenant that has sound now. */
export async function mediaView(tx: Tx): Promise<MediaView> {
  const legs = await tx.rows<MediaLeg>(sql`
    select l.id, l.call_id as "callId", l.kind, l.seat_id as "seatId", l.part, l.to_seat_id as "toSeatId", l.state, l.held, l.muted,
      l.supervises, l.address, l.name, l.reason, l.digits, l.media_id as "mediaId", l.offer, l.answer, s.device, s.extension
    from call_legs l left join call_seats s on s.tenant_id = l.tenant_id and s.id = l.seat_id
    where l.tenant_id = ${tx.tenantId} and l.state < ${legStates.ended} order by l.id`);
  const file = (id: RawBuilder<unknown>) => sql`(select f.file_name from call_sounds f where f.tenant_id = c.tenant_id and f.id = ${id})`;
  const rows = await tx.rows<MenuRow>(sql`
    select c.id, c.kind, c.phase, c.status, c.recorded, c.trunk, case when c.phase = 2 then m.tree end as tree, c.menu_at as place,
      coalesce(c.due_at::text, '') as turn, ${file(sql`m.closed_sound_id`)} as closed, ${file(sql`g.music_id`)} as music,
      ${file(sql`s.announcement_id`)} as announcement, coalesce(s.consent_announced, true) as announced,
      coalesce(s.supervision_told = ${supervisionTold.tone}, false) as toned
    from calls c left join call_menus m on m.tenant_id = c.tenant_id and m.id = c.menu_id
      left join call_groups g on g.tenant_id = c.tenant_id and g.id = c.group_id
      left join call_services s on s.tenant_id = c.tenant_id and s.enabled
    where c.tenant_id = ${tx.tenantId} and c.status < 2 order by c.id`);
  const greetings = await tx.rows<{ id: number; name: string }>(sql`
    select id, file_name as name from call_sounds where tenant_id = ${tx.tenantId} and id = any(${rows.flatMap(({ tree, place }) =>
      tree === null ? [] : (nodeAt(tree, placeOf(place).at).soundId ?? []),
    )}::bigint[])`);
  const greetingOf = ({ tree, place, closed }: MenuRow) => {
    if (tree === null) return null;
    if (place === CLOSED) return closed;
    const { soundId } = nodeAt(tree, placeOf(place).at);
    return greetings.find(({ id }) => id === soundId)?.name ?? null;
  };
  const waits = rows.some(({ phase }) => phase === callPhases.queued);
  const told = waits ? await toldOf(tx) : null;
  const calls = rows.map((row): MediaCall => {
    const { tree: _tree, place: _place, closed: _closed, music, announcement, ...call } = row;
    return { ...call, told: told?.get(row.id) ?? null, sounds: { greeting: greetingOf(row), music, announcement } };
  });
  return { calls, legs, replaced: waits ? await replacedPieces(tx) : {} };
}

/** The answer to a page's offer; false when the page has offered anew, or is gone. */
export async function answered({ tx, emit }: Work, leg: MediaLeg, answer: string): Promise<boolean> {
  const wrote = await tx.run(sql`
    update call_legs set answer = ${answer}, state = case when call_id is null then ${legStates.rings} else state end
    where tenant_id = ${tx.tenantId} and id = ${leg.id} and media_id = ${leg.mediaId}::uuid and answer is null and state < 4`);
  if (wrote > 0) await emit('call-leg.changed', { legId: leg.id });
  return wrote > 0;
}

/** The sound of a seat's page is there. */
export async function pageConnected({ tx, deps, emit }: Work, legId: number): Promise<void> {
  const wrote = await tx.run(sql`
    update call_legs set state = ${legStates.connected}, connected_at = ${isoOf(deps.now())}
    where tenant_id = ${tx.tenantId} and id = ${legId} and call_id is null and state < ${legStates.connected}`);
  if (wrote > 0) await emit('call-leg.changed', { legId });
}

/** The sound of a page is gone: a seat's page offers anew, a page of a link, too, as long as it is heard of. */
export async function pageClosed(
  { tx, deps, emit }: Work,
  leg: Pick<MediaLeg, 'id' | 'callId' | 'mediaId'>,
  reason: string,
): Promise<void> {
  const wrote = await tx.run(
    leg.callId === null
      ? sql`update call_legs set state = ${legStates.ended}, ended_at = ${isoOf(deps.now())}, reason = ${reason}
          where tenant_id = ${tx.tenantId} and id = ${leg.id} and call_id is null and state < 4`
      : sql`update call_legs set offer = null, answer = null where tenant_id = ${tx.tenantId} and id = ${leg.id} and media_id = ${leg.mediaId}::uuid
          and kind = ${legKinds.page} and state < 4`,
  );
  if (wrote > 0) await emit('call-leg.changed', { legId: leg.id });
}

/** The leg of a seat in a call is the telephone that dialled it. */
export const soundsBy = (tx: Tx, callId: number, seatId: number, mediaId: string) =>
  tx.run(sql`
    update call_legs set media_id = ${mediaId}::uuid where tenant_id = ${tx.tenantId} and call_id = ${callId} and kind = ${legKinds.seat}
      and seat_id = ${seatId} and state = ${legStates.connected}`);

/** Takes the keys that are to be sent on a leg; each is sent once. */
export async function takeDigits(tx: Tx, legId: number): Promise<string> {
  const row = await tx.row<{ digits: string }>(sql`
    with taken as (select id, digits from call_legs where tenant_id = ${tx.tenantId} and id = ${legId} for update)
    update call_legs l set digits = '' from taken where l.tenant_id = ${tx.tenantId} and l.id = taken.id returning taken.digits`);
  return row?.digits ?? '';
}

/** A telephone of a leg rang, answered or ended; a seat's own telephone acts for its seat. */
export async function phoneDid(work: Work, leg: MediaLeg, did: 'rings' | 'answered' | 'ended', reason: string): Promise<void> {
  const { callId, seatId } = leg;
  if (callId === null) return;
  if (leg.kind !== legKinds.seat || seatId === null)
    return void (await (did === 'ended'
      ? happen(work, callId, { what: 'leg.gone', legId: leg.id, reason })
      : happen(work, callId, { what: did === 'rings' ? 'leg.rings' : 'leg.connected', legId: leg.id })));
  const its = await work.tx.row<{ state: number }>(sql`
    select state from call_legs where tenant_id = ${work.tx.tenantId} and id = ${leg.id} and state < 4`);
  if (!its || did === 'rings') return;
  if (did === 'answered' && its.state === legStates.rings) return command(work, callId, seatId, { action: 'answer' });
  if (reason === LOST) return void (await happen(work, callId, { what: 'seat.gone', seatId }));
  if (did === 'ended') await command(work, await callOfSeat(work, seatId, null), seatId, { action: 'hangup' });
}

/** What the network of a leg is like. */
export const noteQuality = (
  tx: Tx,
  legId: number,
  { lossPercent, jitterMs, roundTripMs }: Record<'lossPercent' | 'jitterMs', number> & { roundTripMs: number | null },
) =>
  tx.run(sql`
    update call_legs set loss_percent = ${lossPercent}, jitter_ms = ${jitterMs}, round_trip_ms = ${roundTripMs}
    where tenant_id = ${tx.tenantId} and id = ${legId} and state < 4`);

/** The sound of these calls is lost, or with null of all: they end and say so, their seats are free, and pages offer anew. */
export async function soundLost(work: Work, mediaIds: readonly string[] | null): Promise<number> {
  const { tx, deps, emit } = work;
  const ids = mediaIds === null ? null : [...mediaIds];
  const lost = await tx.rows<{ id: number }>(sql`
    select c.id from calls c where c.tenant_id = ${tx.tenantId} and c.status < 2 and (${ids}::uuid[] is null or exists (
      select from call_legs l where l.tenant_id = c.tenant_id and l.call_id = c.id and l.state < 4 and (l.media_id = any(${ids}::uuid[])
        or exists (select from call_legs p where p.tenant_id = l.tenant_id and p.call_id is null and p.kind = 1 and p.seat_id = l.seat_id
          and p.state < 4 and p.media_id = any(${ids}::uuid[]))))) order by c.id`);
  for (const { id } of lost) await happen({ ...work, actor: SYSTEM }, id, { what: 'media.lost' });
  const pages = await tx.rows<{ id: number }>(sql`
    update call_legs set state = ${legStates.ended}, ended_at = ${isoOf(deps.now())}, reason = 'IVRException'
    where tenant_id = ${tx.tenantId} and call_id is null and state < 4 and (${ids}::uuid[] is null or media_id = any(${ids}::uuid[]))
      returning id`);
  for (const { id } of pages) await emit('call-leg.changed', { legId: id });
  return lost.length;
}
