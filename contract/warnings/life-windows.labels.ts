/** What the fields of life windows are called. */
import type { LabelsOf } from '../labels.ts';
import type { lifeWindows } from './life-windows.ts';

export const lifeWindowLabels = {
  personName: '服务对象',
  stage: '当前情况',
  lastTime: '最后活动',
  nextTime: '最晚活动',
  from: '守护时段',
  quietMinutes: '允许无活动',
  sources: '活动来源',
  roomName: '房间',
  remarks: '备注',
  createTime: '创建时间',
  enabled: '启用',
  days: '星期',
  to: '结束',
  secondMinutes: '升级等待',
} satisfies LabelsOf<typeof lifeWindows>;
