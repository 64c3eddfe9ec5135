/** The figures of calls: what each of them counts. The database counts alike calls together, here is said what they are. Pure. */
import { waitOutcomes } from './call-waits.rules.ts';
import { seatStates } from './seat-states.rules.ts';

/** Where no group says otherwise: within how many seconds callers are to be answered, and below how many giving up is short. */
export const LEVEL_SECONDS = 20;
export const SHORT_SECONDS = 5;

/**
 * What became of a caller: answered by a seat or a number; gave up in the menu, in the queue or while it rang; waited until the house ended
 * it; or never came to wait, because the group was closed or full or the menu ended it.
 */
export type Fate = 'answered' | 'menu' | 'queue' | 'ring' | 'late' | 'refused';

interface EndedCall {
  established: boolean;
  /** Whether it waited for a group. */
  waited: boolean;
  disposition: string | null;
  endedBy: number | null;
}
const GAVE_UP: Readonly<Record<string, Fate>> = { AbandonedInIVR: 'menu', AbandonedInQueue: 'queue', AbandonedInRing: 'ring' };

/** What became of an inbound call that is established or over; null: blocked numbers are not counted. */
export function fateOfCall({ established, waited, disposition, endedBy }: EndedCall): Fate | null {
  if (established) return 'answered';
  if (disposition === 'Blocked') return null;
  const how = endedBy === 1 ? GAVE_UP[disposition ?? ''] : undefined;
  return how ?? (waited ? 'late' : 'refused');
}

/** What became of one wait for a group. */
export function fateOfWait(outcome: number): Fate {
  if (outcome === waitOutcomes.answered) return 'answered';
  if (outcome === waitOutcomes.leftQueue) return 'queue';
  return outcome === waitOutcomes.leftRinging ? 'ring' : 'late';
}

/** Calls, or waits, that are alike. */
export interface Tally {
  fate: Fate | null;
  waited: boolean;
  /** Waited no longer than the group asks for. */
  quick: boolean;
  /** Waited shorter than what counts. */
  short: boolean;
  calls: number;
  waitSeconds: number;
  longestWait: number;
}

/** `offered` is the sum of `answered`, the four that were given up, `late` and `refused`. */
export interface Inbound {
  offered: number;
  answered: number;
  inMenu: number;
  inQueue: number;
  inRing: number;
  /** Gave up in the queue or while it rang before it counts. */
  short: number;
  late: number;
  refused: number;
  /** Seconds until the answer, over those who waited; null without any. */
  averageWait: number | null;
  longestWait: number;
  /** Answered in time, of those who waited without the short ones. */
  quick: number;
  level: number | null;
}
const COUNTS: Record<Exclude<Fate, 'queue' | 'ring'>, 'answered' | 'inMenu' | 'late' | 'refused'> = {
  answered: 'answered',
  menu: 'inMenu',
  late: 'late',
  refused: 'refused',
};
const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** Adds alike calls up to the figures of inbound calls. */
export function inboundOf(tallies: readonly Tally[]): Inbound {
  const sum = { offered: 0, answered: 0, inMenu: 0, inQueue: 0, inRing: 0, short: 0, late: 0, refused: 0, quick: 0 };
  let [asked, waited, waitSeconds, longestWait] = [0, 0, 0, 0];
  for (const { fate, calls, ...one } of tallies) {
    if (fate === null) continue;
    const gaveUp = fate === 'queue' || fate === 'ring';
    const short = gaveUp && one.short;
    sum.offered += calls;
    sum[short ? 'short' : gaveUp ? (fate === 'queue' ? 'inQueue' : 'inRing') : COUNTS[fate]] += calls;
    if (!one.waited) continue;
    longestWait = Math.max(longestWait, one.longestWait);
    if (!short) asked += calls;
    if (fate !== 'answered') continue;
    if (one.quick) sum.quick += calls;
    waited += calls;
    waitSeconds += one.waitSeconds;
  }
  return { ...sum, averageWait: share(waitSeconds, waited), longestWait, level: share(sum.quick, asked) };
}

/** Spans of seats that are alike: seconds in a state, and how many of them ended by going over to `next`. */
export interface SpanTally {
  /** 0: on duty with something that is no call, such as hearing its own echo. */
  state: number;
  next: number | null;
  spans: number;
  seconds: number;
}
/** Seconds of what seats did. Speaking with a colleague who is asked counts as talking. */
export interface Handling {
  talkSeconds: number;
  holdSeconds: number;
  afterSeconds: number;
}
export interface SeatTimes extends Handling {
  /** Calls that rang at the seat, of them answered, and those that it let ring or refused. */
  rang: number;
  answered: number;
  missed: number;
  /** Calls that it dialled, and of them those in which the other side answered. */
  dialled: number;
  connected: number;
  ringSeconds: number;
  dialSeconds: number;
  listenSeconds: number;
  breakSeconds: number;
  readySeconds: number;
  signedSeconds: number;
  /** Talking, holding and after calls, of the time on duty. */
  occupancy: number | null;
  /** Talking, holding and after calls, for each call that it answered or in which it reached the other side. */
  averageHandle: number | null;
}
const S = seatStates;
const TALKS: readonly number[] = [S.inbound, S.outbound, S.internal, S.threeWay, S.consulting];
const SPEAKS: readonly number[] = [...TALKS, S.held];
const KINDS: readonly [keyof SeatTimes & `${string}Seconds`, readonly number[]][] = [
  ['talkSeconds', TALKS],
  ['holdSeconds', [S.held]],
  ['afterSeconds', [S.afterCall]],
  ['ringSeconds', [S.ringing]],
  ['dialSeconds', [S.dialing]],
  ['listenSeconds', [S.monitoring]],
  ['breakSeconds', [S.break]],
  ['readySeconds', [S.ready]],
];

/** Adds alike spans up to what a seat, or all of them, did. */
export function timesOf(tallies: readonly SpanTally[]): SeatTimes {
  const seconds = (states: readonly number[]) => tallies.reduce((sum, one) => sum + (states.includes(one.state) ? one.seconds : 0), 0);
  const ended = (from: number, to?: readonly number[]) =>
    tallies.reduce((sum, { state, next, spans }) => sum + (state === from && next !== null && (to?.includes(next) ?? true) ? spans : 0), 0);
  const sums = Object.fromEntries(KINDS.map(([name, states]) => [name, seconds(states)])) as Record<(typeof KINDS)[number][0], number>;
  const handled = sums.talkSeconds + sums.holdSeconds + sums.afterSeconds;
  const signedSeconds = tallies.reduce((sum, one) => sum + one.seconds, 0);
  const [answered, connected] = [ended(S.ringing, SPEAKS), ended(S.dialing, SPEAKS)];
  return {
    ...sums,
    rang: ended(S.ringing),
    answered,
    missed: ended(S.ringing, [S.break]),
    dialled: ended(S.dialing),
    connected,
    signedSeconds,
    occupancy: share(handled, signedSeconds),
    averageHandle: share(handled, answered + connected),
  };
}
