/** The jobs by day, as the list has them. Pure. */
import { metresBetween } from '#contract/work-orders/routes.rules.ts';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { OwnJob } from './steps.ts';

export const tabs = { today: '今天', soon: '近期', past: '历史' } as const;
export type Tab = keyof typeof tabs;

export interface DayOf {
  /** yyyy-MM-dd; `alarm` for what an alarm waits for; empty for what should have been done before today. */
  day: string;
  jobs: OwnJob[];
}

const ALARM = 'alarm';
const OPEN: readonly number[] = [jobStatus.assigned, jobStatus.inProgress];
const dayOf = ({ job }: OwnJob) => job.serverTime.slice(0, 10);

/** Today has what is under way and what was forgotten, whatever its day. */
export function tabOf(own: OwnJob, today: string): Tab {
  const day = dayOf(own);
  if (own.job.status === jobStatus.inProgress || day === today) return 'today';
  if (day > today) return 'soon';
  return OPEN.includes(own.job.status) ? 'today' : 'past';
}

/** An order of an alarm: it comes first on every day. */
const isAlarm = ({ warningType, job }: OwnJob) => Boolean(warningType) && OPEN.includes(job.status);

/** Alarms, then what is late, then day by day. */
const placeOf = (day: string) => (day === ALARM ? 0 : day === '' ? 1 : 2);

/** The days of a tab in order, the past from yesterday back; today has alarms first, then what is late, then what is under way. */
export function daysOf(jobs: readonly OwnJob[], tab: Tab, today: string): DayOf[] {
  const days = new Map<string, OwnJob[]>();
  for (const own of jobs) {
    if (tabOf(own, today) !== tab) continue;
    const late = dayOf(own) < today && own.job.status !== jobStatus.inProgress;
    const day = tab !== 'today' ? dayOf(own) : isAlarm(own) ? ALARM : late ? '' : today;
    days.set(day, [...(days.get(day) ?? []), own]);
  }
  const rank = ({ job }: OwnJob) => (job.status === jobStatus.inProgress ? 0 : job.status === jobStatus.finished ? 2 : 1);
  const sorted = [...days].map(([day, list]) => ({
    day,
    jobs: list.sort((a, b) => (tab === 'today' ? rank(a) - rank(b) : 0) || (a.job.serverTime < b.job.serverTime ? -1 : 1)),
  }));
  return sorted.sort((a, b) => placeOf(a.day) - placeOf(b.day) || (tab === 'past' ? -1 : 1) * (a.day < b.day ? -1 : 1));
}

/** Metres from the service before it on its day, done or not; null of one that is over, of the first, and where a place is not known. */
export function wayTo(own: OwnJob, jobs: readonly OwnJob[]): number | null {
  if (!OPEN.includes(own.job.status)) return null;
  const earlier = jobs.filter((one) => dayOf(one) === dayOf(own) && one.job.serverTime < own.job.serverTime);
  const before = earlier.reduce<OwnJob | null>((last, one) => (last && last.job.serverTime >= one.job.serverTime ? last : one), null);
  return before && metresBetween(before.map, own.map);
}

const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];

/** `今天 11月21日 周六`, `11月22日 周日`; 紧急 for alarms, 逾期未完成 for the days before. */
export function dayText(day: string, today: string): string {
  if (day === ALARM) return '紧急';
  if (day === '') return '逾期未完成';
  const [, month, date] = day.split('-').map(Number) as [number, number, number];
  const text = `${month}月${date}日 ${WEEKDAYS[new Date(`${day}T12:00:00Z`).getUTCDay()]}`;
  return day === today ? `今天 ${text}` : text;
}
