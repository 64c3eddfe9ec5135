/** How punctual a visit is: begun late, shorter or longer than planned, or overdue. Pure; instants are epoch milliseconds. */
import { MINUTE } from '../time.ts';
import { jobStatus } from './work-orders.rules.ts';

export interface VisitTimes {
  /** Of the job. */
  status: number;
  plannedAt: number;
  /** Planned. */
  minutes: number;
  begunAt: number | null;
  endedAt: number | null;
}

/**
 * `unsent`: not begun, and no carer is assigned; `waiting`: not begun; `late`: begun late; `running`:
 * not ended; `short`, `long`: over, and not as long as planned.
 */
export type VisitMark = 'unsent' | 'waiting' | 'late' | 'running' | 'short' | 'long';

/** Nobody is late within this; also what the statistics count as late. */
export const GRACE_MINUTES = 15;
/** A visit below this share of its planned minutes is short. */
export const SHORT = 0.8;

const TEXTS: Record<VisitMark, (minutes: number) => string> = {
  unsent: (minutes) => `已过服务时间 ${minutes} 分钟，尚未派单`,
  waiting: (minutes) => `已过服务时间 ${minutes} 分钟，尚未签到`,
  late: (minutes) => `迟到 ${minutes} 分钟`,
  running: (minutes) => `超出计划 ${minutes} 分钟，尚未签退`,
  short: (minutes) => `比计划短 ${minutes} 分钟`,
  long: (minutes) => `比计划长 ${minutes} 分钟`,
};

/** What is to be said of a visit at `now`, in the order in which it happened; nothing of one that is paused, cancelled or as planned. */
export function visitMarks({ status, plannedAt, minutes, begunAt, endedAt }: VisitTimes, now: number): { mark: VisitMark; text: string }[] {
  const since = (from: number, to: number) => Math.floor((to - from) / MINUTE);
  const say = (mark: VisitMark, by: number) => ({ mark, text: TEXTS[mark](by) });
  if (status === jobStatus.unassigned || status === jobStatus.assigned) {
    const over = since(plannedAt, now);
    return over >= GRACE_MINUTES ? [say(status === jobStatus.unassigned ? 'unsent' : 'waiting', over)] : [];
  }
  if (begunAt === null || (status !== jobStatus.inProgress && status !== jobStatus.finished)) return [];
  const late = since(plannedAt, begunAt);
  const marks = late > GRACE_MINUTES ? [say('late', late)] : [];
  if (status === jobStatus.inProgress) {
    const over = since(begunAt, now) - minutes;
    return over >= GRACE_MINUTES ? [...marks, say('running', over)] : marks;
  }
  if (endedAt === null) return marks;
  // As the wire counts the minutes of a visit: begun ones count.
  const spent = Math.ceil((endedAt - begunAt) / MINUTE);
  if (spent < minutes * SHORT) return [...marks, say('short', minutes - spent)];
  return spent > minutes + GRACE_MINUTES ? [...marks, say('long', spent - minutes)] : marks;
}
