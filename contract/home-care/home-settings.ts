/** How families book care at home: one set of settings per tenant, and the public address. */
import { z } from 'zod';
import { nothing, ok, whole } from '../fields.ts';
import { get, post, put } from '../http.ts';

const settings = {
  /** Family books by itself, on the public page. */
  publicBooking: z.boolean(),
  daysAhead: whole(1, 30, '可约天数'),
  /** Open bookings of one phone. */
  openMost: whole(1, 20, '未完成预约'),
  /** Until so many hours before the visit family may cancel what was confirmed. */
  cancelHours: whole(0, 168, '取消时限'),
  /** A booking that waits longer is late. */
  lateHours: whole(1, 168, '确认时限'),
};

export const HomeSettings = z.object({
  ...settings,
  /** Of the public page; null until settings were saved once. */
  path: z.string().nullable(),
  version: z.number(),
});

/** Of a tenant that changed nothing; `version` 0. */
export const defaultHomeSettings: z.output<typeof HomeSettings> = {
  publicBooking: false,
  daysAhead: 14,
  openMost: 3,
  cancelHours: 12,
  lateHours: 4,
  path: null,
  version: 0,
};

const CHANGE = 'members_homearea_edit';
const BASE = '/members/homebooking/settings';

export const homeSettings = {
  get: get(BASE, '居家预约设置', { access: 'members_homebooking_view', input: nothing, output: HomeSettings }),
  update: put(BASE, '修改居家预约设置', {
    access: CHANGE,
    input: z.object({ ...settings, version: z.int() }),
    output: ok,
    message: '更新成功',
  }),
  /** A new public address; the earlier one opens nothing any more. */
  renew: post(`${BASE}/link`, '更换居家预约链接', { access: CHANGE, input: nothing, output: ok, message: '已更换，请重新张贴海报' }),
};
