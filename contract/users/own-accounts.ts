/** What one's own account needs before PUT user/edit: the rule of passwords, and a code to a new number. */
import { z } from 'zod';
import { nothing, ok } from '../fields.ts';
import { get, post } from '../http.ts';
import { mobile } from '../phones.ts';
import { passwordPolicies } from './passwords.rules.ts';

export const ownAccounts = {
  profile: get('/admin/user/own', '个人信息', {
    access: 'session',
    input: nothing,
    output: z.object({
      username: z.string(),
      name: z.string(),
      phone: z.string().nullable(),
      /** Its owner proved the number by a code. */
      phoneVerified: z.boolean(),
      avatar: z.string().nullable(),
      tenantName: z.string(),
      deptName: z.string().nullable(),
      roleNames: z.array(z.string()),
      createTime: z.string(),
    }),
  }),
  passwordPolicy: get('/admin/user/password-policy', '密码规则', {
    access: 'session',
    initial: true,
    input: nothing,
    output: z.object({ policy: z.enum(passwordPolicies), rule: z.string() }),
  }),
  /** Sends a code to a number that is to become one's own. */
  phoneCode: post('/admin/user/phone-code', '发送手机号验证码', {
    access: 'session',
    always: true,
    rate: 'login',
    input: z.object({ phone: mobile }),
    output: ok,
    message: '验证码已发送',
  }),
};
