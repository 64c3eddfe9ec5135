/** Self-registration: phone first, then name and password, then an institution of one's own or one to join. */
import { z } from 'zod';
import { id, nothing, ok, orNull, required, text } from '../fields.ts';
import { guarding, identity, rights } from '../guards.ts';
import { get, post, put } from '../http.ts';
import { mobile } from '../phones.ts';
import { newPassword, signInName } from '../users/sign-in-fields.ts';
import { OwnInvitation, token } from './invitations.ts';

/** Where a registrant stands. `token` is for the next step only, for `expiresIn` seconds. */
export const Registered = z.object({
  token: z.string(),
  expiresIn: z.number(),
  /** `proof`: the phone is proven, name and password are to come. `registration`: all is there. */
  step: z.enum(['proof', 'registration']),
  username: z.string().nullable(),
  name: z.string().nullable(),
  invitations: z.array(OwnInvitation),
});

/** A package that may be chosen when registering; what is bought afterwards is in contract/subscriptions/external-orders.ts. */
export const Package = z.object({
  id: z.number(),
  packageCode: z.string(),
  packageName: z.string(),
  description: z.string(),
  /** Yuan and days of the cheapest duration on sale; 0 and the trial's days of a package that is only tried. */
  price: z.number(),
  days: z.number(),
  accountLimit: z.number().nullable(),
  peopleLimit: z.number().nullable(),
  deviceLimit: z.number().nullable(),
  /** Bytes. */
  storageLimit: z.number().nullable(),
  /** The names of the main menus it opens. */
  menuNames: z.array(z.string()),
  /** Durations on sale. */
  items: z.array(z.object({ sku: z.string(), timeNum: z.number(), price: z.number() })),
});

const guarded = guarding({ ...rights, ...identity });

export const registrations = guarded({
  /**
   * Sends a code. `register`: `login` is the phone. `reset`: a phone or sign-in name, the answer is always the same. `order`: the phone of
   * an administrator who buys outside of login. `ticket`, `visit`: of who opens a page for families. `bind`: to the
   * phone that `token`'s invitation was sent to.
   */
  sendCode: post('/admin/base/external/phoneCode', '发送短信验证码', {
    access: 'public',
    rate: 'login',
    audit: false,
    input: z.object({
      purpose: z.enum(['register', 'reset', 'bind', 'order', 'ticket', 'visit', 'home'], { error: '验证码用途不正确' }),
      login: orNull(text(64)),
      token: orNull(token),
      randomStr: orNull(text(100)),
      code: orNull(text(20)),
    }),
    output: ok,
    message: '发送成功',
  }),
  /**
   * `phone` with `code`, or the `proof` of an earlier answer; with username, name and
   * password it registers, without them it says where one stands.
   */
  register: post('/admin/base/external/register', '注册', {
    access: 'public',
    rate: 'login',
    input: z.object({
      phone: orNull(mobile),
      code: orNull(text(10)),
      proof: orNull(token),
      username: orNull(signInName),
      name: orNull(text(20)),
      password: orNull(newPassword),
    }),
    output: Registered,
  }),
  packages: get('/admin/base/external/basePackage', '可选产品包', {
    access: 'public',
    rate: 'open',
    input: nothing,
    output: z.array(Package),
  }),
  /** Sent twice, it makes one institution and answers the same. */
  createTenant: post('/admin/base/external/createTenant/{token}', '创建机构', {
    access: 'public',
    rate: 'login',
    input: z.object({
      token,
      name: required(50, '请输入机构名称').min(2, { error: '机构名称至少2个字' }),
      packageId: orNull(id),
      regionCode: orNull(z.string().regex(/^\d{6}$/, { error: '地区编码不正确' })),
      address: orNull(text(100)),
    }),
    output: z.object({
      tenantId: z.number(),
      tenantName: z.string(),
      code: z.string(),
      username: z.string(),
      /** Waits for the platform: nobody can sign in yet. */
      pending: z.boolean(),
      endTime: z.string(),
      /** For buying a package at once, outside of login (contract/subscriptions/external-orders.ts). */
      orderToken: z.string(),
      orderExpiresIn: z.number(),
    }),
    message: '创建成功',
  }),
  /** A new password for an account whose phone is proven. */
  forgetPwd: put('/admin/base/external/forgetPwd', '找回密码', {
    access: 'public',
    rate: 'login',
    input: z.object({
      login: required(64, '请输入手机号或用户名'),
      code: required(10, '请输入验证码'),
      password: newPassword,
      /** Which account, after a 428 with a PhoneChoice as data (contract/users/logins.ts). */
      userId: z.number().int().positive().nullable().default(null),
    }),
    output: ok,
    message: '密码已重置，请用新密码登录',
  }),
});
