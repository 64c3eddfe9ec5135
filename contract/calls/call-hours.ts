/** When a group or a menu is open: days of the week with hours. */
import { z } from 'zod';
import { clock, int } from '../fields.ts';

export const MOST_HOURS = 20;

/** Times of day; several a day are allowed, an empty list is always. 0 for Sunday. */
export const callHours = z
  .array(
    z
      .object({ days: z.array(int(0, 6)).min(1, { error: '请选择星期' }).max(7, { error: '请选择星期' }), startClock: clock, endClock: clock })
      .refine(({ startClock, endClock }) => startClock < endClock, { error: '结束时间应晚于开始时间', path: ['endClock'] }),
  )
  .max(MOST_HOURS, { error: `最多${MOST_HOURS}个时段` });

export const CallHours = z.array(z.object({ days: z.array(z.number()), startClock: z.string(), endClock: z.string() }));
