/** Staff accounts: `sysUser` on the wire. `nickName` is the name that pages show; `name` is the same for clients that send that. */
import { z } from 'zod';
import { clearable, flag, id, nothing, ok, orNull, page, paging, picked, required, text } from '../fields.ts';
import { guarding, identity, rights } from '../guards.ts';
import { del, get, post, put } from '../http.ts';
import { MASKED_MOBILE, phoneMessages } from '../phones.rules.ts';
import { mobile } from '../phones.ts';
import { exportRoute, importRoutes } from '../transfers/transfers.ts';
import { picture } from '../system/pictures.ts';
import { newPassword, signInName } from './sign-in-fields.ts';

const lockFlag = z.enum(['0', '9'], { error: '状态不正确' });

export const User = z.object({
  userId: z.number(),
  username: z.string(),
  name: z.string(),
  nickName: z.string(),
  /** Masked in lists. */
  phone: z.string().nullable(),
  avatar: z.string().nullable(),
  deptId: z.number().nullable(),
  deptName: z.string().nullable(),
  tenantId: z.number(),
  tenantName: z.string(),
  /** "0" normal, "9" locked. */
  lockFlag,
  lockReason: z.string().nullable(),
  /** At home in another tenant: name and password are kept there. */
  external: z.boolean(),
  /** Made by entering from the group or the platform, not by an invitation. */
  visiting: z.boolean(),
  lastLoginTime: z.string().nullable(),
  delFlag: z.literal('0'),
  skills: z.array(z.string()),
  roleList: z.array(z.object({ roleId: z.number(), roleName: z.string(), roleCode: z.string() })),
  postList: z.array(z.object({ postId: z.number(), postName: z.string(), postCode: z.string() })),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
});

/** Who is signed in: the wire's `sysUser` with the product's own fields. */
export const CurrentUser = z.object({
  userId: z.number(),
  username: z.string(),
  name: z.string(),
  nickName: z.string(),
  phone: z.string().nullable(),
  avatar: z.string().nullable(),
  deptId: z.number().nullable(),
  tenantId: z.number(),
  tenantName: z.string(),
  tenantLogo: z.string().nullable(),
  /** 1 is a group of institutions, whose own parent is the platform. */
  ptenantId: z.number(),
  /** The tenant and the institutions below it. */
  tenantIds: z.array(z.number()),
  packageCode: z.string().nullable(),
  /** When the tenant's term ends: afterwards everybody may still look, and nobody may change (403); null without an end. */
  endTime: z.string().nullable(),
  /** 1 super administrator, 0 not. */
  superAdmin: z.number(),
  /** Whether the icons for buying are theirs: superAdmin = 1, together with `package_order` and tenantLevel 1. */
  shopping: z.boolean(),
  /** 1 when ptenantId = 1, else 2: institutions of a group do not buy for themselves. */
  tenantLevel: z.number(),
  /** The password was set by somebody else. */
  mustChangePassword: z.boolean(),
  /** The tenant asks for a second factor that the account does not have. */
  mustEnrol: z.boolean(),
  authorities: z.array(z.string()),
  lockFlag,
  delFlag: z.literal('0'),
  wxOpenid: z.null(),
  miniOpenid: z.null(),
  qqOpenid: z.null(),
  giteeLogin: z.null(),
  oscId: z.null(),
  createTime: z.string(),
  updateTime: z.string(),
});

export const UserInfo = z.object({
  sysUser: CurrentUser,
  permissions: z.array(z.string()),
  roles: z.array(z.number()),
  tenantName: z.string(),
  tenantLogo: z.string().nullable(),
  indexVersion: z.number(),
});

/** A masked number that comes back unchanged changes nothing. */
const phone = z.union([z.string().regex(MASKED_MOBILE, { error: phoneMessages.mobile }), mobile]);
const form = {
  username: signInName,
  nickName: clearable(text(20)),
  name: clearable(text(20)),
  phone: clearable(phone),
  avatar: clearable(picture),
  deptId: clearable(id),
  lockFlag: lockFlag.optional(),
  skills: z.array(required(20, '请输入技能')).max(20).optional(),
  /** Post ids: all that the person shall have; absent, they stay. */
  post: z.array(id).max(20, { error: '岗位过多' }).optional(),
  /** Role ids: all that the account shall have. */
  role: z.array(id).max(20, { error: '角色过多' }).optional(),
  tenantId: clearable(id),
  version: z.int().optional(),
};

/** Rights in words, and the sign-ins of the last 30 days. */
export const UserSummary = z.object({
  /** The widest of the roles. */
  dsType: z.number(),
  /** Names, when the data scope is cut at departments. */
  departments: z.array(z.string()),
  /** What the roles open: pages with the names of their buttons. */
  menus: z.array(z.object({ id: z.number(), name: z.string(), actions: z.array(z.string()) })),
  /** Open now. */
  sessions: z.number(),
  signIns: z.array(z.object({ createTime: z.string(), address: z.string().nullable(), browser: z.string(), system: z.string() })),
});

/** Who was left out of a batch, and why. */
const Refused = z.object({ userId: z.number(), name: z.string(), reason: z.string() });

const query = {
  username: text(32).optional(),
  name: text(20).optional(),
  nickName: text(20).optional(),
  phone: text(11).optional(),
  deptId: id.optional(),
  /** The department and all below it; 0 is nobody's. */
  deptTree: z.union([z.enum(['0']).transform(() => 0), id]).optional(),
  roleId: id.optional(),
  /** With `roleId`: those who do not have it. */
  without: flag.optional(),
  lockFlag: lockFlag.optional(),
  tenantId: id.optional(),
};

const guarded = guarding({ ...rights, ...identity }, { call: 'details', by: 'userId' });

export const users = guarded({
  info: get('/admin/user/info', '当前用户信息', { access: 'session', initial: true, screen: true, input: nothing, output: UserInfo }),
  page: get('/admin/user/page', '用户列表', {
    access: 'sys_user_view',
    input: z.object({ ...paging, ...query }),
    output: page(User),
  }),
  export: exportRoute('/admin/user/export', '用户', 'sys_user_export', query),
  ...importRoutes('/admin/user', '用户', 'sys_user_import'),
  /** Whether a sign-in name may be given to somebody: no account of any tenant has it. */
  isFree: get('/admin/user/free/{username}', '用户名是否可用', {
    access: 'sys_user_add',
    rate: 'write',
    input: z.object({ username: form.username }),
    output: z.boolean(),
  }),
  /** What somebody may do and when he was here. */
  summary: get('/admin/user/summary/{id}', '用户权限与登录', { access: 'sys_user_view', input: z.object({ id }), output: UserSummary }),
  /**
   * Locks (ends their sessions), unlocks, or moves to a department; those that may not be
   * changed are named with the reason, the others are done.
   */
  batch: put('/admin/user/batch', '批量修改用户', {
    access: 'sys_user_edit',
    input: z.object({
      userIds: z
        .array(picked('请选择用户'), { error: '请选择用户' })
        .min(1, { error: '请选择用户' })
        .max(200, { error: '一次最多处理200人' }),
      action: z.enum(['lock', 'unlock', 'move'], { error: '操作不正确' }),
      /** Of locking; kept with the account until it is unlocked. */
      reason: orNull(text(100)),
      /** Of moving; null is no department. */
      deptId: orNull(id),
    }),
    output: z.object({ done: z.number(), refused: z.array(Refused) }),
  }),
  /** By id, or by sign-in name: null when the name is free in this tenant. The phone is complete for those who may edit. */
  details: get('/admin/user/details/{id}', '用户详情', {
    access: 'sys_user_view',
    input: z.object({ id: z.string().min(1).max(32) }),
    output: User.nullable(),
  }),
  create: post('/admin/user/save', '新增用户', {
    access: 'sys_user_add',
    also: ['/admin/user'],
    input: z.object({ ...form, userId: orNull(id), password: newPassword, newpassword1: orNull(z.string()) }),
    output: ok,
    message: '创建成功',
  }),
  update: put('/admin/user', '修改用户', {
    access: 'sys_user_edit',
    input: z.object({ ...form, userId: id, password: clearable(newPassword), newpassword1: clearable(z.string()) }),
    output: ok,
    message: '更新成功',
  }),
  remove: del('/admin/user/{id}', '删除用户', { access: 'sys_user_del', input: z.object({ id }), output: ok, message: '删除成功' }),
  /**
   * One's own account; `password` is the old one, needed to set `newpassword1`;
   * `phoneCode` was sent to a new number (POST /admin/user/phone-code).
   * Without a code the new number is unproved; instead of a proved one it is refused.
   */
  edit: put('/admin/user/edit', '修改个人信息', {
    access: 'session',
    initial: true,
    rate: 'login',
    standing: { call: 'info', within: 'sysUser' },
    input: z.object({
      username: clearable(z.string().max(64)),
      password: clearable(z.string().max(128)),
      newpassword1: clearable(newPassword),
      phone: clearable(phone),
      phoneCode: clearable(z.string().max(20)),
      avatar: clearable(picture),
    }),
    output: ok,
    message: '更新成功',
  }),
});
