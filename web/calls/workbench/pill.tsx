/** The workbench in the top bar: what the seat does and for how long. Opens and minimises the panel. */
import { CustomerServiceOutlined } from '@ant-design/icons';
import { seatStates } from '#contract/calls/seat-states.rules.ts';
import { useStore } from 'zustand';
import { callProviders } from '#contract/calls/call-services.ts';
import { useSeat, useSeatNow } from './acts.ts';
import { cloud } from './cloud-now.ts';
import { panel, usePanel } from './panel-state.ts';
import { Since, stateText, toneOf } from './state-line.tsx';
import './pill.css';

export default function Pill() {
  const seat = useSeat();
  const inCloud = seat?.provider === callProviders.aliyun;
  const own = useSeatNow(!!seat && !inCloud);
  const { state } = useStore(cloud);
  const { open } = usePanel();
  const now = inCloud ? { state, breakCode: '', since: '' } : own;
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
      <CustomerServiceOutlined aria-hidden /> {text} {now.state !== seatStates.offline && now.since !== '' && <Since time={now.since} />}
    </button>
  );
}
