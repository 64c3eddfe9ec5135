/** What the fields of the codes of locks are called. */
import type { LabelsOf } from '../labels.ts';
import type { lockPasscodes } from './lock-passcodes.ts';

export const lockPasscodeLabels = {
  label: '使用人',
  state: '状态',
  endTime: '有效期',
  kind: '类型',
  problem: '说明',
  createName: '生成人',
  createTime: '生成时间',
  activeTime: '生效时间',
  attempts: '已尝试',
  lockName: '门锁',
  roomName: '房间',
  endingDays: '即将到期',
  attention: '需要处理',
  memberId: '使用人',
  startTime: '开始时间',
  digits: '位数',
  duress: '胁迫码',
} satisfies LabelsOf<typeof lockPasscodes>;
