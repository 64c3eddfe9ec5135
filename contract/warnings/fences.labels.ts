/** What the fields of fences are called. */
import type { LabelsOf } from '../labels.ts';
import type { fences } from './fences.ts';

export const fenceLabels = {
  name: '围栏名称',
  purpose: '要求',
  misplaced: '当前违反',
  shape: '形状',
  windows: '生效时段',
  people: '服务对象',
  devices: '设备',
  margin: '容差',
  enabled: '状态',
  remarks: '备注',
  createTime: '创建时间',
} satisfies LabelsOf<typeof fences>;
