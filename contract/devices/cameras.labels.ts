/** What the fields of looks through a camera are called. */
import type { LabelsOf } from '../labels.ts';
import type { cameras } from './cameras.ts';

export const cameraLookLabels = {
  startTime: '开始查看',
  lastTime: '最后查看',
  userName: '查看人',
  emergency: '情形',
  recording: '内容',
  warningId: '预警',
} satisfies LabelsOf<Pick<typeof cameras, 'looks'>>;
