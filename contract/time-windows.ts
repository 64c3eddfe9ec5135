/** Hours of the week, as forms send them. */
import { z } from 'zod';
import { clock } from './fields.ts';

/** Days 1 Monday … 7 Sunday, none meaning all; an end before the beginning is on the next day. */
export const TimeWindow = z.object({ days: z.array(z.int().min(1).max(7)).max(7), from: clock, to: clock });

/** When a person does not want to be told; none: always told. */
export const quietWindows = z
  .array(TimeWindow)
  .max(7, { error: '每种方式最多7个时段' })
  .refine((windows) => windows.every(({ from, to }) => from !== to), { error: '时段的开始与结束不能相同' });
