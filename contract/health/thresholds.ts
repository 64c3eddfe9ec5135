/** Limits of vital signs: a person's own and the institution's, each with its days, its author and its reason. */
import { z } from 'zod';
import { date, decimal, id, int, ok, orNull, required } from '../fields.ts';
import { get, post } from '../http.ts';
import { DEFAULT_HYSTERESIS, judgedMetrics } from './thresholds.rules.ts';

const metric = z.enum(judgedMetrics as [(typeof judgedMetrics)[number], ...typeof judgedMetrics], { error: '请选择指标' });

const numbers = {
  lowCritical: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  highCritical: z.number().nullable(),
  /** Fraction of the normal span. */
  hysteresis: z.number(),
  needed: z.number(),
  windowSize: z.number(),
};

/** A row as it was set. */
export const Threshold = z.object({
  id: z.number(),
  metric: z.string(),
  ...numbers,
  startsOn: z.string(),
  endsOn: z.string().nullable(),
  /** 0 over, 1 in force today, 2 still to come. */
  state: z.number(),
  reason: z.string(),
  createName: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

/** What counts today for one metric; `threshold` is the row behind it, null for the product's defaults. */
export const Effective = z.object({
  metric: z.string(),
  ...numbers,
  origin: z.enum(['person', 'institution', 'default']),
  threshold: Threshold.nullable(),
});

const form = {
  metric,
  lowCritical: orNull(decimal),
  low: orNull(decimal),
  high: orNull(decimal),
  highCritical: orNull(decimal),
  hysteresis: decimal
    .pipe(z.number().min(0, { error: '回差不能小于0' }).max(0.5, { error: '回差不能超过50%' }))
    .default(DEFAULT_HYSTERESIS),
  needed: int(1, 10).default(1),
  windowSize: int(1, 10).default(1),
  startsOn: date,
  endsOn: orNull(date),
  reason: required(200, '请填写设置原因'),
  /** The row that the editor showed, and its version: somebody else's change in between is answered 409. */
  seenId: orNull(id),
  version: orNull(z.int()),
};

const answer = z.object({ effective: z.array(Effective), history: z.array(Threshold) });

export const thresholds = {
  ofPerson: get('/tenant-device/health/threshold', '个人健康阈值', {
    access: 'tenant_health_view',
    input: z.object({ oldmanId: id }),
    output: answer,
  }),
  defaults: get('/tenant-device/health/threshold/defaults', '机构健康阈值', {
    access: 'tenant_health_view',
    input: z.object({}),
    output: answer,
  }),
  /** Puts limits in force from `startsOn`; what was in force until then ends the day before, and goes on after `endsOn`. */
  set: post('/tenant-device/health/threshold', '设置个人健康阈值', {
    access: 'tenant_health_threshold',
    input: z.object({ ...form, oldmanId: id }),
    output: id,
    message: '设置成功',
  }),
  setDefault: post('/tenant-device/health/threshold/defaults', '设置机构健康阈值', {
    access: 'tenant_health_default',
    input: z.object(form),
    output: id,
    message: '设置成功',
  }),
  /** After today the row does not count any more; one that has not begun is removed. */
  end: post('/tenant-device/health/threshold/end', '停用个人健康阈值', {
    access: 'tenant_health_threshold',
    input: z.object({ id, version: z.int() }),
    output: ok,
    message: '已停用',
  }),
  endDefault: post('/tenant-device/health/threshold/defaults/end', '停用机构健康阈值', {
    access: 'tenant_health_default',
    input: z.object({ id, version: z.int() }),
    output: ok,
    message: '已停用',
  }),
};
