/** What the fields of restricted visitors are called. */
import type { LabelsOf } from '../labels.ts';
import type { restrictedVisitors } from './restricted-visitors.ts';

export const restrictedLabels = {
  oldmanId: '限制探访',
  oldmanName: '限制探访',
  visitorName: '姓名',
  visitorPhone: '手机号',
  identityNumber: '身份证号',
  identityTail: '证件后四位',
  relation: { title: '与服务对象关系', dictionary: 'relation' },
  reason: '限制原因',
  startDate: '开始日期',
  endDate: '截止日期',
  createdByName: '登记人',
  createTime: '登记时间',
} satisfies LabelsOf<typeof restrictedVisitors>;
