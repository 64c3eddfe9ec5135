/** What the fields of notes of care are called. */
import type { LabelsOf } from '../labels.ts';
import type { careNotes } from './care-notes.ts';

export const careNoteLabels = {
  oldmanName: '服务对象',
  kind: '类别',
  time: '时间',
  values: '内容',
  text: '说明',
  userName: '记录人',
  createTime: '登记时间',
} satisfies LabelsOf<typeof careNotes>;
