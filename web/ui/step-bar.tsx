/** The way of an order in steps, each with its time: `<StepBar steps={stepsOf(order)} />`. */
import { CloseCircleFilled } from '@ant-design/icons';
import { Steps } from 'antd';
import { Time } from './time.tsx';

export interface BarStep {
  title: string;
  time: string | null;
  state: 'done' | 'current' | 'wait' | 'cancelled';
}

const STATUS = { done: 'finish', current: 'process', wait: 'wait', cancelled: 'error' } as const;

export function StepBar({ steps }: { steps: readonly BarStep[] }) {
  const current = steps.findLastIndex(({ state }) => state !== 'wait');
  return (
    <Steps
      className="y-steps"
      current={Math.max(0, current)}
      titlePlacement="vertical"
      items={steps.map(({ title, time, state }) => ({
        title,
        status: STATUS[state],
        ...(state === 'cancelled' ? { icon: <CloseCircleFilled aria-hidden /> } : {}),
        ...(time ? { content: <Time value={time} /> } : {}),
      }))}
    />
  );
}
