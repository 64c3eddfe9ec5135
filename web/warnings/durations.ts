/** Spans of time as staff read them. Pure. */
import { toMillis, type Time } from '#web/ui/display.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** `35秒`, `2分05秒`, `1小时03分`, `2天5小时`; a span that ends before it begins is nothing. */
export function spanText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole}秒`;
  if (whole < 3600) return `${Math.floor(whole / 60)}分${two(whole % 60)}秒`;
  if (whole < 86_400) return `${Math.floor(whole / 3600)}小时${two(Math.floor((whole % 3600) / 60))}分`;
  return `${Math.floor(whole / 86_400)}天${Math.floor((whole % 86_400) / 3600)}小时`;
}

/** A span that was set, not one that passes: `1分钟`, `1小时30分钟`, `1分30秒`. */
export function settingText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole % 60 !== 0) return spanText(whole);
  const [days, hours, minutes] = [Math.floor(whole / 86_400), Math.floor((whole % 86_400) / 3600), (whole % 3600) / 60];
  return [days && `${days}天`, hours && `${hours}小时`, minutes && `${minutes}分钟`].filter(Boolean).join('') || '0秒';
}

export const secondsBetween = (from: Time, to: Time) => (toMillis(to) - toMillis(from)) / 1000;

interface Answered {
  askTime: string;
  acknowledgeTime: string | null;
}

/**
 * From when it began to wait to the receipt, in seconds; null while it is not confirmed. What a device sent late is not the staff's delay.
 */
export const responseSeconds = ({ askTime, acknowledgeTime }: Answered) =>
  acknowledgeTime === null ? null : Math.max(0, secondsBetween(askTime, acknowledgeTime));

/** Whether it was confirmed later than is asked for. */
export const isOverdue = (row: Answered & { answerSeconds: number | null }) =>
  row.answerSeconds !== null && (responseSeconds(row) ?? 0) > row.answerSeconds;

/** The mean response of those that were answered; null when none was. */
export function averageResponse(rows: readonly Answered[]): number | null {
  const spans = rows.map(responseSeconds).filter((span) => span !== null);
  return spans.length === 0 ? null : spans.reduce((sum, span) => sum + span, 0) / spans.length;
}
