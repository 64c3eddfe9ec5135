/** What the fields of readings are called. */
import type { LabelsOf } from '../labels.ts';
import type { vitals } from './vitals.ts';

export const readingLabels = {
  time: '时间',
  metric: '指标',
  value: '数值',
  unit: '单位',
  level: '判断',
  source: '来源',
  manner: '测量方式',
  doubtful: '存疑',
  note: '备注',
  state: '状态',
  was: '原值',
  reason: '更正原因',
  changeName: '更正人',
  changeTime: '更正时间',
  label: '指标',
  abnormal: '判断',
  startTime: '时间',
} satisfies LabelsOf<Pick<typeof vitals, 'page'>>;
