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
  /** `server`, or `screen`: may only read. */
  scope: z.enum(['server', 'screen']),
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

/** The grant of RFC 8628: a screen asks for its token by the code that it holds. */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const word = (max: number) => z.string().max(max, { error: '参数过长' }).optional();
/** A way in that gives tokens. `totp`: the second factor, asked for by 428 with data `totp_required`; the rest is then sent once more. */
const tokens = { access: 'public', rate: 'login', audit: false, kind: 'raw', bodyLimit: 8 * 1024, output: Token } as const;

/** Data of a 428: the proven number is in several accounts; the same is sent again with the `userId` of one. */
export interface PhoneChoice {
  choose: { userId: number; tenantId: number; tenantName: string; name: string; username: string }[];
}

export const logins = {
  /**
   * Query or form: grant_type `password` (username, password, the captcha as randomStr and code, or a slider's token), `refresh_token`,
   * or the device grant. Errors: 401 client, 426 account, 428 captcha or second factor, 429 too many.
   */
  token: post('/auth/oauth/token', '登录', {
    ...tokens,
    input: z.object({
      grant_type: word(60),
      username: word(64),
      password: word(512),
      refresh_token: word(200),
      randomStr: word(100),
      code: word(400),
      token: word(100),
      totp: word(40),
      device_code: word(200),
    }),
  }),
  /** `mobile` is `SMS@{phone}`, `code` what was sent to it. 428 with a PhoneChoice as data asks for `userId` too. */
  smsToken: post('/auth/mobile/token/sms', '验证码登录', {
    ...tokens,
    input: z.object({ mobile: word(40), code: word(20), grant_type: word(60), totp: word(40), userId: word(20) }),
  }),
  /** Sends the code of a sign-in. Whether the number has an account is not said: the answer is always the same. */
  smsCode: get('/admin/mobile/{mobile}', '发送登录验证码', {
    access: 'public',
    rate: 'login',
    input: z.object({ mobile: z.string().max(40, { error: '手机号格式不正确' }) }),
    output: ok,
    message: '若该手机号已绑定账号，验证码已发送',
  }),
  checkToken: get('/auth/oauth/check_token', '检查令牌', {
    access: 'public',
    rate: 'open',
    kind: 'raw',
    input: z.object({ token: word(200) }),
    output: CheckedToken,
  }),
  logout: del('/auth/token/logout', '退出登录', { access: 'public', audit: false, rate: 'open', input: z.object({}), output: ok }),
  /** The ways in that are open here, for the login page; `sum`: the sum of `GET /code` is taken beside the slider. */
  ways: get('/auth/ways', '登录方式', {
    access: 'public',
    rate: 'read',
    input: z.object({}),
    output: z.object({
      sms: z.boolean(),
      wechat: z.boolean(),
      screen: z.boolean(),
      captcha: z.enum(['image', 'slider']),
      sum: z.boolean(),
    }),
  }),
  /**
   * With `randomStr` a PNG of a small sum, 100 × 40; without it, or with `type=blockPuzzle`, a puzzle in JSON. Good for 60 s and one try.
   */
  captcha: get('/code', '验证码', {
    access: 'public',
    rate: 'open',
    kind: 'raw',
    input: z.object({ randomStr: word(100), type: word(20) }),
    output: z.any(),
  }),
  /** `pointJson`: `{"x":…,"y":5}` in AES-ECB with the puzzle's secretKey, base64. What is wrong is said in `repCode`. */
  checkSlider: post('/code/check', '滑块校验', {
    access: 'public',
    rate: 'open',
    audit: false,
    bodyLimit: 8 * 1024,
    input: z.object({ token: word(100), pointJson: word(400), captchaType: word(20) }),
    output: z.object({
      repCode: z.string(),
      repMsg: z.string().nullable(),
      success: z.boolean(),
      repData: z.object({ token: z.string(), result: z.boolean() }).nullable(),
    }),
  }),
};
