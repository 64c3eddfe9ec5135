/** What a signed-in person does with a token of one purpose: password, own name, the institution's data, leaving. */
import { z } from 'zod';
import { clearable, id, ok, orNull, required, text } from '../fields.ts';
import { guarding, identity, rights } from '../guards.ts';
import { get, put } from '../http.ts';
import { phone } from '../phones.ts';
import { token } from './invitations.ts';
import { newPassword, signInName } from '../users/sign-in-fields.ts';
import { picture } from '../system/pictures.ts';

/** What a token may be for; `tenantId` names the institution of invitation, leave and profile, `id` the invitation. */
export const purposes = ['invitation', 'join', 'leave', 'password', 'profile', 'enterprise'] as const;

const guarded = guarding({ ...rights, ...identity, status: '机构状态', packageCode: '产品包', endTime: '到期时间' });

export const externalAccounts = guarded({
  /** A token for the caller's own account and one purpose. Audited, which also keeps it from sessions that may only read. */
  findToken: get('/admin/base/external/findTokenByCustomizeOpen', '获取操作令牌', {
    access: 'session',
    rate: 'login',
    audit: true,
    input: z.object({ purpose: z.enum(purposes, { error: '用途不正确' }), tenantId: id.optional(), id: id.optional() }),
    output: z.object({ token: z.string(), expiresIn: z.number() }),
  }),
  /** Needs the old password as well: an open screen is not enough. */
  updatePwd: put('/admin/base/external/updatePwd/{token}', '修改密码', {
    access: 'public',
    rate: 'login',
    input: z.object({ token, password: required(128, '请输入原密码'), newpassword1: newPassword }),
    output: ok,
    message: '更新成功',
  }),
  /** A registrant's sign-in name and name, or the name that a person has in one of their institutions. */
  updateUserEnterprise: put('/admin/base/external/updateUserEnterprise/{token}', '修改个人机构信息', {
    access: 'public',
    rate: 'login',
    input: z.object({ token, name: required(20, '请输入姓名'), username: clearable(signInName) }),
    output: ok,
    message: '更新成功',
  }),
  /** The institution's own data, by its administrator. */
  updateEnterprise: put('/admin/base/external/updateEnterpriseInfo/{token}', '修改机构信息', {
    access: 'public',
    rate: 'login',
    input: z.object({
      token,
      name: required(50, '请输入机构名称'),
      logo: clearable(picture),
      regionCode: clearable(z.string().regex(/^\d{6}$/, { error: '地区编码不正确' })),
      address: clearable(text(100)),
      contactName: clearable(text(20)),
      contactPhone: clearable(phone('contact')),
    }),
    output: ok,
    message: '更新成功',
  }),
  /** Leaves an institution. Where the account is kept this ends it: `cancelAccount` and the password. A registrant gives up. */
  unsubscribe: put('/admin/base/external/unsubscribe/{token}', '退出机构', {
    access: 'public',
    rate: 'login',
    input: z.object({ token, cancelAccount: z.boolean().optional(), password: orNull(text(128)) }),
    output: z.object({ account: z.boolean() }),
    message: '操作成功',
  }),
});
