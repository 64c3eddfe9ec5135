/** How far the visit for an alarm is, in words. Pure. */
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { isOnTheWay } from '#contract/warnings/handling.rules.ts';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { formatTime } from '#web/ui/display.ts';

interface Sent {
  status: number;
  workOrderServer: { serverStartTime: string | null; serverEndTime: string | null } | null;
}

const at = (time: string | null | undefined) => (time ? `${formatTime(time, 'HH:mm')} ` : '');

/** `已派单，尚未签到`, `02:58 已签到`, `03:10 已签退`: of one carer. */
export function visitText({ status, workOrderServer: visit }: Sent): string {
  if (status === jobStatus.finished) return `${at(visit?.serverEndTime)}已签退`;
  return status === jobStatus.inProgress ? `${at(visit?.serverStartTime)}已签到` : '已派单，尚未签到';
}

/** What a card says of the visit; null when no carer was sent. */
export const sentText = (row: { workOrderState: number | null }): string | null =>
  isOnTheWay(row) ? (row.workOrderState === orderStatus.assigned ? '已派单，护理员尚未签到' : '护理员已到现场') : null;
