/** What the fields of skill groups are called. */
import type { LabelsOf } from '../labels.ts';
import type { callGroups } from './call-groups.ts';

export const callGroupLabels = {
  name: '技能组名称',
  code: '编码',
  strategy: '分配方式',
  mostWaiting: '最多排队',
  mostSeconds: '最长等待',
  overflow: '溢出处理',
  overflowGroupId: '溢出技能组',
  overflowGroupName: '溢出技能组',
  overflowNumber: '溢出号码',
  hours: '服务时间',
  holidays: '节假日服务',
  positionTold: '播报排队位置',
  positionSeconds: '播报间隔',
  callbackOffered: '按1预约回电',
  callbackKeeps: '回电保留排位',
  recorded: '录音',
  musicId: '等待音乐',
  levelSeconds: '接听目标',
  shortSeconds: '短时放弃',
  enabled: '状态',
  externalId: '云端技能组编号',
  seatCount: '坐席数',
  remarks: '备注',
  createTime: '创建时间',
} satisfies LabelsOf<typeof callGroups>;
