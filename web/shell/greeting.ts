/** How the home page says hello. Pure. */

/** The hour of the day in Shanghai, 0–23. */
export const hourIn = (now: number) => new Date(now + 8 * 3_600_000).getUTCHours();

export function greetingAt(hour: number): string {
  if (hour < 5) return '夜深了';
  if (hour < 9) return '早上好';
  if (hour < 12) return '上午好';
  if (hour < 14) return '中午好';
  if (hour < 18) return '下午好';
  return '晚上好';
}

const WEEKDAYS = '日一二三四五六';

/** `2026年11月21日 星期六`. By hand: making the browser's own Chinese calendar takes a tenth of a second. */
export function dayIn(now: number): string {
  const day = new Date(now + 8 * 3_600_000);
  return `${day.getUTCFullYear()}年${day.getUTCMonth() + 1}月${day.getUTCDate()}日 星期${WEEKDAYS[day.getUTCDay()]}`;
}
