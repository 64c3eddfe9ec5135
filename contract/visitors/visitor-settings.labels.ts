/** What the settings of visitors and the slots of a week are called. */
import type { LabelsOf } from '../labels.ts';
import type { visitorSettings, visitorSlots } from './visitor-settings.ts';

export const visitorSettingsLabels = {
  publicBooking: '家属网上预约',
  daysAhead: '提前预约天数',
  peopleMost: '每次最多人数',
  approval: '预约需要审核',
  questions: '健康申报问题',
  usualMinutes: '一次探访时长',
  overdueMinutes: '超时提醒',
  closedDays: '停止探访日',
  path: '预约链接',
} satisfies LabelsOf<Pick<typeof visitorSettings, 'get' | 'update'>>;

export const visitorSlotLabels = {
  weekdays: '星期',
  startClock: '开始时间',
  endClock: '结束时间',
  building: '楼栋',
  capacity: '容量',
  createTime: '创建时间',
} satisfies LabelsOf<typeof visitorSlots>;
