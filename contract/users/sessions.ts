/** Who is signed in, and ending it. */
import { z } from 'zod';
import { byId, nothing, ok, page, paging, text } from '../fields.ts';
import { del, get } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

const seen = {
  id: z.number(),
  tenantId: z.number(),
  tenantName: z.string(),
  address: z.string().nullable(),
  /** In plain words: Chrome 138, Windows 10/11. */
  browser: z.string(),
  system: z.string(),
  createTime: z.string(),
  lastSeenTime: z.string(),
  expireTime: z.string(),
  /** The session that asks. */
  current: z.boolean(),
};

export const OnlineSession = z.object({
  ...seen,
  userId: z.number(),
  username: z.string(),
  name: z.string(),
  deptName: z.string().nullable(),
  clientId: z.string(),
  /** What clients of this wire end a session by: its number, never the token itself. */
  accessToken: z.string(),
  tokenType: z.literal('bearer'),
  /** As expireTime, and the seconds until then. */
  expiresAt: z.string(),
  expiresIn: z.number(),
  /** At home in another tenant: a member, or a visitor from above. */
  guest: z.enum(['', 'member', 'visitor']),
});

export const OwnSession = z.object(seen);

/** A session that nobody used for this long has ended (minutes). */
export const IDLE_MINUTES = 30;

const search = { username: text(32).optional(), name: text(20).optional(), address: text(45).optional() };

export const sessions = {
  page: get('/admin/token/page', '在线用户', {
    access: 'sys_token_view',
    input: z.object({ ...paging, ...search }),
    output: page(OnlineSession),
  }),
  export: exportRoute('/admin/token/export', '在线用户', 'sys_token_export', search),
  /** Ends somebody's session in this tenant: at once, with its sockets. Not one's own, not that of whoever holds more. */
  remove: del('/admin/token/{id}', '强制下线', { access: 'sys_token_del', always: true, input: byId, output: ok, message: '已强制下线' }),
  /** One's own, in every tenant. */
  own: get('/admin/token/own', '我的登录设备', { access: 'session', input: nothing, output: z.array(OwnSession) }),
  removeOwn: del('/admin/token/own/{id}', '退出其他设备', {
    access: 'session',
    always: true,
    input: byId,
    output: ok,
    message: '该设备已退出登录',
  }),
};
