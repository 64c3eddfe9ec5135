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
  | { kind: 'end'; disposition: string };

export type Happening =
  | { what: 'leg.rings' | 'leg.connected'; legId: number }
  | { what: 'leg.gone'; legId: number; reason: string }
  | { what: 'seat.gone'; seatId: number }
  | { what: 'seat.offered'; seatId: number; address: string; name: string }
  | { what: 'onward'; to: Onward }
  /** Its time is over: ringing, dialling, consulting; the server says what of a queue or a menu. */
  | { what: 'due' }
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
  call.phase = callPhases.talking;
}

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
  note(draft, 'party-left', leg.seatId, reason);
  if (leg.part === legParts.consulted) return endConsult(draft, leg, reason);
  if (was !== connected) return rangInVain(draft, leg, reason);
  if (talkersOf(legs).length > 1) return;
  const how = ABANDONED[call.phase];
  endCall(draft, how ?? 'Success', 1);
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

function offered(draft: Draft, { seatId, address, name }: { seatId: number; address: string; name: string }): void {
  const { call } = draft;
  if (call.phase !== callPhases.queued) return refuse('Call.StateError', '通话已不在排队');
  if (draft.presences.find((one) => one.seatId === seatId)?.state !== seatStates.ready)
    return refuse('Agent.StateError', '坐席不在空闲状态');
  begin(draft, { kind: legKinds.seat, seatId, state: rings, address, name });
  Object.assign(call, { phase: callPhases.ringing, rangAt: draft.now });
  dueIn(draft, draft.times.ringSeconds);
  note(draft, 'rings', seatId);
}

function onward(draft: Draft, to: Onward): void {
  if (to.kind === 'end') return endCall(draft, to.disposition, 3);
  if (to.kind === 'group') {
    queueUp(draft, to.groupId, { fresh: true });
    dueIn(draft, to.queueSeconds);
    return note(draft, 'queued', null, String(to.groupId));
  }
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
    case 'media.lost':
      endCall(draft, 'IVRException', 3);
      // Their sound is made anew in a moment: no notes are to be written about a call that broke.
      for (const presence of draft.presences)
        if (presence.state === seatStates.afterCall) Object.assign(presence, { state: seatStates.ready, dueAt: null });
  }
}

/** What a happening makes of the call, or why it cannot be; a call that has ended stays as it is. */
export const decideHappening = (situation: Situation, happening: Happening, times: CallTimes, now: number) =>
  decided(situation, times, now, (draft) => apply(draft, happening));
