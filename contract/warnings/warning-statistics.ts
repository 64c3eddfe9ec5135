/** How warnings were answered: how many, how fast, how many of them false. */
import { z } from 'zod';
import { date } from '../fields.ts';
import { get } from '../http.ts';

/** Seconds: half of them took at most `p50`, nine of ten at most `p90`; null without any. */
const Times = z.object({ count: z.number(), p50: z.number().nullable(), p90: z.number().nullable(), most: z.number().nullable() });
const rate = z.number().nullable();

export const warningStatistics = {
  /** By the time they were raised; at most a year. Rates are 0–1 of those that are closed. */
  read: get('/members/adverseeventrecord/getWarningStatistics', '预警统计', {
    access: 'warning_devicewarning_statistics',
    rate: 'export',
    input: z.object({ startTime: date, endTime: date }),
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
      bySeverity: z.array(z.object({ severity: z.number(), total: z.number(), acknowledge: Times })),
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
      byDay: z.array(z.object({ day: z.string(), total: z.number(), critical: z.number() })),
    }),
  }),
};
