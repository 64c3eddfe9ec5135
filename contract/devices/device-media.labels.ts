/** What the fields of pictures and sounds from devices are called. */
import type { LabelsOf } from '../labels.ts';
import type { deviceMedia } from './device-media.ts';

export const deviceMediaLabels = {
  createTime: '收到时间',
  kind: '类型',
  oldmanName: '佩戴人',
  size: '大小',
  parts: '接收',
} satisfies LabelsOf<Pick<typeof deviceMedia, 'page'>>;
