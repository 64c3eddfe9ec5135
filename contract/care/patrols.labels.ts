/** What the fields of rounds through the house are called. */
import type { LabelsOf } from '../labels.ts';
import type { patrols } from './patrols.ts';

export const patrolLabels = {
  state: '状态',
  building: '楼栋',
  floor: '楼层',
  startTime: '开始时间',
  endTime: '结束时间',
  people: '应见人数',
  well: '平安人数',
  note: '说明',
  userName: '巡视人',
  startDate: '巡视日期',
  month: '月份',
} satisfies LabelsOf<typeof patrols>;
