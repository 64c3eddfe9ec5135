/** What happens to a call without a command of a seat: the media, the clock, the queue. Pure. */
import {
  begin,
  consultOf,
  decided,
  dueIn,
  endCall,
  endConsult,
  endLeg,
  isLive,
  isParty,
  isUp,
  legOf,
  note,
  queueUp,
  rangInVain,
  refuse,
  talkersOf,
  type CallLeg,
  type CallTimes,
  type Draft,
  type Situation,
} from './call-state.ts';
import { legKinds, legParts, legStates } from './hearing.rules.ts';
import { callKinds, callPhases, callStatus, seatStates } from './seat-states.rules.ts';

/** Where a call goes whose time in the queue is over, or that leaves a menu. */
export type Onward =
  | { kind: 'group'; groupId: number; queueSeconds: number }
  | { kind: 'number'; number: string; by: 'phone' | 'page' }
  /** Only a seat that is free. */
  | { kind: 'seat'; seatId: number }
  | { kind: 'end'; disposition: string };

export type Happening =
  | { what: 'leg.rings' | 'leg.connected'; legId: number }
  | { what: 'leg.gone'; legId: number; reason: string }
  | { what: 'seat.gone'; seatId: number }
  | { what: 'seat.offered'; seatId: number; address: string; name: string }
  | { what: 'onward'; to: Onward }
  /** Its time is over: ringing, dialling, consulting; the server says what of a queue or a menu. */
  | { what: 'due' }
  /** Who is being dialled calls in at this moment. */
  | { what: 'caller.came' }
  | { what: 'media.lost' };

const { rings, waits, connected } = legStates;

function legConnected(draft: Draft, leg: CallLeg): void {
  const { call, legs } = draft;
  if (!isLive(leg) || isUp(leg)) return;
  leg.state = connected;
  note(draft, 'party-answered', leg.seatId);
  if (leg.part === legParts.consulted || call.phase === callPhases.talking) return;
  const seat = talkersOf(legs).find(({ kind }) => kind === legKinds.seat);
  Object.assign(call, { status: callStatus.established, establishedAt: call.establishedAt ?? draft.now, dueAt: null });
  // A number of an outbound job answered: a free seat of its group speaks with it.
  if (!seat && call.kind === callKinds.job && call.groupId !== null) return queueUp(draft, call.groupId, { fresh: true });
  // Of a job without seats: who answers hears its notice.
  call.phase = !seat && call.kind === callKinds.job ? callPhases.menu : callPhases.talking;
}

/** Why a leg ended that was not heard of any more. */
export const LOST = 'Lost';

const ABANDONED: Record<number, string> = {
  [callPhases.menu]: 'AbandonedInIVR',
  [callPhases.queued]: 'AbandonedInQueue',
  [callPhases.ringing]: 'AbandonedInRing',
};

function legGone(draft: Draft, leg: CallLeg, reason: string): void {
  const { call, legs } = draft;
  if (!isLive(leg)) return;
  const was = leg.state;
  endLeg(draft, leg, reason);
  const lost = reason === LOST;
  note(draft, lost ? 'party-lost' : 'party-left', leg.seatId, lost ? '' : reason);
  if (leg.part === legParts.consulted) return endConsult(draft, leg, reason);
  if (was !== connected) return rangInVain(draft, leg, reason);
  if (talkersOf(legs).length > 1) return;
  const how = ABANDONED[call.phase];
  endCall(draft, how ?? 'Success', lost ? 3 : 1);
  // A customer who was spoken with before and waits again has given up all the same.
  if (how) call.disposition = how;
}

/** The page of a seat is gone for good: the customer waits for another one, first in line, or hears that it is over. */
function seatGone(draft: Draft, seatId: number): void {
  const { call, legs } = draft;
  const own = legOf(legs, seatId);
  if (!own) return;
  const spoke = isUp(own) && own.part === legParts.talks;
  const consult = consultOf(legs, seatId);
  endLeg(draft, own, 'SeatLost', 'offline');
  note(draft, 'seat-lost', seatId);
  if (own.part === legParts.listens || own.part === legParts.whispers) return;
  if (own.part === legParts.consulted) return endConsult(draft, own, 'SeatLost');
  if (!spoke) return rangInVain(draft, own, 'NoAnswer');
  if (consult) endConsult(draft, consult, 'SeatLost');
  if (talkersOf(legs).length > 1) return;
  const customer = legs.find((leg) => isParty(leg) && isUp(leg));
  if (!customer || call.groupId === null) return endCall(draft, call.establishedAt === null ? 'Cancelled' : 'Success', 3);
  for (const leg of legs) if (isLive(leg) && leg.id !== customer.id && leg.kind === legKinds.seat) endLeg(draft, leg, 'SeatLost');
  Object.assign(call, { seatId: null, tried: [] });
  queueUp(draft, call.groupId, { first: true });
  note(draft, 'requeued', seatId, 'SeatLost');
}

/** The call rings at a seat that is free. */
function ringAt(draft: Draft, seatId: number, address = '', name = ''): void {
  const { call } = draft;
  if (draft.presences.find((one) => one.seatId === seatId)?.state !== seatStates.ready)
    return refuse('Agent.StateError', '坐席不在空闲状态');
  begin(draft, { kind: legKinds.seat, seatId, state: rings, address, name });
  Object.assign(call, { phase: callPhases.ringing, rangAt: draft.now });
  dueIn(draft, draft.times.ringSeconds);
  note(draft, 'rings', seatId);
}

function offered(draft: Draft, { seatId, address, name }: { seatId: number; address: string; name: string }): void {
  if (draft.call.phase !== callPhases.queued) return refuse('Call.StateError', '通话已不在排队');
  ringAt(draft, seatId, address, name);
}

function onward(draft: Draft, to: Onward): void {
  if (to.kind === 'end') return endCall(draft, to.disposition, 3);
  if (to.kind === 'group') {
    queueUp(draft, to.groupId, { fresh: true });
    dueIn(draft, to.queueSeconds);
    return note(draft, 'queued', null, String(to.groupId));
  }
  if (to.kind === 'seat') return ringAt(draft, to.seatId);
  const kind = to.by === 'phone' ? legKinds.phone : legKinds.page;
  begin(draft, { kind, state: waits, address: to.number });
  draft.call.phase = callPhases.dialing;
  dueIn(draft, draft.times.ringSeconds);
  note(draft, 'forwarded');
}

/** Who let it ring too long has a break; the call goes on without. */
function due(draft: Draft): void {
  const { call, legs } = draft;
  if (call.dueAt === null || call.dueAt > draft.now) return;
  call.dueAt = null;
  const ringing = legs.filter((leg) => leg.state === rings || leg.state === waits);
  for (const leg of ringing) {
    endLeg(draft, leg, 'NoAnswer', { break: 'RingingTimeout' });
    note(draft, 'no-answer', leg.seatId);
  }
  for (const leg of ringing) if (call.status !== callStatus.hungUp) rangInVain(draft, leg, 'NoAnswer');
}

/** Whose notes would be about a call that was not spoken in: the seat is free at once. */
function freeSeats({ presences }: Draft): void {
  for (const presence of presences)
    if (presence.state === seatStates.afterCall) Object.assign(presence, { state: seatStates.ready, dueAt: null });
}

/** The seat that dialled is free for the call that came. */
function callerCame(draft: Draft): void {
  if (draft.call.status !== callStatus.initialised) return refuse('Call.StateError', '通话已接通');
  note(draft, 'caller-came');
  endCall(draft, 'Cancelled', 3);
  freeSeats(draft);
}

function apply(draft: Draft, happening: Happening): void {
  if (draft.call.status === callStatus.hungUp) return;
  if ('legId' in happening) {
    const leg = draft.legs.find(({ id }) => id === happening.legId);
    if (!leg) return;
    if (happening.what === 'leg.connected') return legConnected(draft, leg);
    if (happening.what === 'leg.gone') return legGone(draft, leg, happening.reason);
    if (leg.state === waits) leg.state = rings;
    return;
  }
  switch (happening.what) {
    case 'seat.gone':
      return seatGone(draft, happening.seatId);
    case 'seat.offered':
      return offered(draft, happening);
    case 'onward':
      return onward(draft, happening.to);
    case 'due':
      return due(draft);
    case 'caller.came':
      return callerCame(draft);
    case 'media.lost':
      endCall(draft, 'IVRException', 3);
      // Their sound is made anew in a moment: no notes are to be written about a call that broke.
      freeSeats(draft);
  }
}

/** What a happening makes of the call, or why it cannot be; a call that has ended stays as it is. */
export const decideHappening = (situation: Situation, happening: Happening, times: CallTimes, now: number) =>
  decided(situation, times, now, (draft) => apply(draft, happening));
