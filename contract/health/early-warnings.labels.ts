/** What the fields of oxygen targets are called. */
import type { LabelsOf } from '../labels.ts';
import type { OxygenTarget } from './early-warnings.ts';

export const oxygenTargetLabels = {
  prescriber: '开具医嘱的医生',
  prescribedOn: '医嘱日期',
  endsOn: '结束日期',
  reason: '原因',
} satisfies LabelsOf<{ row: typeof OxygenTarget }>;
