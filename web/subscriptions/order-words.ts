/** Durations, deadlines and the bank account in words. Pure: whoever needs the clock passes it. */
import { formatTime, toMillis } from '#web/ui/display.ts';

/** A duration as people say it: `1年`, `3个月`, `45天`. Of thirty and 365 days, which is what is sold. */
export function durationText(days: number): string {
  if (days % 365 === 0) return `${days / 365}年`;
  return days % 30 === 0 && days < 365 ? `${days / 30}个月` : `${days}天`;
}

/** Until when an order has to be paid: `今日23:59`, `11月23日23:59`. */
export function deadlineText(deadline: string, now: number): string {
  const today = formatTime(now, 'yyyy-MM-dd') === deadline.slice(0, 10);
  return `${today ? '今日' : formatTime(deadline, 'MM月dd日')}${deadline.slice(11, 16)}`;
}

/** `还剩 3 小时 20 分`, `已超时 2 小时 5 分`. */
export function dueText(dueTime: string, now: number): string {
  const minutes = Math.floor(Math.abs(toMillis(dueTime) - now) / 60_000);
  const span = minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分`;
  return toMillis(dueTime) < now ? `已超时 ${span}` : `还剩 ${span}`;
}

export const accountLabels = { BANK: '开户银行', BANK_CARD: '银行账号', TAXID: '税号', PHONE: '联系电话' } as const;
export type AccountKey = keyof typeof accountLabels;
export const accountKeys = Object.keys(accountLabels) as AccountKey[];
/** Where the platform has given nothing. */
export const UNKNOWN_ACCOUNT = '请联系平台获取';

/** The account that the parameter TRANSFER says (JSON); what it does not say is a placeholder. */
export function accountOf(value: string | null | undefined): Record<AccountKey, string> {
  let given: Partial<Record<string, unknown>> | null = null;
  try {
    given = JSON.parse(value || 'null') as Partial<Record<string, unknown>> | null;
  } catch {
    // As if there were none.
  }
  return Object.fromEntries(accountKeys.map((key) => [key, String(given?.[key] ?? '').trim() || UNKNOWN_ACCOUNT])) as Record<
    AccountKey,
    string
  >;
}
