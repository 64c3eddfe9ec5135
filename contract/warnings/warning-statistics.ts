/** How warnings were answered: how many, how fast, how many of them false. */
import { z } from 'zod';
import { date, dateTime, orNull } from '../fields.ts';
import { get } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

/** Seconds: half of them took at most `p50`, nine of ten at most `p90`; null without any. */
const Times = z.object({ count: z.number(), p50: z.number().nullable(), p90: z.number().nullable(), most: z.number().nullable() });
const rate = z.number().nullable();
/** Of those that were to be confirmed within a time, how many were. */
const punctual = { asked: z.number(), met: z.number() };

/** Days, or moments to the second, both inclusive; absent, the 30 days until the end, which is now. */
const moment = orNull(z.union([dateTime, date], { error: '时间格式应为yyyy-MM-dd或yyyy-MM-dd HH:mm:ss' }));
const query = { startTime: moment, endTime: moment };

export const warningStatistics = {
  /** By the time they were raised; at most a year. Rates are 0–1 of those that are closed. */
  read: get('/members/adverseeventrecord/getWarningStatistics', '预警统计', {
    access: 'warning_devicewarning_statistics',
    rate: 'export',
    input: z.object(query),
    output: z.object({
      total: z.number(),
      open: z.number(),
      inProgress: z.number(),
      handled: z.number(),
      falseTrigger: z.number(),
      test: z.number(),
      /** Occurrences that were merged into them. */
      occurrences: z.number(),
      acknowledge: Times,
      arrive: Times,
      clear: Times,
      ...punctual,
      /** `answerSeconds`: what is asked for now; null: nothing. */
      bySeverity: z.array(
        z.object({
          severity: z.number(),
          total: z.number(),
          answerSeconds: z.number().nullable(),
          ...punctual,
          acknowledge: Times,
          clear: Times,
        }),
      ),
      byRule: z.array(
        z.object({
          rule: z.string(),
          label: z.string(),
          total: z.number(),
          falseTrigger: z.number(),
          test: z.number(),
          falseRate: rate,
          testRate: rate,
          acknowledge: Times,
        }),
      ),
      byDevice: z.array(
        z.object({
          deviceId: z.number(),
          imei: z.string(),
          name: z.string().nullable(),
          total: z.number(),
          falseTrigger: z.number(),
          test: z.number(),
          falseRate: rate,
          testRate: rate,
        }),
      ),
      /** Whoever answered first; null: somebody whose name is not known any more. */
      byStaff: z.array(z.object({ userId: z.number().nullable(), name: z.string(), total: z.number(), ...punctual, acknowledge: Times })),
      /** The floors, those with most first; null: no place in the house. */
      byPlace: z.array(
        z.object({
          building: z.string().nullable(),
          floor: z.string().nullable(),
          total: z.number(),
          critical: z.number(),
          falseTrigger: z.number(),
          acknowledge: Times,
        }),
      ),
      /** Those with most warnings first. */
      byPerson: z.array(
        z.object({
          oldmanId: z.number(),
          name: z.string(),
          total: z.number(),
          critical: z.number(),
          falseTrigger: z.number(),
          test: z.number(),
        }),
      ),
      byHour: z.array(z.object({ hour: z.number(), total: z.number(), critical: z.number() })),
      byDay: z.array(z.object({ day: z.string(), total: z.number(), critical: z.number() })),
    }),
  }),
  export: exportRoute('/members/adverseeventrecord/getWarningStatistics/export', '预警统计', 'warning_devicewarning_statistics', query),
};
