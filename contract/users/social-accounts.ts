/** Accounts elsewhere that open one's own: WeChat, where the installation has it. */
import { z } from 'zod';
import { nothing, ok } from '../fields.ts';
import { get, post } from '../http.ts';
import { Token } from './logins.ts';

const word = (max: number) => z.string().max(max, { error: '参数过长' }).optional();
const state = z.enum(['WX', 'QQ', 'MINI', 'GITEE', 'OSC'], { error: '不支持的登录方式' });

export const socialAccounts = {
  /** Leads the browser to WeChat's QR code, with a nonce that only this browser can bring back; WeChat leads it to /authredirect. */
  start: get('/auth/social/wechat', '微信扫码', {
    access: 'public',
    rate: 'login',
    kind: 'raw',
    input: z.object({ for: z.enum(['login', 'bind'], { error: '参数不正确' }) }),
    output: z.any(),
  }),
  /** `mobile` is `WX@{code}`; `nonce` is what WeChat brought back in `state`. 417 when the person's account there opens none here. */
  token: post('/auth/mobile/token/social', '社交登录', {
    access: 'public',
    rate: 'login',
    audit: false,
    kind: 'raw',
    bodyLimit: 8 * 1024,
    input: z.object({ mobile: word(300), nonce: word(100), grant_type: word(60), totp: word(40) }),
    output: Token,
  }),
  own: get('/admin/social/own', '我的社交账号', {
    access: 'session',
    input: nothing,
    output: z.array(z.object({ state, name: z.string(), available: z.boolean(), bound: z.boolean(), bindTime: z.string().nullable() })),
  }),
  bind: post('/admin/social/bind', '绑定社交账号', {
    access: 'session',
    rate: 'login',
    input: z.object({
      state,
      code: z.string({ error: '缺少授权码' }).min(1, { error: '缺少授权码' }).max(200, { error: '参数过长' }),
      nonce: word(100),
    }),
    output: ok,
    message: '绑定成功',
  }),
  unbind: post('/admin/social/unbind', '解绑社交账号', { access: 'session', input: z.object({ state }), output: ok, message: '解绑成功' }),
};
