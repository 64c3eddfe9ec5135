/** What the fields of locks are called. */
import type { LabelsOf } from '../labels.ts';
import type { locks } from './locks.ts';

export const lockLabels = {
  name: '门锁',
  roomName: '房间',
  provider: '接入方式',
  activeCount: '生效密码',
  waitingCount: '待处理',
  memberCount: '成员',
  battery: '电量',
  doorOpenTime: '房门',
  problem: '通信',
  lastUnlockTime: '最近开锁',
  imei: '设备编号',
  attention: '待处理',
  externalId: '锁编号',
  account: '通通锁账号',
  password: '密码',
  doorMinutes: '门未关提醒',
} satisfies LabelsOf<typeof locks>;
