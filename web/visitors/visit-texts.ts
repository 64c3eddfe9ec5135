/** How long somebody is in the house, and overdue, in words. */
import { toMillis } from '#web/ui/display.ts';

const minutesSince = (time: string, now: number) => Math.max(0, Math.floor((now - toMillis(time)) / 60_000));

const spanText = (minutes: number) => (minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分钟`);

/** `已 1 小时 5 分钟`. */
export const stayText = (arrived: string | null, now: number): string =>
  arrived === null ? '' : `已 ${spanText(minutesSince(arrived, now))}`;

/** `超时 20 分钟`. */
export const overdueText = (due: string, now: number): string => `超时 ${spanText(minutesSince(due, now))}`;
