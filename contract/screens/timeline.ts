/** 时间线: all that happened to a person, across the areas, newest first. */
import { z } from 'zod';
import { date, id, int, text, several } from '../fields.ts';
import { get } from '../http.ts';
import { endOf, timelineKindNames, timelineLevels, timelineSourceNames } from './timeline.rules.ts';

const kind = z.enum(timelineKindNames, { error: '类别不正确' });

export const TimelineRow = z.object({
  /** Of the source: with `id` it names the row. */
  source: z.enum(timelineSourceNames),
  id: z.number(),
  kind,
  time: z.string(),
  title: z.string(),
  text: z.string().nullable(),
  who: z.string().nullable(),
  level: z.enum(timelineLevels),
  /** The page on which it is seen, with its query. */
  address: z.string(),
});

export const timeline = {
  page: get('/members/timeline/page', '服务对象时间线', {
    access: 'members_oldman_view',
    input: z.object({
      oldmanId: id,
      /** What `next` of the page before said. */
      before: text(100)
        .refine((cursor) => endOf(cursor) !== null, { error: '时间线位置不正确，请重新打开时间线' })
        .optional(),
      size: int(1, 100).default(30),
      kinds: several(kind, timelineKindNames.length).optional(),
      /** Days, both inclusive. */
      from: date.optional(),
      to: date.optional(),
      text: text(50).optional(),
    }),
    output: z.object({
      records: z.array(TimelineRow),
      next: z.string().nullable(),
      /** Those that the caller may see. */
      kinds: z.array(kind),
    }),
  }),
};
