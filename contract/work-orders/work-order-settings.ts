/** How an institution runs its work orders: targets, geofence, rating. One set per tenant. */
import { z } from 'zod';
import { int, ok } from '../fields.ts';
import { get, put } from '../http.ts';

/** Minutes for 普通, 紧急, 特急. */
const byUrgency = z.array(int(1, 10_080)).length(3, { error: '请填写三种紧急程度的时限' });

const settings = {
  responseMinutes: byUrgency,
  completionMinutes: byUrgency,
  /** How far from the place of service one may check in and out without saying why. */
  fenceMetres: int(50, 20_000),
  /** A link to rate is sent to the person served when an order is finished. */
  ratingLink: z.boolean(),
  ratingDays: int(1, 60),
  /** Up to this many stars a rating is followed up. */
  badScore: int(1, 4),
  /** Dispatchers and whoever should be there are told of visits that are overdue by so many minutes. */
  alerts: z.boolean(),
  alertMinutes: int(5, 240),
  /** Whoever is sent to an alarm gets a text message as well. */
  urgentSms: z.boolean().optional(),
};

export const WorkOrderSettings = z.object({
  ...settings,
  responseMinutes: z.array(z.number()),
  completionMinutes: z.array(z.number()),
  version: z.number(),
});

/** Of a tenant that changed nothing; `version` 0. */
export const defaultSettings: z.output<typeof WorkOrderSettings> = {
  responseMinutes: [120, 30, 10],
  completionMinutes: [240, 60, 30],
  fenceMetres: 500,
  ratingLink: true,
  ratingDays: 7,
  badScore: 2,
  alerts: true,
  alertMinutes: 15,
  urgentSms: true,
  version: 0,
};

export const workOrderSettings = {
  get: get('/members/workorder/settings', '工单设置', { access: 'members_workorder_view', input: z.object({}), output: WorkOrderSettings }),
  update: put('/members/workorder/settings', '修改工单设置', {
    access: 'members_workorder_settings',
    input: z.object({ ...settings, version: z.int() }),
    output: ok,
    message: '更新成功',
  }),
};
