/** Half days and areas in words. */
import { halfLabels } from '#contract/home-care/areas.rules.ts';
import { weekdayText } from '#contract/visitors/visitor-slots.rules.ts';

/** `11-27 周五 上午`. */
export const wishText = ({ day, half }: { day: string; half: number }): string =>
  `${day.slice(5)} ${weekdayText(day)} ${halfLabels[half] ?? ''}`;

/** The value of a half day in a choice, and back. */
export const wishKey = ({ day, half }: { day: string; half: number }): string => `${day} ${half}`;
export const wishOf = (key: string): { day: string; half: number } => ({ day: key.slice(0, 10), half: Number(key.slice(11)) });
