/** What the fields of findings of the skin are called. */
import type { LabelsOf } from '../labels.ts';
import type { skinFindings } from './skin-findings.ts';

export const skinLabels = {
  state: '状态',
  oldmanId: '服务对象',
  oldmanName: '服务对象',
  place: '床位',
  part: '部位',
  kind: '类别',
  length: '长（厘米）',
  width: '宽（厘米）',
  foundTime: '发现时间',
  seenTime: '最近观察',
  healTime: '愈合时间',
  looks: '观察次数',
  userName: '登记人',
  note: '描述',
  photos: '照片',
  time: '观察时间',
  pressure: '压疮',
} satisfies LabelsOf<typeof skinFindings>;
