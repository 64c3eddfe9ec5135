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

/** `2026年11月21日 星期六` */
export const dayIn = (now: number) =>
  new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' }).format(now);
