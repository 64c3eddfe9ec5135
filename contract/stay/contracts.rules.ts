/** Terms of a stay from a day on: what may follow them, what they are called. Pure; days are texts of `time.ts`. */
import { nextDay } from '../time.ts';

/** `HT20261124001` */
export const contractNumber = (day: string, serial: number): string => `HT${day.replaceAll('-', '')}${String(serial).padStart(3, '0')}`;
/** `RZ20261124001` */
export const admissionNumber = (day: string, serial: number): string => `RZ${day.replaceAll('-', '')}${String(serial).padStart(3, '0')}`;
/** `HT20261124001`, or `HT20261124001-2` of a change agreement. */
export const partNumber = ({ number, part }: { number: string; part: number }): string => (part === 1 ? number : `${number}-${part - 1}`);

export const contractStates = { planned: 1, holds: 2, replaced: 3, ended: 4, expired: 5 } as const;
export const contractStateLabels: Readonly<Record<number, string>> = { 1: '未生效', 2: '生效中', 3: '已变更', 4: '已终止', 5: '已到期' };

/** From so many days before its end a contract is one that ends soon. */
export const SOON = 30;

/** How late a change agreement may be entered, and how far ahead (days). */
const LATE = 31;
const AHEAD = 366;

/** Why no change agreement can follow `last` from `effectiveDate` on; null when one can. */
export function changeProblem(
  last: { effectiveDate: string; endedDate: string | null },
  { effectiveDate, endDate }: { effectiveDate: string; endDate: string },
  today: string,
): string | null {
  if (last.endedDate !== null) return '合同已终止，不能变更';
  if (effectiveDate <= last.effectiveDate) return `生效日期应晚于上一版的生效日期${last.effectiveDate}`;
  if (effectiveDate < nextDay(today, -LATE)) return `生效日期不能早于${LATE}天前`;
  if (effectiveDate > nextDay(today, AHEAD)) return `生效日期不能晚于${AHEAD}天后`;
  return endDate < effectiveDate ? '到期日期不能早于生效日期' : null;
}

/** Whole days from `today` until a contract ends; below zero once it has. */
export const daysLeft = (endDate: string, today: string): number =>
  Math.round((Date.parse(`${endDate}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / 86_400_000);
