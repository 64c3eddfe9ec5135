/** What becomes of an outbound job and of its cases. Pure. */
import type { Decision } from '../transitions.ts';

export const jobStates = { draft: 1, running: 2, paused: 3, finished: 4, cancelled: 5 } as const;
export const jobStateLabels: Readonly<Record<number, string>> = { 1: '草稿', 2: '进行中', 3: '已暂停', 4: '已结束', 5: '已取消' };
export const caseStates = { waits: 1, atHand: 2, done: 3, inVain: 4, skipped: 5 } as const;
export const caseStateLabels: Readonly<Record<number, string>> = { 1: '待拨', 2: '处理中', 3: '已完成', 4: '未联系上', 5: '已跳过' };
export const caseResults = { spoke: 1, noAnswer: 2, busy: 3, wrongNumber: 4, again: 5, declines: 6, noKey: 7 } as const;

/** Who dials the cases of a job: a seat that takes one; the product, for a seat that is ready; the product alone, which plays a notice. */
export const dialWays = { seat: 1, byItself: 2, notice: 3 } as const;

export const jobCommands = ['start', 'pause', 'finish', 'cancel'] as const;
export type JobCommand = (typeof jobCommands)[number];

const { draft, running, paused, finished, cancelled } = jobStates;
/** From which states a command leads where. */
const WAYS: Record<JobCommand, { from: readonly number[]; to: number; refusal: string }> = {
  start: { from: [draft, paused], to: running, refusal: '任务已结束，不能开始' },
  pause: { from: [running], to: paused, refusal: '只有进行中的任务可以暂停' },
  finish: { from: [running, paused], to: finished, refusal: '只有进行中或已暂停的任务可以结束' },
  cancel: { from: [draft, running, paused], to: cancelled, refusal: '任务已结束，不能取消' },
};

/** Whether a job in a state takes a command. */
export const jobTakes = (state: number, command: JobCommand): boolean => WAYS[command].from.includes(state);

/** The state that a command leads to; null where the job is there already. A job without a case does not start. */
export function decideJob(job: { state: number; automatic: boolean; cases: number }, command: JobCommand): Decision<{ state: number }> {
  const { to, refusal } = WAYS[command];
  if (job.state === to) return { change: null };
  if (!jobTakes(job.state, command)) return { refusal, status: 409 };
  if (command === 'start' && job.cases === 0 && !job.automatic) return { refusal: '任务还没有名单，请先添加号码或服务对象', status: 422 };
  return { change: { state: to } };
}

export interface CaseChange {
  state: number;
  attempts: number;
  result: number;
  /** When it comes again; null when it does not. */
  nextAt: number | null;
}

/**
 * What a result makes of a case: who was not reached comes again after the pause, as often as the job says;
 * who asked for another time comes then, which also counts as an attempt.
 */
export function decideCase(
  one: { state: number; attempts: number },
  result: number,
  { mostAttempts, pauseMinutes, again, now }: { mostAttempts: number; pauseMinutes: number; again: number | null; now: number },
): Decision<CaseChange> {
  if (one.state !== caseStates.atHand) return { refusal: '该名单不在您手上，请重新领取', status: 409 };
  const attempts = one.attempts + 1;
  const end = (state: number) => ({ change: { state, attempts, result, nextAt: null } });
  if (result === caseResults.spoke || result === caseResults.declines) return end(caseStates.done);
  if (result === caseResults.wrongNumber || attempts >= mostAttempts) return end(caseStates.inVain);
  if (result !== caseResults.again) return { change: { state: caseStates.waits, attempts, result, nextAt: now + pauseMinutes * 60_000 } };
  if (again === null || again <= now) return { refusal: '请选择以后的回电时间', status: 422 };
  return { change: { state: caseStates.waits, attempts, result, nextAt: again } };
}

/**
 * What a call that has ended says of its case by itself: a result; `due` when it broke before it was answered, so that the case waits as
 * before; null when a seat spoke and has to say it.
 */
export function resultOfCall(call: { established: boolean; disposition: string | null; endedBy: number | null }): number | 'due' | null {
  const { established, disposition, endedBy } = call;
  if (established) return null;
  if (disposition === 'Busy' || disposition === 'Reject') return caseResults.busy;
  // The seat gave up while it rang, or the line rang too long.
  return disposition === 'NoAnswer' || endedBy === 2 ? caseResults.noAnswer : 'due';
}

/** The months of the last half year, the oldest first: `2026-06` … `2026-11`. */
export function halfYear(today: string): string[] {
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: 6 }, (_, at) => {
    const month = months - 5 + at;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}
