/** What the fields of recordings are called. */
import type { LabelsOf } from '../labels.ts';
import type { callRecordings } from './call-recordings.ts';

export const callRecordingLabels = {
  atMs: '时刻',
  note: '标注',
  notes: '标注',
  listens: '收听记录',
  durationMs: '时长',
} satisfies LabelsOf<typeof callRecordings>;
