/** How long a leave lasts: half days, in Shanghai's `yyyy-MM-dd HH:mm:ss`. Pure. */
import { DAY, HOUR, dayOf, instantOf, nextDay, textOf, weekdayOf } from '../time.ts';

export const halfLabels = { am: '上午', pm: '下午' } as const;
export type Half = keyof typeof halfLabels;

/** As people say it: from this half of a day to that one. */
export interface LeaveDays {
  startDay: string;
  startHalf: Half;
  endDay: string;
  endHalf: Half;
}

/** As rows keep it: the end is the first moment after it. */
export interface LeaveSpan {
  starts_at: string;
  ends_at: string;
}

const MIDNIGHT = '00:00:00';
const NOON = '12:00:00';
const HALF_DAY = 12 * HOUR;
/** Who fell ill asks afterwards. */
export const LATE_DAYS = 30;
export const MOST_LEAVE_DAYS = 366;

/** As rows keep what people say. */
export const spanOf = ({ startDay, startHalf, endDay, endHalf }: LeaveDays): LeaveSpan => ({
  starts_at: `${startDay} ${startHalf === 'am' ? MIDNIGHT : NOON}`,
  ends_at: endHalf === 'am' ? `${endDay} ${NOON}` : `${nextDay(endDay)} ${MIDNIGHT}`,
});

/** As people say what rows keep. */
export function leaveDaysOf({ starts_at, ends_at }: LeaveSpan): LeaveDays {
  const atNoon = ends_at.endsWith(NOON);
  return {
    startDay: starts_at.slice(0, 10),
    startHalf: starts_at.endsWith(NOON) ? 'pm' : 'am',
    endDay: atNoon ? ends_at.slice(0, 10) : nextDay(ends_at.slice(0, 10), -1),
    endHalf: atNoon ? 'am' : 'pm',
  };
}

/** `2026-11-25 全天`, `2026-11-25 上午`, `2026-11-25 下午 至 2026-11-27 上午`. */
export function leaveText(span: LeaveSpan): string {
  const { startDay, startHalf, endDay, endHalf } = leaveDaysOf(span);
  if (startDay !== endDay) return `${startDay} ${halfLabels[startHalf]} 至 ${endDay} ${halfLabels[endHalf]}`;
  return `${startDay} ${startHalf === endHalf ? halfLabels[startHalf] : '全天'}`;
}

/** Why a span cannot be asked for at `now` (epoch ms); null when it can. */
export function spanProblem({ starts_at, ends_at }: LeaveSpan, now: number): string | null {
  const [from, to] = [instantOf(starts_at), instantOf(ends_at)];
  if (to <= from) return '请假的结束应晚于开始';
  if (to - from > MOST_LEAVE_DAYS * DAY) return `一次请假最长${MOST_LEAVE_DAYS}天`;
  if (from < now - LATE_DAYS * DAY) return `请假的开始不能早于${LATE_DAYS}天前`;
  if (from > now + MOST_LEAVE_DAYS * DAY) return `请假的开始不能晚于${MOST_LEAVE_DAYS}天后`;
  return null;
}

/** Whether nobody works on a day. `kinds`: of the named days of a year, 1 off, 2 worked. */
export const isDayOff = (day: string, kinds: ReadonlyMap<string, number>): boolean => {
  const kind = kinds.get(day);
  return kind === undefined ? [0, 6].includes(weekdayOf(instantOf(`${day} ${MIDNIGHT}`))) : kind === 1;
};

/** Days in halves. Days that are off are counted, too, unless `isOff` is given. */
export function leaveLength({ starts_at, ends_at }: LeaveSpan, isOff: (day: string) => boolean = () => false): number {
  let halves = 0;
  for (let at = instantOf(starts_at); at < instantOf(ends_at); at += HALF_DAY) if (!isOff(dayOf(at))) halves++;
  return halves / 2;
}

/** What was taken of a leave that is ended at `now` (epoch ms): the half day that has begun counts. Null: none of it. */
export function takenOf({ starts_at, ends_at }: LeaveSpan, now: number): LeaveSpan | null {
  const from = instantOf(starts_at);
  if (now < from) return null;
  const until = from + (Math.floor((now - from) / HALF_DAY) + 1) * HALF_DAY;
  return { starts_at, ends_at: textOf(Math.min(until, instantOf(ends_at))) };
}
