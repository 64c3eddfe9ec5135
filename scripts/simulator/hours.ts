/** When those who lie in beds with belts lie in them. */

const MINUTE = 60_000;
const DAY = 24 * 60;
const SHANGHAI = 8 * 60;

/** Whether somebody is in bed at epoch ms: from nine to half past six, and after lunch. */
export function isAbed(at: number): boolean {
  const minute = (Math.floor(at / MINUTE) + SHANGHAI) % DAY;
  return minute >= 21 * 60 || minute < 6 * 60 + 30 || (minute >= 12 * 60 + 30 && minute < 14 * 60);
}
