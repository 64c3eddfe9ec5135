/**
 * Sign-in of a big screen (RFC 8628): it shows a short code, a user who is signed
 * in lets it in, and it gets a session that may only read.
 */
import { z } from 'zod';
import { ok, required } from '../fields.ts';
import { get, post } from '../http.ts';
import { DEVICE_GRANT, Token } from './logins.ts';

/** Eight consonants; small letters, spaces and dashes do not matter. */
const userCode = required(40, '请输入大屏上显示的代码')
  .transform((value) => value.toUpperCase().replace(/[^A-Z]/g, ''))
  .pipe(z.string().regex(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/, { error: '代码应为大屏上显示的8位字母' }));

export const screenLogins = {
  /** With the client's Basic credentials. RFC 8628's own JSON. */
  start: post('/auth/oauth/device_authorization', '大屏登录申请', {
    access: 'public',
    rate: 'login',
    audit: false,
    kind: 'raw',
    bodyLimit: 1024,
    input: z.object({ scope: z.string().max(40).optional() }),
    output: z.object({
      device_code: z.string(),
      /** `BCDF-GHJK`. */
      user_code: z.string(),
      verification_uri: z.string(),
      verification_uri_complete: z.string(),
      /** Seconds. */
      expires_in: z.number(),
      interval: z.number(),
    }),
  }),
  /**
   * The device grant of /auth/oauth/token, apart from the rate class of sign-ins: screens ask
   * every five seconds from the address that people sign in from.
   */
  token: post('/auth/oauth/device_token', '大屏登录', {
    access: 'public',
    rate: 'read',
    audit: false,
    kind: 'raw',
    bodyLimit: 1024,
    input: z.object({ device_code: z.string().max(200), grant_type: z.literal(DEVICE_GRANT).optional() }),
    output: Token,
  }),
  /** What waits behind a code: look before you let it in. */
  find: get('/auth/oauth/device', '查看大屏登录', {
    access: 'tenant_screen',
    rate: 'login',
    input: z.object({ user_code: userCode }),
    output: z.object({ userCode: z.string(), address: z.string().nullable(), userAgent: z.string().nullable(), createTime: z.string() }),
  }),
  settle: post('/auth/oauth/device', '处理大屏登录', {
    access: 'tenant_screen',
    rate: 'login',
    input: z.object({ user_code: userCode, approve: z.boolean({ error: '请选择是否允许' }) }),
    output: ok,
    message: '操作成功',
  }),
};
