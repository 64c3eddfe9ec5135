/** What is known of a person's health: newest values, trends, single records, falls. */
import { z } from 'zod';
import { date, dateTime, id, int, page, paging } from '../fields.ts';
import { get } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { metrics, type MetricName } from './metrics.ts';

const names = Object.keys(metrics) as [MetricName, ...MetricName[]];
const metric = z.enum(names, { error: '没有这个健康指标' });
const view = 'tenant_health_view';

const bounds = {
  lowCritical: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  highCritical: z.number().nullable(),
};

export const Latest = z.object({
  metric: z.string(),
  label: z.string(),
  unit: z.string(),
  value: z.number(),
  time: z.string(),
  /** device or manual. */
  source: z.string(),
  /** The device's name, or who measured. */
  sourceName: z.string().nullable(),
  manner: z.number().nullable(),
  doubtful: z.boolean(),
  /** contract/health/thresholds.rules.ts: by itself, without what was before. */
  level: z.number(),
  limits: z.object({ ...bounds, origin: z.string() }).nullable(),
});

/** A time of a trend: a single value, or the mean of an hour or a day with its extremes. */
export const Point = z.object({
  time: z.string(),
  value: z.number(),
  low: z.number(),
  high: z.number(),
  count: z.number(),
  manual: z.boolean(),
});

export const VitalRecord = z.object({
  id: z.number(),
  time: z.string(),
  metric: z.string(),
  label: z.string(),
  unit: z.string(),
  value: z.number(),
  /** What was there before a correction. */
  was: z.number().nullable(),
  level: z.number(),
  source: z.string(),
  sourceName: z.string().nullable(),
  deviceId: z.number().nullable(),
  manner: z.number().nullable(),
  doubtful: z.boolean(),
  note: z.string().nullable(),
  /** 0 counts, 1 is a correction, 2 does not count any more. */
  state: z.number(),
  reason: z.string().nullable(),
  changeName: z.string().nullable(),
  changeTime: z.string().nullable(),
});

export const Fall = z.object({
  id: z.number(),
  time: z.string(),
  severity: z.number(),
  isDisposed: z.number(),
  source: z.string(),
  remark: z.string().nullable(),
});

export const spans = ['day', 'week', 'month', 'year'] as const;
export type Span = (typeof spans)[number];

/** Mean, extremes and number of what was measured. */
/** A night as a device reports it; durations in minutes. */
const NightReport = z.object({
  device: z.string(),
  bedTime: z.string(),
  asleepTime: z.string().nullable(),
  awakeTime: z.string().nullable(),
  leaveTime: z.string(),
  asleep: z.number().nullable(),
  deep: z.number().nullable(),
  light: z.number().nullable(),
  rem: z.number().nullable(),
  awake: z.number().nullable(),
  turns: z.number().nullable(),
  heartRate: z.number().nullable(),
  breathing: z.number().nullable(),
  score: z.number().nullable(),
  receiveTime: z.string(),
});

/** A stretch in bed or out of it; `to` null: it went on. */
const BedSpell = z.object({
  device: z.string(),
  out: z.boolean(),
  from: z.string(),
  to: z.string().nullable(),
  /** Within the night, or until now. */
  minutes: z.number(),
});

const NightValue = z.object({ mean: z.number(), low: z.number(), high: z.number(), count: z.number() });

const query = {
  oldmanId: id,
  metric: metric.optional(),
  source: z.enum(['device', 'manual']).optional(),
  /** Only what is out of bounds by today's limits. */
  abnormal: z.enum(['true', 'false']).optional(),
  startTime: dateTime.optional(),
  endTime: dateTime.optional(),
};

export const vitals = {
  latest: get('/tenant-device/health/latest', '最新体征', { access: view, input: z.object({ oldmanId: id }), output: z.array(Latest) }),
  /**
   * A day is single values, a week hours, a month and a year days (their means and extremes); `ends` (now unless given) is the end of it.
   */
  series: get('/tenant-device/health/series', '体征趋势', {
    access: view,
    input: z.object({ oldmanId: id, metric, span: z.enum(spans, { error: '时间范围不正确' }).default('day'), ends: dateTime.optional() }),
    output: z.object({
      from: z.string(),
      to: z.string(),
      points: z.array(Point),
      /** What was normal when: from `start` (a day) on. */
      limits: z.array(z.object({ start: z.string(), ...bounds })),
    }),
  }),
  page: get('/tenant-device/health/page', '体征记录', {
    access: view,
    input: z.object({ ...paging, ...query }),
    output: page(VitalRecord),
  }),
  export: exportRoute('/tenant-device/health/export', '体征记录', 'tenant_health_export', query),
  falls: get('/tenant-device/health/falls', '跌倒记录', {
    access: view,
    input: z.object({ oldmanId: id, days: int(1, 400).default(90) }),
    output: z.object({ total: z.number(), records: z.array(Fall) }),
  }),
  /** Seven days from `first` on, for the temperature sheet: what staff measured, hours and nights of devices. */
  sheet: get('/tenant-device/health/temperature-sheet', '体温单', {
    access: view,
    input: z.object({ oldmanId: id, first: date }),
    output: z.array(
      z.object({ metric: z.string(), time: z.string(), value: z.number(), manner: z.number().nullable(), manual: z.boolean() }),
    ),
  }),
  /**
   * The night that ends on `day`: what lay in the bed measured from 20:00 to 08:00, and what devices report of it. Null where nothing came.
   */
  night: get('/tenant-device/health/night', '夜间报告', {
    access: view,
    input: z.object({ oldmanId: id, day: date }),
    output: z.object({
      /** Bed sensors and radars that sent something this night. */
      devices: z.array(z.string()),
      /** Hours of sleep, and who says so: staff before a device; null: nobody does. */
      sleep: z.number().nullable(),
      sleepBy: z.string().nullable(),
      /** Of devices, the first is the one that counts. */
      reports: z.array(NightReport),
      /** What we saw ourselves: when a bed sensor said that the bed filled or emptied, until it said otherwise. */
      bed: z.array(BedSpell),
      hours: z.array(z.object({ hour: z.string(), heartRate: NightValue.nullable(), breathing: NightValue.nullable() })),
      total: z.object({ heartRate: NightValue.nullable(), breathing: NightValue.nullable(), covered: z.number() }),
    }),
  }),
};
