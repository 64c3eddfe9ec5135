/** How somebody is as a whole: NEWS2 with what each parameter adds, and what is different from usual. */
import { z } from 'zod';
import { date, id, ok, orNull, required } from '../fields.ts';
import { get, post } from '../http.ts';
import { baselineMetrics } from './baselines.rules.ts';

const view = 'tenant_health_view';

export const OxygenTarget = z.object({
  id: z.number(),
  prescriber: z.string(),
  prescribedOn: z.string(),
  endsOn: z.string().nullable(),
  reason: z.string(),
  createName: z.string().nullable(),
  version: z.number(),
});

export const Score = z.object({
  parts: z.array(
    z.object({
      metric: z.string(),
      label: z.string(),
      unit: z.string(),
      value: z.number().nullable(),
      /** Null: not known within the last 24 hours. */
      points: z.number().nullable(),
      time: z.string().nullable(),
    }),
  ),
  known: z.number(),
  score: z.number(),
  complete: z.boolean(),
  single: z.boolean(),
  risk: z.enum(['low', 'lowMedium', 'medium', 'high']),
  scale: z.number(),
  /** The order behind scale 2. */
  target: OxygenTarget.nullable(),
});

export const Usual = z.object({
  metric: z.enum(baselineMetrics as [(typeof baselineMetrics)[number], ...typeof baselineMetrics]),
  label: z.string(),
  unit: z.string(),
  days: z.number(),
  enough: z.boolean(),
  median: z.number().nullable(),
  spread: z.number().nullable(),
  recent: z.number().nullable(),
  recentCount: z.number(),
  deviation: z.number().nullable(),
  /** -1 lower than usual, 1 higher. */
  drift: z.number(),
});

export const earlyWarnings = {
  score: get('/tenant-device/health/news2', '早期预警评分', { access: view, input: z.object({ oldmanId: id }), output: Score }),
  usual: get('/tenant-device/health/baseline', '个人基线', { access: view, input: z.object({ oldmanId: id }), output: z.array(Usual) }),
  /** Scale 2 from that day on; an order in force before ends the day before. */
  prescribe: post('/tenant-device/health/oxygen-target', '设置血氧目标88–92%', {
    access: 'tenant_health_threshold',
    input: z.object({
      oldmanId: id,
      prescriber: required(20, '请填写开具医嘱的医生'),
      prescribedOn: date,
      endsOn: orNull(date),
      reason: required(200, '请填写原因'),
    }),
    output: id,
    message: '设置成功',
  }),
  withdraw: post('/tenant-device/health/oxygen-target/end', '停用血氧目标', {
    access: 'tenant_health_threshold',
    input: z.object({ id, version: z.int() }),
    output: ok,
    message: '已停用',
  }),
};
