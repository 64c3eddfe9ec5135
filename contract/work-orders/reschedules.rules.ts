/** When a service is after it was moved. Pure. */
import { DAY, instantOf, textOf } from '../time.ts';

/** A time `yyyy-MM-dd HH:mm:ss` some days later or earlier, at another time of the day (HH:mm) where one is chosen. */
export function shiftedTime(time: string, days: number, clock: string | null): string {
  const moved = textOf(instantOf(time) + days * DAY);
  return clock ? `${moved.slice(0, 10)} ${clock}:00` : moved;
}
