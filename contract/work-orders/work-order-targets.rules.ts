/** Until when a carer must be assigned to an order, and until when it must be finished. Pure; instants are epoch milliseconds. */
import { MINUTE } from '../time.ts';

export interface Targets {
  /** Until a carer is assigned, and after the planned end of the last job until all is finished; minutes by urgency 1, 2, 3. */
  responseMinutes: readonly number[];
  completionMinutes: readonly number[];
}

const ofUrgency = (minutes: readonly number[], urgency: number) =>
  (minutes[Math.min(Math.max(urgency, 1), minutes.length) - 1] ?? 0) * MINUTE;

/**
 * The two instants for an order as it is written. What is needed at once counts from
 * when it was asked for; for what is planned later a carer must be assigned one response time before its first job begins. Finished is due
 * after the planned end of the job that ends last.
 */
export function targetsOf(
  order: { orderedAt: number; urgency: number; pausedMs?: number; jobs: readonly { serviceAt: number; minutes: number }[] },
  targets: Targets,
): { respondBy: number; completeBy: number } {
  const { orderedAt, urgency, jobs, pausedMs = 0 } = order;
  const response = ofUrgency(targets.responseMinutes, urgency);
  const first = Math.min(...jobs.map(({ serviceAt }) => serviceAt));
  const last = Math.max(orderedAt, ...jobs.map(({ serviceAt, minutes }) => serviceAt + minutes * MINUTE));
  return {
    respondBy: Math.max(orderedAt + response, Number.isFinite(first) ? first - response : 0),
    completeBy: last + ofUrgency(targets.completionMinutes, urgency) + pausedMs,
  };
}

export type TargetState = 'met' | 'missed' | 'running' | 'soon' | 'late' | 'paused';
/** "Soon" begins a quarter of an hour before. */
const SOON = 15 * MINUTE;

/**
 * How a target stands at `now`, or, of an order that is paused, when its clock stopped: reached
 * in time or not, over, stopped, within 15 minutes, still running.
 */
export function targetState(by: number, doneAt: number | null, now: number, paused = false): TargetState {
  if (doneAt !== null) return doneAt <= by ? 'met' : 'missed';
  if (now > by) return 'late';
  if (paused) return 'paused';
  return by - now <= SOON ? 'soon' : 'running';
}
export const targetLabels: Record<TargetState, string> = {
  met: '按时',
  missed: '超时完成',
  running: '进行中',
  soon: '即将超时',
  late: '已超时',
  paused: '计时暂停',
};
