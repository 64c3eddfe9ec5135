/** A call as its rules see it: the call, its legs, and what the seats of it do. Steps that commands are made of. Pure. */
import { legKinds, legParts, legStates, type Leg } from './hearing.rules.ts';
import { callKinds, callPhases, callStatus, seatStates } from './seat-states.rules.ts';

export interface CallState {
  readonly id: number;
  readonly kind: number;
  status: number;
  phase: number;
  groupId: number | null;
  /** Who took or made it. */
  seatId: number | null;
  priority: number;
  /** Seats that let it ring. */
  tried: number[];
  queuedAt: number | null;
  rangAt: number | null;
  establishedAt: number | null;
  endedAt: number | null;
  dueAt: number | null;
  disposition: string | null;
  /** 1 customer, 2 seat, 3 system. */
  endedBy: number | null;
}
export type CallLeg = { -readonly [K in keyof Leg]: Leg[K] } & {
  address: string;
  name: string;
  reason: string;
  digits: string;
  /** Of who stands behind the call of a colleague: listening, whispering, or speaking in it. */
  supervises: boolean;
};
export interface Presence {
  readonly seatId: number;
  state: number;
  breakCode: string;
  callId: number | null;
  dueAt: number | null;
}
/** Seconds that the tenant's service and the call's group give. */
export interface CallTimes {
  readonly ringSeconds: number;
  readonly afterCallSeconds: number;
  readonly queueSeconds: number;
}
export interface CallEvent {
  what: string;
  seatId: number | null;
  detail: string;
}
export interface Situation {
  readonly call: CallState;
  readonly legs: readonly CallLeg[];
  /** Of every seat with a leg that is not ended, and of those that a command names. */
  readonly presences: readonly Presence[];
}
/** What a command makes of it; a leg that begins has an id below 0. */
export interface Outcome {
  readonly next: Situation;
  readonly events: readonly CallEvent[];
}
export interface CallRefusal {
  readonly refusal: string;
  readonly code: string;
  readonly status: 403 | 404 | 409 | 422;
}

/** The situation while a command works on it. */
export interface Draft {
  call: CallState;
  legs: CallLeg[];
  presences: Presence[];
  events: CallEvent[];
  readonly now: number;
  readonly times: CallTimes;
}

const { talks, listens, whispers, consulted } = legParts;
const { waits, rings, connected, ended } = legStates;

/** Thrown by steps, caught by `decided`: a command that is refused changes nothing. */
class Refused {
  readonly why: CallRefusal;
  constructor(why: CallRefusal) {
    this.why = why;
  }
}
export const refuse = (code: string, refusal: string, status: CallRefusal['status'] = 409): never => {
  throw new Refused({ code, refusal, status });
};

/** Runs `work` on a copy; gives the copy settled, or why not. */
export function decided(situation: Situation, times: CallTimes, now: number, work: (draft: Draft) => void): Outcome | CallRefusal {
  const draft: Draft = { ...structuredClone(situation as unknown as Draft), events: [], now, times };
  try {
    work(draft);
  } catch (error) {
    if (error instanceof Refused) return error.why;
    throw error;
  }
  settle(draft);
  const { call, legs, presences, events } = draft;
  return { next: { call, legs, presences }, events };
}

export const isLive = ({ state }: Pick<Leg, 'state'>) => state !== ended;
export const isUp = ({ state }: Pick<Leg, 'state'>) => state === connected;
/** Whether a leg is the other side of the line: a telephone or the page of a link. */
export const isParty = ({ kind }: Pick<Leg, 'kind'>) => kind !== legKinds.seat;
/** Those who speak with each other. */
export const talkersOf = (legs: readonly CallLeg[]) => legs.filter((leg) => isUp(leg) && leg.part === talks);
export const legOf = (legs: readonly CallLeg[], seatId: number) =>
  legs.find((leg) => leg.kind === legKinds.seat && leg.seatId === seatId && isLive(leg));
/** The leg that a seat consults. */
export const consultOf = (legs: readonly CallLeg[], seatId: number) =>
  legs.find((leg) => leg.part === consulted && leg.toSeatId === seatId && isLive(leg));

export const note = (draft: Draft, what: string, seatId: number | null = null, detail = '') =>
  void draft.events.push({ what, seatId, detail });

/** What a seat with a live leg does, by the legs of the call. */
export function seatStateIn(call: Pick<CallState, 'kind' | 'status'>, legs: readonly CallLeg[], own: CallLeg): number {
  if (own.state !== connected) return seatStates.ringing;
  if (own.part === listens || own.part === whispers) return seatStates.monitoring;
  if (own.part === consulted || consultOf(legs, own.seatId as number)) return seatStates.consulting;
  if (call.status === callStatus.initialised) return seatStates.dialing;
  const talkers = talkersOf(legs);
  if (talkers.some((leg) => leg.id !== own.id && leg.held)) return seatStates.held;
  if (talkers.length > 2) return seatStates.threeWay;
  if (call.kind === callKinds.inbound) return seatStates.inbound;
  return call.kind === callKinds.internal ? seatStates.internal : seatStates.outbound;
}

/** Seats do what their legs say; a call in which a colleague is consulted says so. */
function settle({ call, legs, presences }: Draft): void {
  if (call.phase === callPhases.talking || call.phase === callPhases.consulting)
    call.phase = legs.some((leg) => leg.part === consulted && isLive(leg)) ? callPhases.consulting : callPhases.talking;
  const waiting = legs.some((leg) => leg.state === rings || leg.state === waits);
  if (!waiting && (call.phase === callPhases.talking || call.phase === callPhases.consulting)) call.dueAt = null;
  for (const presence of presences) {
    const own = legOf(legs, presence.seatId);
    if (!own) continue;
    Object.assign(presence, { state: seatStateIn(call, legs, own), breakCode: '', callId: call.id, dueAt: null });
  }
}

export type Leaves = 'after-call' | 'ready' | 'offline' | { break: string };

/** The seat's part in the call is over; `how` it goes on. */
export function leave(draft: Draft, seatId: number, how: Leaves): void {
  const presence = draft.presences.find((one) => one.seatId === seatId);
  if (!presence) return;
  const after = how === 'after-call' && draft.times.afterCallSeconds > 0;
  const state =
    typeof how === 'object' ? seatStates.break : how === 'offline' ? seatStates.offline : after ? seatStates.afterCall : seatStates.ready;
  Object.assign(presence, {
    state,
    breakCode: typeof how === 'object' ? how.break : '',
    callId: null,
    dueAt: after ? draft.now + draft.times.afterCallSeconds * 1000 : null,
  });
}

/** Ends a leg, and what its seat does by its part: who only rang or listened is ready, who spoke has time for notes. */
export function endLeg(draft: Draft, leg: CallLeg, reason: string, how?: Leaves): void {
  const spoke = leg.state === connected && (leg.part === talks || leg.part === consulted);
  Object.assign(leg, { state: ended, reason, held: false });
  if (leg.kind === legKinds.seat && leg.seatId !== null) leave(draft, leg.seatId, how ?? (spoke ? 'after-call' : 'ready'));
}

/** Ends the call with all its legs. */
export function endCall(draft: Draft, disposition: string, endedBy: 1 | 2 | 3): void {
  for (const leg of draft.legs.filter(isLive)) endLeg(draft, leg, disposition);
  const { call } = draft;
  Object.assign(call, {
    status: callStatus.hungUp,
    phase: callPhases.ended,
    endedAt: draft.now,
    dueAt: null,
    disposition: call.establishedAt === null || disposition === 'IVRException' ? disposition : 'Success',
    endedBy,
  });
  note(draft, 'ended', null, disposition);
}

/** What a leg is when nothing else is said of it. */
export const plainLeg = {
  seatId: null,
  part: talks,
  toSeatId: null,
  held: false,
  muted: false,
  address: '',
  name: '',
  reason: '',
  digits: '',
  supervises: false,
};

/** A leg that begins now. */
export function begin(draft: Draft, leg: Partial<CallLeg> & Pick<CallLeg, 'kind' | 'state'>): CallLeg {
  const id = Math.min(0, ...draft.legs.map((one) => one.id)) - 1;
  const made = { id, ...plainLeg, ...leg };
  draft.legs.push(made);
  return made;
}

export const dueIn = (draft: Draft, seconds: number) => void (draft.call.dueAt = draft.now + seconds * 1000);

/** The customer waits for a seat of the group, `first` before all but calls for help. */
export function queueUp(draft: Draft, groupId: number, { fresh = false, first = false } = {}): void {
  const { call } = draft;
  if (fresh) Object.assign(call, { queuedAt: draft.now, tried: [] });
  Object.assign(call, { phase: callPhases.queued, groupId, queuedAt: call.queuedAt ?? draft.now, rangAt: null });
  if (first) call.priority = Math.min(call.priority, 2);
  dueIn(draft, draft.times.queueSeconds);
  for (const leg of draft.legs) leg.held = false;
}

/** The others are put through again, and the consultation is over. */
export function endConsult(draft: Draft, leg: CallLeg, reason: string, how?: Leaves): void {
  if (isLive(leg)) endLeg(draft, leg, reason, how);
  for (const other of draft.legs) if (isLive(other)) other.held = false;
}

/** A leg rang in vain: the consultation ends, the call goes back to its queue without that seat, or it ends. */
export function rangInVain(draft: Draft, leg: CallLeg, disposition: string): void {
  const { call, legs } = draft;
  if (leg.part === consulted) return endConsult(draft, leg, disposition);
  const others = talkersOf(legs);
  // It was invited to a call that goes on.
  if (others.length > 1) return;
  if (leg.seatId !== null && !call.tried.includes(leg.seatId)) call.tried.push(leg.seatId);
  const customer = others.find(({ kind }) => kind !== legKinds.seat);
  if (customer && call.groupId !== null) {
    queueUp(draft, call.groupId);
    return note(draft, 'requeued', leg.seatId, disposition);
  }
  endCall(draft, disposition, disposition === 'NoAnswer' ? 3 : 2);
}
