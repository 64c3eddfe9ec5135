/** Response and completion targets, shown. They tick without a sound: nothing is announced while time goes by. */
import { ClockCircleOutlined } from '@ant-design/icons';
import { Tag, Tooltip } from 'antd';
import { targetLabels, type TargetState } from '#contract/work-orders/work-order-targets.rules.ts';
import { MISSING } from '#web/ui/display.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { shortTime } from '#web/ui/display.ts';
import { Time } from '#web/ui/time.tsx';
import { useNow } from './now.ts';
import { clocksOf, nextClock, roughly, type Clock, type Timed } from './targets.ts';
import './work-order-detail.css';

const COLORS: Record<TargetState, string> = {
  met: 'success',
  missed: 'error',
  running: 'processing',
  soon: 'warning',
  late: 'error',
  paused: 'default',
};

const isOver = ({ state }: Clock) => state === 'met' || state === 'missed';

/** For lists: the clock that counts now. */
export function TargetTag({ order }: { order: Timed }) {
  const clock = nextClock(order, useNow());
  if (!clock) return <span className="y-missing">{MISSING}</span>;
  const { title, by, state, text } = clock;
  return (
    <Tooltip title={`${title}时限 ${shortTime(by, serverNow())}`}>
      <Tag color={COLORS[state]}>{isOver(clock) ? targetLabels[state] : `${title}${roughly(text)}`}</Tag>
    </Tooltip>
  );
}

/** For the detail page: both clocks, each with its limit. */
export function TargetClocks({ order }: { order: Timed }) {
  const clocks = clocksOf(order, useNow());
  if (clocks.length === 0) return null;
  return (
    <ul className="y-targets y-no-print" aria-label="时限">
      {clocks.map(({ title, by, state, text }) => (
        <li key={title} data-state={state}>
          <ClockCircleOutlined aria-hidden />
          <span>{title}时限</span>
          <Time value={by} />
          <Tag color={COLORS[state]}>{targetLabels[state]}</Tag>
          {state !== 'paused' && <b>{text}</b>}
        </li>
      ))}
    </ul>
  );
}
