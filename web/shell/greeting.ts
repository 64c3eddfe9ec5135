import { dayOf, weekdayOf } from '#contract/time.ts';
/** How the home page says hello. Pure. */

export function greetingAt(hour: number): string {
  if (hour < 5) return '夜深了';
  if (hour < 9) return '早上好';
  if (hour < 12) return '上午好';
  if (hour < 14) return '中午好';
  if (hour < 18) return '下午好';
  return '晚上好';
}

/** From dusk until dawn: the moon stands beside the greeting. */
export const isNight = (hour: number): boolean => hour < 6 || hour >= 18;

const WEEKDAYS = '日一二三四五六';

/** `2026年11月21日 星期六`. By hand: making the browser's own Chinese calendar takes a tenth of a second. */
export function dayIn(now: number): string {
  const [year, month, day] = dayOf(now).split('-').map(Number);
  return `${year}年${month}月${day}日 星期${WEEKDAYS[weekdayOf(now)]}`;
}
