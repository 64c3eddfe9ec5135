import { DAY } from '../time.ts';
/** How a tenant stands to the end of its term, and when it is reminded. Times in epoch milliseconds. Pure. */

/** `open` works, `reading` may only look (grace), `closed` nobody enters. */
export type Standing = 'open' | 'reading' | 'closed';
export const standingLabels: Record<Standing, string> = { open: '使用中', reading: '已过期（只读）', closed: '已停用' };

/** `endsAt` null never ends; `graceDays` are the platform's GRACE_DAYS. */
export function standingOf(endsAt: number | null, graceDays: number, now: number): Standing {
  if (endsAt === null || now <= endsAt) return 'open';
  return now <= endsAt + graceDays * DAY ? 'reading' : 'closed';
}

/** Days before the end at which a tenant is reminded. */
export const REMINDERS = [30, 7, 1] as const;
/** The reminder's number when the term has ended, and when reading has ended too. */
export const ENDED = 0;
export const CLOSED = -1;

/**
 * The reminder that is due: the nearest that was reached, 0 after the end, -1 after
 * the grace; null when the end is far. A term that began at `since` is not reminded of days that it never had before it: a month that was
 * bought today does not end "within 30 days" today.
 */
export function reminderOf(endsAt: number, graceDays: number, now: number, since: number): number | null {
  const standing = standingOf(endsAt, graceDays, now);
  if (standing === 'closed') return CLOSED;
  if (standing === 'reading') return ENDED;
  const days = (endsAt - now) / DAY;
  return REMINDERS.findLast((most) => days <= most && since < endsAt - most * DAY) ?? null;
}
