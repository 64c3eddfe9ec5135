/** What the fields of beds are called. */
import type { LabelsOf } from '../labels.ts';
import type { beds } from './beds.ts';

export const bedLabels = {
  building: '楼栋',
  floor: '楼层',
  roomName: '房间',
  name: '床位',
  status: '状态',
  oldmanName: '入住人',
  gender: { title: '性别', dictionary: 'gender' },
  age: '年龄',
  careLevel: { title: '护理等级', dictionary: 'care_level' },
  createTime: '创建时间',
  oldmanStatus: '在院状态',
  cleaningSince: '待清洁',
  monthFee: '床位月费',
} satisfies LabelsOf<typeof beds>;
