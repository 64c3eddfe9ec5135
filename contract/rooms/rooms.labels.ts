/** What the fields of rooms are called. */
import type { LabelsOf } from '../labels.ts';
import type { rooms } from './rooms.ts';

export const roomLabels = {
  building: '楼栋',
  floor: '楼层',
  name: '房间号',
  sort: '排序',
  beds: '床位数',
  monthFee: '床位月费',
} satisfies LabelsOf<typeof rooms>;
