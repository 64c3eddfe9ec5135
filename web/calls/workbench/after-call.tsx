/** 话后处理: the seconds that are left, and ending or prolonging them. */
import { Button } from 'antd';
import { useSecond } from '#web/ui/clock.ts';
import { toMillis } from '#web/ui/display.ts';
import { useAct, type SeatNow } from './acts.ts';

export function AfterCall({ now }: { now: SeatNow }) {
  const { run, pending } = useAct();
  const second = useSecond();
  const left = now.dueTime === null ? null : Math.max(0, Math.ceil((toMillis(now.dueTime) - second) / 1000));
  return (
    <div className="cw-after">
      <span role="timer" aria-label="话后处理剩余">
        话后处理{left !== null && `，${left} 秒后空闲`}
      </span>
      <Button size="small" disabled={pending !== null} onClick={() => void run('TakeBreak', { code: 'Warm-up' })}>
        延长
      </Button>
      <Button size="small" type="primary" disabled={pending !== null} onClick={() => void run('ReadyForService')}>
        完成
      </Button>
    </div>
  );
}
