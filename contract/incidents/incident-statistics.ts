/** Figures of incidents in a span of days, by the time at which they occurred. */
import { z } from 'zod';
import { date, id } from '../fields.ts';
import { get } from '../http.ts';
import { INCIDENT_ACCESS } from './incidents.ts';

const kept = z.object({ asked: z.number(), met: z.number() });
const sums = { total: z.number(), grave: z.number() };

export const incidentStatistics = {
  /** Days inclusive, at most 366; absent, the year until today. The path of the specification's getWarningStatistics is of warnings. */
  read: get('/members/adverseeventrecord/statistics', '不良事件统计', {
    access: INCIDENT_ACCESS.view,
    input: z.object({ startDate: date.optional(), endDate: date.optional(), oldmanId: id.optional() }),
    output: z.object({
      ...sums,
      open: z.number(),
      closed: z.number(),
      died: z.number(),
      falls: z.number(),
      /** Open ones that have passed a limit. */
      overdue: z.number(),
      family: kept,
      manager: kept,
      authority: kept,
      written: kept,
      measures: z.object({ total: z.number(), done: z.number(), overdue: z.number() }),
      /** Days of residents, of the days on which they were counted; the rates are of these days only, null without any. */
      residentDays: z.number(),
      countedDays: z.number(),
      rate: z.number().nullable(),
      fallRate: z.number().nullable(),
      bySeverity: z.array(z.object({ severity: z.number().nullable(), total: z.number() })),
      byType: z.array(z.object({ type: z.number(), ...sums, open: z.number() })),
      byMonth: z.array(z.object({ month: z.string(), ...sums })),
      byHour: z.array(z.object({ hour: z.number(), ...sums })),
      /** Floors; null: not said. */
      byPlace: z.array(z.object({ building: z.string().nullable(), floor: z.string().nullable(), ...sums })),
      byPerson: z.array(z.object({ oldmanId: z.number(), name: z.string(), ...sums })),
    }),
  }),
};
