/** Sign-in as existing clients speak it: OAuth2's own JSON for tokens, the envelope for the rest. */
import { z } from 'zod';
import { ok } from '../fields.ts';
import { del, get, post } from '../http.ts';

/** `ROLE_{roleId}` and every permission. */
const authorities = z.array(z.object({ authority: z.string() }));

export const TokenUser = z.object({
  id: z.number(),
  username: z.string(),
  password: z.null(),
  name: z.string(),
  deptId: z.number().nullable(),
  phone: z.string().nullable(),
  avatar: z.string().nullable(),
  tenantId: z.number(),
  enabled: z.boolean(),
  accountNonExpired: z.boolean(),
  accountNonLocked: z.boolean(),
  credentialsNonExpired: z.boolean(),
  authorities,
});

export const Token = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  refresh_token: z.string(),
  /** Seconds. */
  expires_in: z.number(),
  scope: z.string(),
  user_info: TokenUser,
  license: z.string(),
  active: z.boolean(),
});
export type Token = z.output<typeof Token>;

export const CheckedToken = z.object({
  exp: z.number(),
  user_name: z.string(),
  client_id: z.string(),
  authorities: z.array(z.string()),
  user_info: TokenUser,
  active: z.boolean(),
});

const word = (max: number) => z.string().max(max, { error: '参数过长' }).optional();

export const logins = {
  /** Query or form: grant_type `password` (username, password, randomStr, code) or `refresh_token`. Errors: 401 client, 426 account, 428 captcha, 429 too many. */
  token: post('/auth/oauth/token', '登录', {
    access: 'public',
    rate: 'login',
    audit: false,
    kind: 'raw',
    bodyLimit: 8 * 1024,
    input: z.object({
      grant_type: word(40),
      username: word(64),
      password: word(512),
      refresh_token: word(200),
      randomStr: word(100),
      code: word(20),
    }),
    output: Token,
  }),
  checkToken: get('/auth/oauth/check_token', '检查令牌', {
    access: 'public',
    rate: 'open',
    kind: 'raw',
    input: z.object({ token: word(200) }),
    output: CheckedToken,
  }),
  logout: del('/auth/token/logout', '退出登录', { access: 'public', audit: false, rate: 'open', input: z.object({}), output: ok }),
  /** A PNG of a small sum, 100 × 40; its answer is good for 60 s and one try. */
  captcha: get('/code', '验证码', {
    access: 'public',
    rate: 'open',
    kind: 'raw',
    input: z.object({ randomStr: z.string({ error: '缺少随机串' }).min(1, { error: '缺少随机串' }).max(100, { error: '参数过长' }) }),
    output: z.any(),
  }),
};
