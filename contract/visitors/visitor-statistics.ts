/** Figures of visitors: of today, of the hours of today, of a span of days (specification 2, section 7). */
import { z } from 'zod';
import { date, nothing } from '../fields.ts';
import { get } from '../http.ts';

const VIEW = 'business_bcvisitorsrecord_view';
const BASE = '/business/bcvisitorsrecord';

const Named = z.object({ name: z.string(), total: z.number(), people: z.number() });

export const visitorStatistics = {
  today: get(`${BASE}/getVisitorsRecordStatics`, '访客统计', {
    access: VIEW,
    input: nothing,
    output: z.object({
      /** Bookings of today, also of those who have come; not what was cancelled or refused. */
      booked: z.number(),
      pending: z.number(),
      arrived: z.number(),
      inside: z.number(),
      insidePeople: z.number(),
      left: z.number(),
      overdue: z.number(),
      out: z.number(),
      outOverdue: z.number(),
    }),
  }),
  hours: get(`${BASE}/getCurDayStatics`, '当日访客统计', {
    access: VIEW,
    input: nothing,
    output: z.array(z.object({ hour: z.number(), booked: z.number(), arrived: z.number(), left: z.number() })),
  }),
  period: get(`${BASE}/getPeriodStatics`, '时段访客统计', {
    access: VIEW,
    input: z.object({ startTime: date.optional(), endTime: date.optional() }),
    output: z.object({
      total: z.number(),
      arrived: z.number(),
      people: z.number(),
      missed: z.number(),
      cancelled: z.number(),
      refused: z.number(),
      restricted: z.number(),
      /** Bookings that no one came for, of those that were not cancelled or refused and whose day is over; null: none. */
      missedRate: z.number().nullable(),
      /** Median minutes of a visit. */
      minutes: z.number().nullable(),
      byDay: z.array(z.object({ day: z.string(), arrived: z.number(), missed: z.number() })),
      byRelation: z.array(z.object({ relation: z.number().nullable(), total: z.number(), people: z.number() })),
      byPerson: z.array(Named.extend({ oldmanId: z.number() })),
      bySource: z.array(z.object({ source: z.number(), total: z.number(), missed: z.number() })),
    }),
  }),
};
