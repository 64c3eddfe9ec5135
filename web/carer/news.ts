/** What has become of a carer's jobs since she last looked: others plan for her while the phone is in her pocket. Pure. */
import { AHEAD, DAY } from '#contract/time.ts';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { formatTime } from '#web/ui/display.ts';
import type { OwnJob } from './steps.ts';

export interface News {
  /** The same change is told once. */
  id: string;
  text: string;
  /** Epoch milliseconds. */
  at: number;
  /** Somebody is in need. */
  urgent: boolean;
  /** Null of a job that is hers no longer. */
  jobId: number | null;
}

const OPEN: readonly number[] = [jobStatus.assigned, jobStatus.inProgress, jobStatus.paused];
/** Of what is planned further ahead, a list that grows by a day every day would tell every day. */
const SOON_DAYS = 2;
const dayAt = (now: number, days: number) => new Date(now + AHEAD + days * DAY).toISOString().slice(0, 10);
/** With its date: it is read on another day, too. */
const clock = (time: string) => formatTime(time, 'MM-dd HH:mm');
const named = ({ oldmanName, job }: OwnJob) => `${oldmanName} ${job.serverProjectName}`;

/** What the list `after` says that `before` (null: the first one) did not; at `now`. */
export function newsOf(before: readonly OwnJob[] | null, after: readonly OwnJob[], now: number): News[] {
  if (before === null) return [];
  const [yesterday, soon] = [dayAt(now, -1), dayAt(now, SOON_DAYS)];
  // What she has handed back herself is no news.
  const had = new Map(before.filter(({ job }) => OPEN.includes(job.status)).map((own) => [own.job.id, own]));
  const has = new Map(after.map((own) => [own.job.id, own]));
  const say = (own: OwnJob, text: string, here = true): News => ({
    id: `${own.job.id}.${text}`,
    text: `${named(own)} ${text}`,
    at: now,
    urgent: own.warningType !== null,
    jobId: here ? own.job.id : null,
  });
  const gone = [...had.values()]
    .filter(({ job }) => !has.has(job.id) && job.serverTime.slice(0, 10) >= yesterday)
    .map((own) => say(own, `${clock(own.job.serverTime)} 已取消或改派他人`, false));
  const others = after.flatMap((own) => {
    const { job } = own;
    const known = had.get(job.id);
    if (!OPEN.includes(job.status)) return [];
    if (!known)
      return own.warningType !== null || job.serverTime.slice(0, 10) <= soon ? [say(own, `${clock(job.serverTime)} 新派给您`)] : [];
    return [
      ...(known.job.serverTime === job.serverTime ? [] : [say(own, `时间由 ${clock(known.job.serverTime)} 改为 ${clock(job.serverTime)}`)]),
      ...(job.status === jobStatus.paused && known.job.status !== jobStatus.paused ? [say(own, '已暂停')] : []),
      ...(known.job.status === jobStatus.paused && job.status !== jobStatus.paused ? [say(own, '已恢复')] : []),
    ];
  });
  return [...others.filter(({ urgent }) => urgent), ...others.filter(({ urgent }) => !urgent), ...gone];
}

/** The news of a phone with what has come now, each once; more than she would read are not kept. */
export const withNews = (known: readonly News[], come: readonly News[]): News[] =>
  [...come, ...known.filter(({ id }) => !come.some((one) => one.id === id))].slice(0, 30);
