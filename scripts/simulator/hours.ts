/** When those who lie in beds with belts lie in them. */
import { midnightOf, MINUTE } from '#contract/time.ts';

/** Whether somebody is in bed at epoch ms: from nine to half past six, and after lunch. */
export function isAbed(at: number): boolean {
  const minute = Math.floor((at - midnightOf(at)) / MINUTE);
  return minute >= 21 * 60 || minute < 6 * 60 + 30 || (minute >= 12 * 60 + 30 && minute < 14 * 60);
}
