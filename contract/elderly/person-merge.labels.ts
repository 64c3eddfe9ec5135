/** What the fields of duplicate records are called. */
import type { LabelsOf } from '../labels.ts';
import type { personMerge } from './person-merge.ts';

export const mergeLabels = {
  one: '档案一',
  other: '档案二',
  reasons: '重复原因',
  dismissBy: '标记人',
  dismissed: '已标记',
} satisfies LabelsOf<typeof personMerge>;
