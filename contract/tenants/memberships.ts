/** One person, several tenants: where they may work, going from one to the other, and proving who they are before what is sensitive. */
import { z } from 'zod';
import { id, page, paging, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { Token } from '../users/logins.ts';

/** A tenant as the signed-in person stands to it. */
export const Workplace = z.object({
  tenantId: z.number(),
  name: z.string(),
  parentId: z.number().nullable(),
  logo: z.string().nullable(),
  /** "0" normal, "9" frozen. */
  status: z.enum(['0', '9']),
  endTime: z.string().nullable(),
  /** Not begun or past its end. */
  closed: z.boolean(),
  /** Where the account is. */
  home: z.boolean(),
  /** Has a row there: home, invited, or has entered before. */
  member: z.boolean(),
  /** The membership was made by entering from above. */
  visiting: z.boolean(),
  /** The membership is locked. */
  locked: z.boolean(),
  current: z.boolean(),
});
export type Workplace = z.output<typeof Workplace>;

/** `data` of a 403 that a proof would turn into a yes. */
export const PROOF_NEEDED = 'proof_needed';

export const memberships = {
  /**
   * Where the signed-in person may work: home first, then memberships, then what `sys_tenant_enter` at home opens (at most 200, by name).
   */
  list: post('/admin/user/tenant/list', '我的机构', {
    access: 'session',
    audit: false,
    rate: 'read',
    input: z.object({ name: text(50).optional() }),
    output: z.array(Workplace),
  }),
  /**
   * Where user `a` works, as far as the caller may see; `b` is the caller's own tenant.
   * One's own, or with `sys_user_view` a colleague's; else 404.
   */
  ofUser: get('/admin/user/tenant/list/{a}/{b}', '用户所在机构', {
    access: 'session',
    input: z.object({ a: id, b: id }),
    output: z.array(Workplace),
  }),
  /** What may be entered from above, by pages; all of it is at home of the caller. */
  enterable: get('/admin/tenant/enter/page', '可进入的机构', {
    access: 'sys_tenant_enter',
    input: z.object({ ...paging, name: text(50).optional() }),
    output: page(Workplace),
  }),
  /** Ends this session and opens one in another tenant: OAuth2's token JSON. Entering from above needs a proof. */
  switchUser: get('/admin/user/switchUser', '切换机构', {
    access: 'session',
    rate: 'login',
    audit: true,
    kind: 'raw',
    input: z.object({ tenantId: id }),
    output: Token,
  }),
  /** The own password, or a code of the own authenticator, opens what is sensitive for ten minutes; without either it only tells. */
  check: post('/admin/user/panel/check', '身份验证', {
    access: 'session',
    always: true,
    rate: 'login',
    input: z.object({ password: z.string().max(128).optional(), totp: z.string().max(20).optional() }),
    output: z.object({ proved: z.boolean(), until: z.string().nullable() }),
  }),
};
