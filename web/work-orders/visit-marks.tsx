/** What stands out in the time of a visit: begun late, too short, too long, overdue. */
import { Tag } from 'antd';
import { visitMarks, type VisitMark } from '#contract/work-orders/visits.rules.ts';
import { toMillis } from '#web/ui/display.ts';
import { useNow } from './now.ts';
import type { OrderJob } from './order-calls.ts';

const COLORS: Record<VisitMark, string> = {
  unsent: 'error',
  waiting: 'error',
  late: 'warning',
  running: 'error',
  short: 'warning',
  long: 'warning',
};
const millis = (time: string | null | undefined) => (time ? toMillis(time) : null);

const OPEN = new Set<VisitMark>(['unsent', 'waiting', 'running']);

interface Props {
  job: Pick<OrderJob, 'status' | 'serverTime' | 'minutes' | 'workOrderServer'>;
  /** Only what can still be done. */
  open?: boolean;
}

export function VisitMarks({ job: { status, serverTime, minutes, workOrderServer: visit }, open = false }: Props) {
  const times = {
    status,
    plannedAt: toMillis(serverTime),
    minutes,
    begunAt: millis(visit?.serverStartTime),
    endedAt: millis(visit?.serverEndTime),
  };
  return visitMarks(times, useNow())
    .filter(({ mark }) => !open || OPEN.has(mark))
    .map(({ mark, text }) => (
      <Tag key={mark} color={COLORS[mark]}>
        {text}
      </Tag>
    ));
}
