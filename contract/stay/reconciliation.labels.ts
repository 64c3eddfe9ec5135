/** What the fields of the reconciliation of stays are called. */
import type { LabelsOf } from '../labels.ts';
import type { reconciliation } from './reconciliation.ts';

export const reconciliationLabels = {
  kind: '对账项目',
  oldmanId: '服务对象',
  oldmanName: '服务对象',
  place: '房间床位',
  finding: '发现',
} satisfies LabelsOf<typeof reconciliation>;
