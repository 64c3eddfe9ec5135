/** The second factor of one's own account: an authenticator's six digits, and recovery codes for when it is lost. */
import { z } from 'zod';
import { byId, nothing, ok } from '../fields.ts';
import { get, post, put } from '../http.ts';

const code = z.string({ error: '请输入动态验证码' }).trim().min(1, { error: '请输入动态验证码' }).max(40, { error: '参数过长' });
const password = z.string({ error: '请输入密码' }).min(1, { error: '请输入密码' }).max(128, { error: '参数过长' });
const codes = z.object({ recoveryCodes: z.array(z.string()) });
/** Open before enrolment, which may be all that is open. */
const own = { access: 'session', initial: true, rate: 'login' } as const;

export const SecondFactor = z.object({
  enabled: z.boolean(),
  /** The tenant asks for it. */
  required: z.boolean(),
  enabledTime: z.string().nullable(),
  /** Of the recovery codes. */
  left: z.number(),
});

export const secondFactors = {
  state: get('/admin/user/totp', '两步验证状态', { access: 'session', initial: true, input: nothing, output: SecondFactor }),
  /** A new secret, which counts for nothing until it is confirmed; `uri` is the text of the QR code. 409 when one is in use. */
  enrol: post('/admin/user/totp/enrol', '申请两步验证', {
    ...own,
    input: z.object({ password }),
    output: z.object({ uri: z.string(), secret: z.string() }),
  }),
  /** The first code of the authenticator. The recovery codes are shown this once. Every other session ends. */
  confirm: post('/admin/user/totp/confirm', '启用两步验证', {
    ...own,
    input: z.object({ code }),
    output: codes,
    message: '两步验证已启用',
  }),
  /** New recovery codes instead of the old ones. */
  renew: post('/admin/user/totp/codes', '重新生成恢复码', {
    ...own,
    input: z.object({ password }),
    output: codes,
    message: '恢复码已更新，旧恢复码已失效',
  }),
  disable: post('/admin/user/totp/disable', '停用两步验证', {
    ...own,
    input: z.object({ password, code }),
    output: ok,
    message: '两步验证已停用',
  }),
  /**
   * Of a user who lost the authenticator and the recovery codes: at home in this
   * tenant, holding no more than the session. Their sessions end.
   */
  reset: put('/admin/user/totp/{id}/reset', '重置两步验证', {
    access: 'sys_user_edit',
    input: byId,
    output: ok,
    message: '两步验证已重置',
  }),
};
