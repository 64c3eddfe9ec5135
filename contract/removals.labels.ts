/** What the fields of a recycle bin are called. */
import type { LabelsOf } from './labels.ts';
import type { removalRoutes } from './removals.ts';

export const removalLabels = {
  name: '名称',
  detail: '说明',
  deleteTime: '删除时间',
  deleteName: '删除人',
  daysLeft: '剩余天数',
} satisfies LabelsOf<ReturnType<typeof removalRoutes>>;
