/** Figures of calls as they are read: shares in percent, seconds as times. */
import { MISSING } from '#web/ui/display.ts';
import { spanText } from '#web/warnings/durations.ts';

export const percentText = (part: number | null) => (part === null ? MISSING : `${(part * 100).toFixed(1)}%`);
/** Hours at most: a month on duty is read in hours, as staff are paid. */
export function lasting(seconds: number | null): string {
  if (seconds === null) return MISSING;
  const whole = Math.round(seconds);
  if (whole < 86_400) return spanText(whole);
  return `${Math.floor(whole / 3600)}小时${String(Math.floor((whole % 3600) / 60)).padStart(2, '0')}分`;
}
