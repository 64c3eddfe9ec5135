/** Browsers that show messages while no page is open (Web Push, RFC 8030). */
import { z } from 'zod';
import { ok } from '../fields.ts';
import { post } from '../http.ts';

const endpoint = z
  .string({ error: '浏览器没有给出推送地址' })
  .max(1000, { error: '推送地址过长' })
  .refine(
    (address) => {
      if (!URL.canParse(address)) return false;
      const { protocol, username, password } = new URL(address);
      return protocol === 'https:' && username === '' && password === '';
    },
    { error: '推送地址不正确' },
  );
/** So many bytes in base64url. */
const key = (bytes: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`), { error: '浏览器给出的密钥不正确' });

export const pushSubscriptions = {
  /** Holds as long as the session. A browser that was another person's is the caller's from now on. */
  add: post('/admin/base/external/pushSubscriptions', '开启浏览器推送', {
    access: 'session',
    input: z.object({ endpoint, p256dh: key(65), auth: key(16) }),
    output: ok,
    message: '已开启',
  }),
  remove: post('/admin/base/external/removePushSubscription', '关闭浏览器推送', {
    access: 'session',
    input: z.object({ endpoint }),
    output: ok,
    message: '已关闭',
  }),
};
