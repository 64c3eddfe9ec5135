/** What the fields of the sealed log are called. */
import type { LabelsOf } from '../labels.ts';
import type { audits } from './audits.ts';

export const auditLabels = {
  seq: '序号',
  kind: '类别',
  title: '内容',
  createBy: '操作人',
  createTime: '发生时间',
  hash: '存证值',
  sealedTime: '存证时间',
} satisfies LabelsOf<typeof audits>;
