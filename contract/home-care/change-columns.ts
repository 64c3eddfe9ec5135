/** What rows of care at home say of themselves in the record of changes: their fields, and columns that are no field. */
import { homeAreaLabels } from './home-areas.labels.ts';
import { homeBookingLabels } from './home-bookings.labels.ts';
import { homeSettingsLabels } from './home-settings.labels.ts';

export const homeFields = {
  home_settings: homeSettingsLabels,
  home_areas: homeAreaLabels,
  home_bookings: homeBookingLabels,
};

export const homeColumns: Readonly<Record<string, Record<string, string>>> = {
  home_settings: { link_secret: '预约链接' },
  home_bookings: {
    person_id: '服务对象',
    person_name: '老人姓名',
    longitude: '经度',
    latitude: '纬度',
    work_order_id: '工单',
    ended_at: '结束时间',
    family_moves: '家属改时间次数',
    moved_at: '家属改时间',
    moved_from: '原时间',
  },
};
