/** What the seat does, and for how long. */
import { breakCodes, seatStateLabels, seatStates } from '#contract/calls/seat-states.rules.ts';
import { clockText } from '#contract/calls/call-page.rules.ts';
import { useSecond } from '#web/ui/clock.ts';
import { toMillis } from '#web/ui/display.ts';
import type { SeatNow } from './acts.ts';

export function stateText({ state, breakCode }: Pick<SeatNow, 'state' | 'breakCode'>): string {
  const reason = state === seatStates.break ? breakCodes[breakCode] : undefined;
  return reason ?? seatStateLabels[state] ?? '';
}

/** Which colour a state has: `free`, `busy`, `ring`, `off`. */
export function toneOf(state: number): string {
  if (state === seatStates.ready) return 'free';
  if (state === seatStates.ringing) return 'ring';
  return state === seatStates.offline || state === seatStates.break ? 'off' : 'busy';
}

/** Seconds since a time, going on. */
export function Since({ time }: { time: string }) {
  const now = useSecond();
  return <time>{time ? clockText((now - toMillis(time)) / 1000) : ''}</time>;
}
