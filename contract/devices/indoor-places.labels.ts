/** What the fields of the places indoors are called. */
import type { LabelsOf } from '../labels.ts';
import type { indoorPlaces } from './indoor-places.ts';

export const indoorPlaceLabels = {
  building: '楼栋',
  floor: '楼层',
  name: '房间或位置',
  mac: 'MAC地址',
  kind: '类型',
  rssi: '信号强度',
  samples: '采集次数',
  roomId: '类别',
  state: '状态',
  accessPoints: 'Wi-Fi接入点',
  beacons: '信标',
  teachTime: '采集时间',
  teachBy: '采集人',
  taught: '状态',
} satisfies LabelsOf<typeof indoorPlaces, 'kind'>;
