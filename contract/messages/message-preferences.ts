/** By which ways one wants to be told, and when; and what an institution starts everybody with. */
import { z } from 'zod';
import { clearable, clock, nothing, ok, text } from '../fields.ts';
import { get, put } from '../http.ts';
import { quietWindows } from '../time-windows.ts';
import { channels } from './channels.rules.ts';
import { messageKinds, type MessageKind } from './messages.rules.ts';

const channel = z.enum(channels, { error: '没有这种通知方式' });
/** What is absent follows the institution, or the product. */
const Choices = z.partialRecord(
  z.enum(Object.keys(messageKinds) as [MessageKind, ...MessageKind[]], { error: '消息类型不正确' }),
  z.partialRecord(channel, z.boolean()),
);

export const MessagePreferences = z.object({
  choices: Choices,
  /** Of the institution. */
  defaults: Choices,
  quiet: quietWindows,
  email: z.string().nullable(),
  /** A summary of what is unread, every day at this time. */
  dailyTime: z.string().nullable(),
  dailyChannel: channel.nullable(),
  version: z.number(),
  /** The ways by which the caller can be reached now. */
  reach: z.object({ sms: z.boolean(), email: z.boolean(), push: z.boolean() }),
  /** Whether mails can be sent at all. */
  mail: z.boolean(),
  /** With which browsers subscribe; null: notices come to open pages only. */
  pushKey: z.string().nullable(),
});

export const MessageSettings = z.object({ choices: Choices, version: z.number() });

export const messagePreferences = {
  own: get('/admin/base/external/messagePreferences', '我的提醒方式', { access: 'session', input: nothing, output: MessagePreferences }),
  save: put('/admin/base/external/messagePreferences', '设置我的提醒方式', {
    access: 'session',
    input: z.object({
      choices: Choices.optional(),
      quiet: quietWindows.optional(),
      email: clearable(text(120).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: '邮箱格式不正确' })),
      dailyTime: clearable(clock),
      dailyChannel: clearable(channel),
      version: z.int(),
    }),
    output: ok,
    message: '已保存',
  }),
  settings: get('/admin/message/settings', '消息设置', { access: 'sys_message_settings', input: nothing, output: MessageSettings }),
  update: put('/admin/message/settings', '修改消息设置', {
    access: 'sys_message_settings',
    input: z.object({ choices: Choices, version: z.int() }),
    output: ok,
    message: '更新成功',
  }),
};
