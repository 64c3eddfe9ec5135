/** What the commands of a seat make of its call. Pure: the server writes what changed (server/calls/call-rows.ts). */
import {
  begin,
  consultOf,
  decided,
  dueIn,
  endCall,
  endConsult,
  endLeg,
  isLive,
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
import { callPhases, callStatus, seatStates } from './seat-states.rules.ts';

/** To whom a call is handed on. A number is dialled by a trunk, or its holder is sent a link. */
export type Target =
  | { kind: 'seat'; seatId: number; address: string; name: string }
  | { kind: 'group'; groupId: number; name: string; queueSeconds: number }
  | { kind: 'number'; number: string; name: string; by: 'phone' | 'page' };

export type SeatCommand =
  | { action: 'answer' | 'refuse' | 'hangup' | 'hold' | 'retrieve' | 'mute' | 'unmute' }
  | { action: 'complete' | 'cancel' | 'conference' | 'endConference' }
  | { action: 'digits'; digits: string }
  | { action: 'transfer' | 'consult' | 'invite'; to: Target }
  /** One member of a conference, or an invitation that still rings. */
  | { action: 'remove'; legId: number }
  | { action: 'monitor' | 'coach' | 'barge' | 'intercept'; target: number };

const { talks, listens, whispers, consulted } = legParts;
const { waits, rings, connected } = legStates;

/** The seat's own leg that speaks. */
function speaking(draft: Draft, seatId: number): CallLeg {
  const own = legOf(draft.legs, seatId);
  if (!own || !isUp(own) || own.part !== talks) return refuse('Agent.StateError', '坐席当前没有在通话');
  return own;
}
const othersOf = ({ legs }: Draft, own: CallLeg) => talkersOf(legs).filter(({ id }) => id !== own.id);

function answer(draft: Draft, seatId: number): void {
  const { call, legs } = draft;
  if (call.status === callStatus.hungUp) return refuse('Call.Released', '通话已结束');
  const own = legOf(legs, seatId);
  if (own && isUp(own)) return;
  if (!own) {
    const presence = draft.presences.find((one) => one.seatId === seatId);
    if (call.phase !== callPhases.queued) return refuse('Call.TakenByOther', '已被他人接听');
    if (presence?.state !== seatStates.ready) return refuse('Agent.StateError', '坐席不在空闲状态，不能接听');
    begin(draft, { kind: legKinds.seat, seatId, state: connected });
  } else own.state = connected;
  if (own?.part === consulted) return note(draft, 'consult-answered', seatId);
  if (talkersOf(legs).length > 2) return note(draft, 'joined', seatId);
  Object.assign(call, {
    status: callStatus.established,
    phase: callPhases.talking,
    establishedAt: call.establishedAt ?? draft.now,
    seatId,
    dueAt: null,
  });
  note(draft, 'answered', seatId);
}

function refuseRinging(draft: Draft, seatId: number): void {
  const own = legOf(draft.legs, seatId);
  if (!own || own.state !== rings) return refuse('Agent.StateError', '没有正在振铃的来电');
  endLeg(draft, own, 'Reject', { break: 'RejectCall' });
  note(draft, 'refused', seatId);
  rangInVain(draft, own, 'Reject');
}

function hangUp(draft: Draft, seatId: number): void {
  const { call, legs } = draft;
  const own = legOf(legs, seatId);
  if (!own) return refuse('Agent.StateError', '坐席当前没有通话');
  if (own.state === rings) return refuseRinging(draft, seatId);
  if (own.part === listens || own.part === whispers) {
    endLeg(draft, own, 'Released');
    return note(draft, 'monitor-ended', seatId);
  }
  if (own.part === consulted) {
    endConsult(draft, own, 'Released');
    return note(draft, 'consult-ended', seatId);
  }
  // As on a telephone: who hangs up on the colleague has the customer again.
  const consult = consultOf(legs, seatId);
  if (consult) {
    endConsult(draft, consult, 'Cancelled');
    return note(draft, 'consult-ended', seatId);
  }
  if (call.status === callStatus.initialised) return endCall(draft, 'Cancelled', 2);
  const others = othersOf(draft, own);
  if (others.length < 2) return endCall(draft, 'Success', 2);
  endLeg(draft, own, 'Released');
  call.seatId = others.find(({ seatId: other }) => other !== null)?.seatId ?? call.seatId;
  note(draft, 'left', seatId);
}

function setHeld(draft: Draft, seatId: number, held: boolean): void {
  const own = speaking(draft, seatId);
  if (consultOf(draft.legs, seatId)) return refuse('Call.StateError', '正在咨询，请先结束咨询');
  const others = othersOf(draft, own);
  if (others.length === 0) return refuse('Call.StateError', '通话还没有接通，不能保持');
  if (others.every((leg) => leg.held === held)) return;
  for (const leg of others) leg.held = held;
  note(draft, held ? 'held' : 'retrieved', seatId);
}

function setMuted(draft: Draft, seatId: number, muted: boolean): void {
  const own = legOf(draft.legs, seatId);
  if (!own || !isUp(own)) return refuse('Agent.StateError', '坐席当前没有在通话');
  if (own.muted === muted) return;
  own.muted = muted;
  note(draft, muted ? 'muted' : 'unmuted', seatId);
}

function sendDigits(draft: Draft, seatId: number, digits: string): void {
  const own = speaking(draft, seatId);
  const phones = othersOf(draft, own).filter(({ kind }) => kind === legKinds.phone);
  if (phones.length === 0) return refuse('Call.StateError', '对方不是电话，不能发送按键');
  for (const leg of phones) leg.digits += digits;
}

/** A leg to the seat or the number that is called; a seat must be free. */
function ringTarget(draft: Draft, seatId: number, to: Exclude<Target, { kind: 'group' }>, leg: Partial<CallLeg>): CallLeg {
  dueIn(draft, draft.times.ringSeconds);
  if (to.kind === 'number') {
    const kind = to.by === 'phone' ? legKinds.phone : legKinds.page;
    return begin(draft, { kind, state: waits, address: to.number, name: to.name, ...leg });
  }
  if (to.seatId === seatId) return refuse('Callee.Invalid', '不能转给自己', 422);
  if (draft.presences.find((one) => one.seatId === to.seatId)?.state !== seatStates.ready)
    return refuse('Callee.Busy', `${to.name}不在空闲状态，请选择其他坐席`);
  return begin(draft, { kind: legKinds.seat, state: rings, seatId: to.seatId, address: to.address, name: to.name, ...leg });
}

/** Throws unless the seat has its customer on the line and nothing else goes on. */
function readyToHandOn(draft: Draft, seatId: number): CallLeg {
  const own = speaking(draft, seatId);
  if (draft.call.status !== callStatus.established) return refuse('Call.StateError', '通话还没有接通');
  if (draft.legs.some((leg) => leg.part === consulted && isLive(leg))) return refuse('Call.StateError', '正在咨询，请先完成或取消');
  if (othersOf(draft, own).length === 0) return refuse('Call.StateError', '对方还没有接通');
  return own;
}

function transfer(draft: Draft, seatId: number, to: Target): void {
  const own = readyToHandOn(draft, seatId);
  const { call } = draft;
  if (othersOf(draft, own).length > 1) return refuse('Call.StateError', '会议中不能转接，请先结束会议');
  endLeg(draft, own, 'Transferred');
  for (const leg of draft.legs) if (isLive(leg)) leg.held = false;
  note(draft, 'transferred', seatId, to.kind === 'number' ? '' : to.name);
  if (to.kind === 'group') {
    queueUp(draft, to.groupId, { fresh: true });
    return dueIn(draft, to.queueSeconds);
  }
  ringTarget(draft, seatId, to, {});
  Object.assign(call, { phase: to.kind === 'seat' ? callPhases.ringing : callPhases.dialing, rangAt: draft.now, tried: [] });
}

function consult(draft: Draft, seatId: number, to: Target): void {
  const own = readyToHandOn(draft, seatId);
  if (to.kind === 'group') return refuse('Callee.Invalid', '只能咨询坐席或号码', 422);
  for (const leg of othersOf(draft, own)) leg.held = true;
  ringTarget(draft, seatId, to, { part: consulted, toSeatId: seatId });
  note(draft, 'consults', seatId, to.kind === 'number' ? '' : to.name);
}

function invite(draft: Draft, seatId: number, to: Target): void {
  const own = readyToHandOn(draft, seatId);
  if (to.kind === 'group') return refuse('Callee.Invalid', '只能邀请坐席或号码', 422);
  if (othersOf(draft, own).some(({ held }) => held)) return refuse('Call.StateError', '请先取消保持');
  if (talkersOf(draft.legs).length >= 8) return refuse('Call.StateError', '会议最多8方', 422);
  ringTarget(draft, seatId, to, {});
  note(draft, 'invited', seatId, to.kind === 'number' ? '' : to.name);
}

/** The seat that leads the conference sends one member away; the others go on. */
function removeMember(draft: Draft, seatId: number, legId: number): void {
  const own = speaking(draft, seatId);
  if (draft.call.seatId !== seatId) return refuse('Agent.StateError', '只有主持会议的坐席可以移出成员', 403);
  const leg = draft.legs.find(({ id }) => id === legId);
  if (!leg || !isLive(leg) || leg.part !== talks || leg.id === own.id) return refuse('Call.StateError', '该成员已不在会议中');
  if (othersOf(draft, own).every(({ id }) => id === legId)) return refuse('Call.StateError', '移出后没有其他成员，请直接挂断');
  endLeg(draft, leg, 'Removed');
  note(draft, 'removed', seatId, leg.name || leg.address);
}

function consultedBy(draft: Draft, seatId: number): { own: CallLeg; leg: CallLeg } {
  const own = speaking(draft, seatId);
  const leg = consultOf(draft.legs, seatId);
  if (!leg) return refuse('Call.StateError', '当前没有咨询');
  return { own, leg };
}

/** The consulted colleague speaks with the customer; `stays` whether the seat does, too. */
function joinConsulted(draft: Draft, seatId: number, stays: boolean): void {
  const { own, leg } = consultedBy(draft, seatId);
  if (!isUp(leg)) return refuse('Call.StateError', '对方还没有接听');
  Object.assign(leg, { part: talks, toSeatId: null });
  for (const other of draft.legs) if (isLive(other)) other.held = false;
  if (stays) return note(draft, 'conference', seatId);
  endLeg(draft, own, 'Transferred');
  draft.call.seatId = leg.seatId ?? draft.call.seatId;
  note(draft, 'consult-completed', seatId, leg.kind === legKinds.seat ? leg.name || leg.address : '');
}

const PART = { monitor: listens, coach: whispers, barge: talks } as const;

/** A supervisor hears, whispers, speaks, or takes the call over. */
function supervise(draft: Draft, seatId: number, action: 'monitor' | 'coach' | 'barge' | 'intercept', target: number): void {
  if (seatId === target) return refuse('Callee.Invalid', '不能监听自己', 422);
  const theirs = legOf(draft.legs, target);
  if (!theirs || !isUp(theirs) || theirs.part !== talks || draft.call.status !== callStatus.established)
    return refuse('Callee.StateError', '该坐席当前没有在通话');
  const mine = legOf(draft.legs, seatId);
  if (mine && mine.part !== listens && mine.part !== whispers) return refuse('Agent.StateError', '您已在该通话中');
  const presence = draft.presences.find((one) => one.seatId === seatId);
  if (!mine && (!presence || presence.callId !== null || presence.state === seatStates.offline))
    return refuse('Agent.StateError', presence?.callId == null ? '请先上线' : '您正在另一个通话中');
  const part = action === 'intercept' ? talks : PART[action];
  const leg = mine ?? begin(draft, { kind: legKinds.seat, state: connected, seatId });
  Object.assign(leg, { part, toSeatId: part === talks ? null : target, muted: false, supervises: action !== 'intercept' });
  note(draft, action === 'intercept' ? 'intercepted' : action, seatId, theirs.name || theirs.address);
  if (action !== 'intercept') return;
  const consult = consultOf(draft.legs, target);
  if (consult) endConsult(draft, consult, 'Cancelled');
  endLeg(draft, theirs, 'Intercepted');
  for (const other of draft.legs) {
    other.held = false;
    if (isLive(other) && other.toSeatId === target) other.toSeatId = seatId;
  }
  draft.call.seatId = seatId;
}

function apply(draft: Draft, seatId: number, command: SeatCommand): void {
  const { action } = command;
  if (draft.call.status === callStatus.hungUp && action !== 'answer') return refuse('Call.Released', '通话已结束');
  if ('to' in command) return { transfer, consult, invite }[command.action](draft, seatId, command.to);
  if ('target' in command) return supervise(draft, seatId, command.action, command.target);
  if ('legId' in command) return removeMember(draft, seatId, command.legId);
  if ('digits' in command) return sendDigits(draft, seatId, command.digits);
  switch (action as Exclude<SeatCommand, { to: Target } | { target: number } | { digits: string } | { legId: number }>['action']) {
    case 'answer':
      return answer(draft, seatId);
    case 'refuse':
      return refuseRinging(draft, seatId);
    case 'hangup':
      return hangUp(draft, seatId);
    case 'hold':
    case 'retrieve':
      return setHeld(draft, seatId, action === 'hold');
    case 'mute':
    case 'unmute':
      return setMuted(draft, seatId, action === 'mute');
    case 'complete':
    case 'conference':
      return joinConsulted(draft, seatId, action === 'conference');
    case 'cancel':
      endConsult(draft, consultedBy(draft, seatId).leg, 'Cancelled');
      return note(draft, 'consult-ended', seatId);
    case 'endConference':
      if (othersOf(draft, speaking(draft, seatId)).length < 2) return refuse('Call.StateError', '当前不是会议');
      return endCall(draft, 'Success', 2);
  }
}

/** What a command of the seat makes of the call, or why it is refused. */
export const decideCall = (situation: Situation, seatId: number, command: SeatCommand, times: CallTimes, now: number) =>
  decided(situation, times, now, (draft) => apply(draft, seatId, command));
