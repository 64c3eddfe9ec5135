/** How often values of a person are expected; what stays out longer is missing. */
import { z } from 'zod';
import { clearable, id, int, ok } from '../fields.ts';
import { get, post } from '../http.ts';
import type { MetricName } from './metrics.ts';

/** What can be expected, and in how many hours unless the institution or the person says otherwise; null: not expected. */
export const defaultExpectations = {
  temperature: 24,
  heartRate: 24,
  systolic: 72,
  oxygen: null,
  breathing: null,
  glucose: null,
  sleep: null,
} as const satisfies Partial<Record<MetricName, number | null>>;

export type ExpectedMetric = keyof typeof defaultExpectations;
export const expectedMetrics = Object.keys(defaultExpectations) as ExpectedMetric[];

const metric = z.enum(expectedMetrics as [ExpectedMetric, ...ExpectedMetric[]], { error: '请选择指标' });
const Expectation = z.object({
  metric: z.string(),
  /** Null: not expected. */
  hours: z.number().nullable(),
  /** Missed at night it is told of at night; otherwise from 07:00 on. */
  atNight: z.boolean(),
  origin: z.enum(['person', 'institution', 'default']),
});

const item = {
  metric,
  /** Null: not expected. Absent: as it is. */
  hours: clearable(int(1, 720)),
  atNight: z.boolean().optional(),
  /** Back to what is above: the institution's, or the product's. */
  inherit: z.boolean().optional(),
};

export const expectations = {
  ofPerson: get('/tenant-device/health/expectation', '个人测量要求', {
    access: 'tenant_health_view',
    input: z.object({ oldmanId: id }),
    output: z.array(Expectation),
  }),
  defaults: get('/tenant-device/health/expectation/defaults', '机构测量要求', {
    access: 'tenant_health_view',
    input: z.object({}),
    output: z.array(Expectation),
  }),
  set: post('/tenant-device/health/expectation', '设置个人测量要求', {
    access: 'tenant_health_threshold',
    input: z.object({ ...item, oldmanId: id }),
    output: ok,
    message: '设置成功',
  }),
  setDefault: post('/tenant-device/health/expectation/defaults', '设置机构测量要求', {
    access: 'tenant_health_default',
    input: z.object(item),
    output: ok,
    message: '设置成功',
  }),
};
