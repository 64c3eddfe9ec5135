/** How a job on the board stands in time. Pure; instants are epoch milliseconds. */
import { MINUTE } from '../time.ts';
import { targetState } from './work-order-targets.rules.ts';
import { jobStatus } from './work-orders.rules.ts';

export interface Timed {
  status: number;
  startsAt: number;
  minutes: number;
  respondBy: number | null;
  completeBy: number | null;
}

export type Lateness = 'late' | 'soon' | null;

/**
 * Why a dispatcher should look at a job, in a sentence, and how urgent that is: no carer sent in time, not begun when it was planned,
 * longer than planned, or its order not finished in time. Null for what is over, paused or in order.
 */
export function latenessOf(job: Timed, now: number): { lateness: Lateness; why: string } {
  const { status, startsAt, minutes, respondBy, completeBy } = job;
  const fine = { lateness: null, why: '' };
  if (status === jobStatus.finished || status === jobStatus.cancelled || status === jobStatus.paused) return fine;
  const ago = (instant: number) => `${Math.floor((now - instant) / MINUTE)} 分钟`;
  if (completeBy !== null && now > completeBy) return { lateness: 'late', why: '超过完成时限' };
  if (status === jobStatus.inProgress)
    return now > startsAt + 2 * minutes * MINUTE ? { lateness: 'late', why: '服务时间已超过计划的两倍' } : fine;
  if (now > startsAt)
    return { lateness: 'late', why: `${status === jobStatus.unassigned ? '尚未派单，已到' : '尚未签到，已过'}服务时间 ${ago(startsAt)}` };
  if (status !== jobStatus.unassigned) return fine;
  if (respondBy === null) return startsAt - now <= 15 * MINUTE ? { lateness: 'soon', why: '即将到服务时间，尚未派单' } : fine;
  const state = targetState(respondBy, null, now);
  if (state === 'late') return { lateness: 'late', why: `超过派单时限 ${ago(respondBy)}` };
  return state === 'soon' ? { lateness: 'soon', why: '即将超过派单时限' } : fine;
}
