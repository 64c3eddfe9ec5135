/** The workbench in the top bar: what the seat does and for how long. Opens and minimises the panel. */
import { CustomerServiceOutlined } from '@ant-design/icons';
import { seatStates } from '#contract/calls/seat-states.rules.ts';
import { useSeat, useSeatNow } from './acts.ts';
import { panel, usePanel } from './panel-state.ts';
import { Since, stateText, toneOf } from './state-line.tsx';
import './pill.css';

export default function Pill() {
  const seat = useSeat();
  const now = useSeatNow(!!seat);
  const { open } = usePanel();
  if (!seat || !now) return null;
  const text = stateText(now);
  return (
    <button
      type="button"
      className="cw-pill"
      data-tone={toneOf(now.state)}
      aria-expanded={open}
      aria-label={`通话工作台：${text}`}
      onClick={() => panel.setState({ open: !open })}
    >
      <CustomerServiceOutlined aria-hidden /> {text} {now.state !== seatStates.offline && <Since time={now.since} />}
    </button>
  );
}
