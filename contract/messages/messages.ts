/** The message centre: what one person was told in the tenant where the session works. */
import { z } from 'zod';
import { id, int, nothing, ok, page, paging, text } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { messageKinds, type MessageKind } from './messages.rules.ts';

const kind = z.enum(Object.keys(messageKinds) as [MessageKind, ...MessageKind[]], { error: '消息类型不正确' });

export const Message = z.object({
  id: z.number(),
  kind,
  title: z.string(),
  text: z.string(),
  /** An address of ours, or null. */
  link: z.string().nullable(),
  read: z.boolean(),
  readTime: z.string().nullable(),
  createTime: z.string(),
});

const range = z.enum(['all', 'unread'], { error: '消息范围不正确' });

/** `text`: in the title or in the text. */
const query = { kind: kind.optional(), text: text(50).optional() };

/** None are all. */
const some = z.object({ ids: z.array(id).max(200, { error: '一次最多选择200条' }).optional() });

export const messages = {
  /** `a` is the recipient's user id, 0 for oneself: another's is 403. `b` is `all` or `unread`. */
  page: get('/admin/base/external/getMessageListByRecipient/{a}/{b}', '消息列表', {
    access: 'session',
    input: z.object({ ...paging, a: int(0), b: range, ...query }),
    output: page(Message),
  }),
  /** One's own. */
  export: exportRoute('/admin/base/external/exportMessages', '消息', 'session', { b: range.default('all'), ...query }),
  /** `a` is the message, `b` the recipient's user id or 0. Reading does not mark it. */
  get: get('/admin/base/external/getMessageById/{a}/{b}', '消息详情', {
    access: 'session',
    input: z.object({ a: id, b: int(0) }),
    output: Message,
  }),
  unread: get('/admin/base/external/unreadMessages', '未读消息数', {
    access: 'session',
    input: nothing,
    output: z.object({ unread: z.number() }),
  }),
  read: put('/admin/base/external/readMessages', '消息标为已读', {
    access: 'session',
    always: true,
    audit: false,
    input: some,
    output: ok,
  }),
  clear: post('/admin/base/external/clearMessages', '清空消息', {
    access: 'session',
    always: true,
    input: some,
    output: ok,
    message: '清除成功',
  }),
};
