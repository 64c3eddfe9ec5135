/** What the fields of deliveries of messages are called. */
import type { LabelsOf } from '../labels.ts';
import type { messageDeliveries } from './message-deliveries.ts';

export const messageDeliveryLabels = {
  userName: '收件人',
  kind: '消息类型',
  channel: '通知方式',
  state: '状态',
  attempts: '尝试次数',
  error: '未送达原因',
  createTime: '产生时间',
  dueTime: '免打扰至',
  sentTime: '发送时间',
  startTime: '产生时间',
} satisfies LabelsOf<typeof messageDeliveries>;
