/** What the fields of sounds are called. */
import type { LabelsOf } from '../labels.ts';
import type { callSounds } from './call-sounds.ts';

export const callSoundLabels = {
  name: '语音名称',
  said: '语音内容',
  piece: '排队播报',
  durationMs: '时长',
  usedBy: '使用处',
  createTime: '上传时间',
} satisfies LabelsOf<typeof callSounds>;
