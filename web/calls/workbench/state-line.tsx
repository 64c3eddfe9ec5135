/** What the seat does, for how long, and what the network is like. */
import { breakCodes, seatStateLabels, seatStates } from '#contract/calls/seat-states.rules.ts';
import { clockText } from '#contract/calls/call-page.rules.ts';
import { useSecond } from '#web/ui/clock.ts';
import { toMillis } from '#web/ui/display.ts';
import type { SeatNow } from './acts.ts';
import { useSpeaking } from './speaking.ts';

const grades = { good: '良好', weak: '较弱', bad: '很差' } as const;

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

export function StateLine({ now }: { now: SeatNow }) {
  const { grade, state } = useSpeaking();
  return (
    <p className="cw-state" data-tone={toneOf(now.state)}>
      <b>{stateText(now)}</b> {now.state !== seatStates.offline && <Since time={now.since} />}
      {grade && (
        <span className="cw-grade" data-grade={grade} title={`网络${grades[grade]}`}>
          <i aria-hidden />
          <span className="y-unseen">网络{grades[grade]}</span>
        </span>
      )}
      {state === 'lost' && <em>语音中断</em>}
    </p>
  );
}
