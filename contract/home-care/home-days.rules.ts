/** How a visit at home stands at a moment. Pure; instants are epoch milliseconds. */
import { MINUTE } from '../time.ts';
import { jobStatus } from '../work-orders/work-orders.rules.ts';

/** In the order in which a coordinator looks at them. */
export const visitPhases = { unassigned: 1, missed: 2, late: 3, serving: 4, waiting: 5, paused: 6, done: 7 } as const;
export const homeVisitPhaseLabels: Readonly<Record<number, string>> = {
  1: '未派单',
  2: '未到',
  3: '迟到',
  4: '服务中',
  5: '未出发',
  6: '已暂停',
  7: '已完成',
};

interface Visit {
  /** Of the job. */
  status: number;
  startsAt: number;
  minutes: number;
}

/** Without a check-in: late from the planned time on, missed once the planned service would be over. Without a carer it is unassigned. */
export function visitPhaseOf({ status, startsAt, minutes }: Visit, now: number): number {
  switch (status) {
    case jobStatus.unassigned:
      return visitPhases.unassigned;
    case jobStatus.inProgress:
      return visitPhases.serving;
    case jobStatus.finished:
      return visitPhases.done;
    case jobStatus.paused:
      return visitPhases.paused;
    default:
      if (now >= startsAt + minutes * MINUTE) return visitPhases.missed;
      return now > startsAt ? visitPhases.late : visitPhases.waiting;
  }
}

/** `比计划晚 12 分钟开始，用时 35 分钟（计划 30 分钟）`: how a visit came out beside its plan. Times are epoch ms, null what is not yet. */
export function resultText(planned: { startsAt: number; minutes: number }, checkIn: number | null, checkOut: number | null): string {
  if (checkIn === null) return '';
  const apart = Math.round((checkIn - planned.startsAt) / MINUTE);
  const began = apart === 0 ? '准时开始' : `比计划${apart > 0 ? '晚' : '早'} ${Math.abs(apart)} 分钟开始`;
  if (checkOut === null) return began;
  return `${began}，用时 ${Math.round((checkOut - checkIn) / MINUTE)} 分钟（计划 ${planned.minutes} 分钟）`;
}
