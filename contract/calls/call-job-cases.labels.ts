/** What the fields of the cases of outbound jobs are called. */
import type { LabelsOf } from '../labels.ts';
import type { callJobCases } from './call-jobs.ts';

export const callJobCaseLabels = {
  name: '姓名',
  mobile: '号码',
  state: '状态',
  attempts: '已拨',
  result: '外呼结果',
  nextTime: '下次拨打',
  seatName: '坐席',
  forSeatName: '指定坐席',
  key: '按键',
  keyName: '按键',
  note: '备注',
  questionnaireName: '问卷',
  again: '回电时间',
} satisfies LabelsOf<typeof callJobCases>;
