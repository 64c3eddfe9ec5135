/** 发送记录: what became of messages on their ways to people. No text and no number. */
import { z } from 'zod';
import { byId, dateTime, int, page, paging, text } from '../fields.ts';
import { get } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { channels, deliveryKinds } from './channels.rules.ts';

const channel = z.enum(channels, { error: '没有这种通知方式' });

export const MessageDelivery = z.object({
  id: z.number(),
  userName: z.string(),
  /** A key of `deliveryKinds`. */
  kind: z.string(),
  channel,
  /** Of `deliveryStates`. */
  state: z.number(),
  attempts: z.number(),
  /** Why it was not sent. */
  error: z.string().nullable(),
  createTime: z.string(),
  /** Held back until then. */
  dueTime: z.string().nullable(),
  sentTime: z.string().nullable(),
});

const query = {
  userName: text(20).optional(),
  kind: z.enum(Object.keys(deliveryKinds) as [string, ...string[]], { error: '消息类型不正确' }).optional(),
  channel: channel.optional(),
  state: int(1, 5).optional(),
  startTime: dateTime.optional(),
  endTime: dateTime.optional(),
};

export const messageDeliveries = {
  page: get('/admin/message/log/page', '发送记录', {
    access: 'sys_message_log_view',
    input: z.object({ ...paging, ...query }),
    output: page(MessageDelivery),
  }),
  export: exportRoute('/admin/message/log/export', '发送记录', 'sys_message_log_export', query),
  /** Of a message of one's own. */
  ofMessage: get('/admin/base/external/messageDeliveries/{id}', '消息的发送情况', {
    access: 'session',
    input: byId,
    output: z.array(MessageDelivery.omit({ userName: true })),
  }),
};
