/** In the head of the panel: what the seat does, for how long, and what the network is like. */
import { seatStates } from '#contract/calls/seat-states.rules.ts';
import type { SeatNow } from './acts.ts';
import { useSpeaking } from './speaking.ts';
import { Since, stateText, toneOf } from './state-line.tsx';
import './workbench.css';

const grades = { good: '良好', weak: '较弱', bad: '很差' } as const;

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
