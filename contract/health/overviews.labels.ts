/** What the fields of the overview of readings are called. */
import type { LabelsOf } from '../labels.ts';
import type { overviews } from './overviews.ts';

export const overviewLabels = {
  gravity: '判断',
  userName: '姓名',
  place: '房间床位',
  lastTime: '最近测量',
  missing: '缺测',
  flags: '照护提醒',
  abnormal: '判断',
  careLevel: '护理等级',
  status: '状态',
} satisfies LabelsOf<typeof overviews>;
