/** What the settings of bookings at home are called. */
import type { LabelsOf } from '../labels.ts';
import type { homeSettings } from './home-settings.ts';

export const homeSettingsLabels = {
  publicBooking: '家属网上预约',
  daysAhead: '可约天数',
  openMost: '每个手机号最多未完成预约',
  cancelHours: '取消时限',
  lateHours: '确认时限',
} satisfies LabelsOf<typeof homeSettings>;
