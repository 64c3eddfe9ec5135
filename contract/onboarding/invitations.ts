/**
 * Inviting people, auditing who wants to join, and the invited person's own side.
 * docs/decisions/012-external-calls.md says why each is safe.
 */
import { z } from 'zod';
import { id, int, nothing, ok, orNull, page, paging, required, text } from '../fields.ts';
import { guarding, identity, rights } from '../guards.ts';
import { get, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { WAIT_DAYS } from './invitations.rules.ts';

/** What makes a call under `base/external/…/{token}` somebody's: 43 characters, good for minutes and one purpose. */
export const token = z.string({ error: '链接已失效，请重新操作' }).max(200, { error: '链接已失效，请重新操作' });

const digit = z.enum(['0', '1', '2', '3', '4'], { error: '状态不正确' });

export const Invitation = z.object({
  id: z.number(),
  /** 1 invitation, 2 application. */
  kind: z.number(),
  /** 0 waiting, 1 accepted, 2 refused, 3 withdrawn, 4 expired. */
  status: z.number(),
  target: z.string(),
  name: z.string().nullable(),
  deptId: z.number().nullable(),
  deptName: z.string().nullable(),
  roleList: z.array(z.object({ roleId: z.number(), roleName: z.string() })),
  note: z.string().nullable(),
  reason: z.string().nullable(),
  expireTime: z.string(),
  sendTime: z.string(),
  sendCount: z.number(),
  createName: z.string().nullable(),
  auditName: z.string().nullable(),
  auditTime: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

/** What waits between the signed-in person, or a registrant, and an institution. */
export const OwnInvitation = z.object({
  tenantId: z.number(),
  tenantName: z.string(),
  id: z.number(),
  kind: z.number(),
  status: z.number(),
  /** Sent to a phone number: accepting needs a code sent to it. */
  byPhone: z.boolean(),
  roles: z.array(z.string()),
  note: z.string().nullable(),
  reason: z.string().nullable(),
  inviter: z.string().nullable(),
  expireTime: z.string(),
  createTime: z.string(),
});
export type OwnInvitation = z.output<typeof OwnInvitation>;

export const OwnTenant = z.object({
  tenantId: z.number(),
  tenantName: z.string(),
  /** Where the account is kept. */
  home: z.boolean(),
  /** Looked after from above, not a member. */
  visiting: z.boolean(),
  /** Where this session works. */
  current: z.boolean(),
  open: z.boolean(),
});

const roleIds = z.array(id, { error: '请选择角色' }).min(1, { error: '请选择角色' }).max(20, { error: '角色过多' });

const search = {
  kind: z.enum(['1', '2'], { error: '类型不正确' }).optional(),
  status: digit.optional(),
  target: text(32).optional(),
  name: text(20).optional(),
};

const guarded = guarding({ ...rights, ...identity });

export const invitations = guarded({
  page: get('/admin/sysuserinvite/page', '邀请与申请列表', {
    access: 'sys_invite_view',
    input: z.object({ ...paging, ...search }),
    output: page(Invitation),
  }),
  export: exportRoute('/admin/sysuserinvite/export', '邀请与申请', 'sys_invite_export', search),
  /** The roles that the caller may give, which is what both forms offer. */
  roles: get('/admin/sysuserinvite/roles', '可授予的角色', {
    access: 'sys_invite_view',
    input: nothing,
    output: z.array(z.object({ roleId: z.number(), roleName: z.string() })),
  }),
  /**
   * `id` 0 invites a person: `target` is a phone number or a sign-in name; the answer is the
   * same whether it is known. Otherwise `action` on that invitation.
   */
  invite: put('/admin/user/invitation/{id}', '邀请用户', {
    access: 'sys_invite_add',
    input: z.object({
      id: int(0),
      action: z.enum(['resend', 'withdraw'], { error: '操作不正确' }).optional(),
      target: text(32).optional(),
      name: orNull(text(20)),
      role: roleIds.optional(),
      deptId: orNull(id),
      days: int(1, WAIT_DAYS.most).optional(),
      note: orNull(text(100)),
      version: z.int().optional(),
    }),
    output: ok,
    message: '操作成功',
  }),
  /** Status 1 takes an applicant in with these roles, 2 refuses with a reason. The loser of two at once gets 409 with the row. */
  audit: put('/admin/user/audit', '审核加入申请', {
    access: 'sys_user_audit',
    input: z.object({
      id,
      status: z.enum(['1', '2'], { error: '请选择审核结果' }),
      role: roleIds.optional(),
      deptId: orNull(id),
      reason: orNull(text(100)),
      version: z.int().optional(),
    }),
    output: ok,
    message: '操作成功',
  }),
  mine: get('/admin/base/external/mine', '我的机构与邀请', {
    access: 'session',
    input: nothing,
    output: z.object({ tenants: z.array(OwnTenant), invitations: z.array(OwnInvitation), applications: z.array(OwnInvitation) }),
  }),
  /** A registrant names the invitation; a token for one invitation says which itself. `code` is for invitations sent to a phone. */
  accept: put('/admin/base/external/accept/{token}', '接受邀请', {
    access: 'public',
    rate: 'login',
    input: z.object({ token, tenantId: orNull(id), id: orNull(id), code: orNull(text(10)) }),
    output: z.object({ tenantId: z.number(), tenantName: z.string(), username: z.string() }),
    message: '操作成功',
  }),
  /** Refuses an invitation, withdraws an application. */
  refuse: put('/admin/base/external/refused/{token}', '拒绝邀请或撤回申请', {
    access: 'public',
    rate: 'login',
    input: z.object({ token, tenantId: orNull(id), id: orNull(id), reason: orNull(text(100)) }),
    output: ok,
    message: '操作成功',
  }),
  /** Exactly one of code and full name; never a list for strangers. */
  tenants: get('/admin/base/external/tenantPage/{token}', '查找机构', {
    access: 'public',
    rate: 'login',
    input: z.object({ ...paging, token, code: text(32).optional(), name: text(50).optional() }),
    output: page(z.object({ code: z.string(), name: z.string() })),
  }),
  join: put('/admin/base/external/joinTenant/{token}', '申请加入机构', {
    access: 'public',
    rate: 'login',
    input: z.object({ token, code: required(32, '请输入机构编码'), note: orNull(text(100)) }),
    output: ok,
    message: '提交成功!',
  }),
});
