/** Where in the house a member of staff is when a job begins, and how near that is. Pure; instants are epoch milliseconds. */
import { DAY, MINUTE, dayNumberOf } from '../time.ts';
import type { Busy, Wanted } from './feasibility.rules.ts';

/** Where in the house something is; null of what the room tree does not say. */
export interface Indoors {
  building: string | null;
  floor: string | null;
}

const endOf = ({ startsAt, minutes }: Busy) => startsAt + minutes * MINUTE;

/** The job that a member of staff is at when an emergency begins. One that began and was never checked out counts for half a day. */
export const doingOf = (job: Pick<Wanted, 'jobId' | 'startsAt'>, busy: readonly Busy[]) =>
  busy.find(
    (one) =>
      one.jobId !== job.jobId &&
      (one.state === 'begun'
        ? Math.abs(one.startsAt - job.startsAt) < DAY / 2
        : one.state !== 'over' && one.startsAt <= job.startsAt && endOf(one) > job.startsAt),
  );

/** Where a member of staff is known to be when a job begins: at the job of that time, else at the last one of the day. */
export function lastBefore(job: Wanted, busy: readonly Busy[]): Busy | undefined {
  const day = dayNumberOf(job.startsAt);
  const before = busy.filter((one) => one.jobId !== job.jobId && one.startsAt <= job.startsAt && dayNumberOf(one.startsAt) === day);
  return (
    (job.emergency && doingOf(job, busy)) || before.toSorted((a, b) => a.startsAt - b.startsAt || a.jobId - b.jobId).at(-1) || undefined
  );
}

export type Nearness = 'floor' | 'building' | 'elsewhere';

/** How near a member of staff is within the house when a job begins; null when either place is not known. */
export function nearnessOf(job: Wanted, busy: readonly Busy[]): Nearness | null {
  const [from, to] = [lastBefore(job, busy)?.indoors, job.indoors];
  if (!from || !to) return null;
  if (from.building !== to.building) return 'elsewhere';
  return from.floor !== null && from.floor === to.floor ? 'floor' : 'building';
}
