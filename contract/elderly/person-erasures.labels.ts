/** What the fields of erasures are called. */
import type { LabelsOf } from '../labels.ts';
import type { personErasures } from './person-erasures.ts';

export const erasureLabels = {
  userName: '姓名',
  status: { title: '在院状态', dictionary: 'oldman_status' },
  leftTime: '离院时间',
  state: '状态',
  askName: '申请人',
  askTime: '申请时间',
  askReason: '申请原因',
  holdName: '暂缓人',
  holdTime: '暂缓时间',
  holdReason: '暂缓原因',
} satisfies LabelsOf<typeof personErasures>;
