/** What the fields of the places where a device has been are called. */
import type { LabelsOf } from '../labels.ts';
import type { lastSeen } from './last-seen.ts';

export const deviceStayLabels = {
  text: '位置',
  startTime: '开始',
  endTime: '最后一次',
  source: '来源',
} satisfies LabelsOf<Pick<typeof lastSeen, 'stays'>>;
