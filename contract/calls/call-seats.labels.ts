/** What the fields of seats are called. */
import type { LabelsOf } from '../labels.ts';
import type { callSeats } from './call-seats.ts';

export const callSeatLabels = {
  userId: '员工',
  userName: '员工',
  username: '账号',
  extension: '分机号',
  device: '接听设备',
  groups: '技能组',
  groupId: '技能组',
  outboundNumber: '外显号码',
  externalId: '云端坐席编号',
  sipPassword: '话机密码',
  accessKeyId: 'AccessKey ID',
  accessKeySecret: 'AccessKey Secret',
  hasSipPassword: '话机密码',
  hasAccessKey: 'AccessKey',
  enabled: '启用',
  state: '坐席状态',
  breakCode: '小休原因',
  since: '状态开始时间',
  remarks: '备注',
  createTime: '创建时间',
} satisfies LabelsOf<typeof callSeats>;
