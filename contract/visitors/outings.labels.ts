/** What the fields of outings are called. */
import type { LabelsOf } from '../labels.ts';
import type { outings } from './outings.ts';

export const outingLabels = {
  state: '状态',
  kind: '类型',
  oldmanId: '服务对象',
  oldmanName: '服务对象',
  place: '床位',
  companionName: '同行人',
  companionPhone: '同行人电话',
  relation: { title: '与服务对象关系', dictionary: 'relation' },
  destination: '去向',
  leaveTime: '计划离开',
  dueTime: '预计返回',
  leftTime: '离开时间',
  leftBy: '离开登记人',
  returnTime: '返回时间',
  returnedBy: '返回登记人',
  reason: '取消原因',
  remarks: '备注',
  createdByName: '登记人',
  createTime: '登记时间',
  startDate: '计划离开',
  overdue: '超时未归',
} satisfies LabelsOf<typeof outings>;
