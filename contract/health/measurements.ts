/** Values that staff enter, and corrections of them and of what devices sent. Nothing is ever overwritten. */
import { z } from 'zod';
import { dateTime, decimal, id, int, ok, orNull, required, text } from '../fields.ts';
import { post } from '../http.ts';
import { enteredMetrics } from './measurements.rules.ts';

const values = z
  .array(
    z.object({
      metric: z.enum(enteredMetrics, { error: '请选择指标' }),
      value: decimal,
      manner: orNull(int(1, 9)),
    }),
  )
  .max(20, { error: '一次最多录入20项' });

const set = { oldmanId: id, time: dateTime, values, doubtful: z.boolean().default(false), note: orNull(text(200)) };
const reason = required(200, '请填写原因');

/** Values that somebody has just entered and that are out of bounds. */
export const Judged = z.object({ oldmanId: z.number(), metric: z.string(), value: z.number(), level: z.number() });
const entered = z.object({ saved: z.number(), judged: z.array(Judged) });

export const measurements = {
  create: post('/tenant-device/health/measurement', '录入体征', {
    access: 'tenant_health_add',
    input: z.object({
      ...set,
      /** An observation that these values fulfil. */
      taskId: orNull(id),
      /** The pressure within three minutes of standing up; the one of the set was then taken lying. */
      standing: orNull(z.object({ systolic: decimal, diastolic: decimal })),
    }),
    output: entered.extend({ /** The pressure fell on standing up; null when it was not taken. */ orthostatic: z.boolean().nullable() }),
    message: '录入成功',
  }),
  /** Many people's values of one round: all or none; a refusal says whose value it is about. */
  round: post('/tenant-device/health/measurement/round', '批量录入体征', {
    access: 'tenant_health_add',
    input: z.object({ sheets: z.array(z.object(set)).min(1, { error: '请至少填写一个人' }).max(200, { error: '一次最多录入200人' }) }),
    output: entered,
    bodyLimit: 512 * 1024,
    message: '录入成功',
  }),
  /** The old row stays to be read, with the reason. */
  correct: post('/tenant-device/health/measurement/correct', '更正体征', {
    access: 'tenant_health_edit',
    input: z.object({ id, value: decimal, manner: orNull(int(1, 9)), reason }),
    output: id,
    message: '更正成功',
  }),
  remove: post('/tenant-device/health/measurement/void', '作废体征', {
    access: 'tenant_health_edit',
    input: z.object({ id, reason }),
    output: ok,
    message: '已作废',
  }),
  /** What a device sent at that time is taken for `value`, or with null for nothing. */
  correctReading: post('/tenant-device/health/reading/correct', '更正设备读数', {
    access: 'tenant_health_edit',
    input: z.object({
      deviceId: id,
      metric: z.enum(enteredMetrics, { error: '请选择指标' }),
      time: dateTime,
      value: orNull(decimal),
      reason,
    }),
    output: id,
    message: '更正成功',
  }),
};
