/** When a caller begins and ends to wait for the seats of a group, read off what a command or a happening made of the call. Pure. */
import type { CallState } from './call-state.ts';
import { callKinds, callPhases } from './seat-states.rules.ts';

/** How a wait ended: answered, the caller gave up in the queue or while it rang, it took too long, it went on elsewhere, it broke. */
export const waitOutcomes = { answered: 1, leftQueue: 2, leftRinging: 3, tooLong: 4, moved: 5, broken: 6 } as const;

type Call = Pick<CallState, 'kind' | 'phase' | 'groupId' | 'seatId' | 'endedBy' | 'disposition'>;

export interface WaitStep {
  /** How the wait that is open ends; null: it goes on, or there is none. */
  ends: number | null;
  /** Who answered. */
  seatId: number | null;
  /** The group for which a wait begins, unless one is open already. */
  begins: number | null;
}
const { queued, ringing, talking, consulting, dialing, ended } = callPhases;
const waits = ({ phase, groupId }: Call) => groupId !== null && (phase === queued || phase === ringing);

function outcomeOf(before: Call, next: Call): number {
  if (next.phase === talking || next.phase === consulting) return waitOutcomes.answered;
  if (next.phase !== ended) return waitOutcomes.moved;
  if (next.disposition === 'IVRException') return waitOutcomes.broken;
  if (next.endedBy === 1) return before.phase === ringing ? waitOutcomes.leftRinging : waitOutcomes.leftQueue;
  return waitOutcomes.tooLong;
}

/** What becomes of the waits of a call that was `before` and is `next`; only callers wait, not those who are called. */
export function waitStep(before: Call, next: Call): WaitStep {
  const nothing = { ends: null, seatId: null, begins: null };
  if (next.kind !== callKinds.inbound) return nothing;
  const begins = next.phase === queued ? next.groupId : null;
  if (!waits(before)) return { ...nothing, begins };
  if (waits(next) && before.groupId === next.groupId) return { ...nothing, begins };
  const ends = waits(next) || next.phase === dialing ? waitOutcomes.moved : outcomeOf(before, next);
  return { ends, seatId: ends === waitOutcomes.answered ? next.seatId : null, begins };
}
