/** The seats on the wall of the call room: what each does, and since when. */
import { breakCodes, callKindLabels, seatStateLabels, seatStates } from '#contract/calls/seat-states.rules.ts';
import type { CallWallboard } from '#contract/screens/call-wallboard.ts';
import { toMillis } from '#web/ui/display.ts';
import { spanText } from '#web/warnings/durations.ts';

type Seat = CallWallboard['seats'][number];
const { offline, break: paused, ready, ringing, dialing } = seatStates;

const TONES: Readonly<Record<number, string>> = {
  [offline]: 'off',
  [paused]: 'warn',
  [ready]: 'ready',
  [ringing]: 'rings',
  [dialing]: 'rings',
};

function doing({ state, breakCode, callKind, groupName }: Seat): string {
  if (state === paused) return breakCodes[breakCode] ?? '';
  return groupName ?? (callKind === null ? '' : (callKindLabels[callKind] ?? ''));
}

export function Seats({ seats, now }: { seats: readonly Seat[]; now: number }) {
  return (
    <ul className="s-call-seats">
      {seats.map((seat) => {
        const { seatId, name, extension, state, since, answered } = seat;
        return (
          <li key={seatId} data-tone={TONES[state] ?? 'talks'}>
            <h3>
              {name} <small>{extension}</small>
            </h3>
            <b>{seatStateLabels[state]}</b>
            <p>{doing(seat)}</p>
            <footer>
              {state === offline ? <span /> : <time>{spanText(Math.max(0, now - toMillis(since)) / 1000)}</time>}
              <span>今日接听 {answered}</span>
            </footer>
          </li>
        );
      })}
    </ul>
  );
}
