/** Staff accounts. */
import { sql } from 'kysely';
import { users as routes } from '#contract/users/users.ts';
import type { Context, Work } from '../context.ts';
import { readOne, reads } from '../lists/crud.ts';
import type { SearchOf } from '../lists/list.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, forbidden, Refusal, refused, unauthorized } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { needQuota } from '../db/quotas.ts';
import { exporting } from '../transfers/exports.ts';
import { importing } from '../transfers/imports.ts';
import { userInfo } from './accounts.ts';
import { editOwnAccount } from './own-account.ts';
import { checkNewPassword } from './password-policies.ts';
import { hashPassword } from './passwords.ts';
import { setPosts } from './posts.ts';
import { needRoles, rightsChanged } from './rights.ts';
import { reachesDepartment } from '../lists/data-scope.ts';
import { endSessions } from './sessions.ts';
import { departmentsBelow } from './departments.ts';
import { changeMany } from './user-batches.ts';
import { complete, list, target, type AccountSearch } from './user-rows.ts';
import { userImport, userSheet } from './users-sheet.ts';
import { summaryOf } from './user-summaries.ts';

interface UserForm {
  username: string;
  nickName?: string | null | undefined;
  name?: string | null | undefined;
  phone?: string | null | undefined;
  avatar?: string | null | undefined;
  deptId?: number | null | undefined;
  lockFlag?: '0' | '9' | undefined;
  skills?: string[] | undefined;
  role?: number[] | undefined;
  post?: number[] | undefined;
  tenantId?: number | null | undefined;
  version?: number | undefined;
}

/** Columns of a form; a masked phone is what the list showed and stays what it was. */
function columnsOf(input: UserForm) {
  return {
    username: input.username,
    ...(input.nickName || input.name ? { name: (input.nickName || input.name) as string } : {}),
    ...(input.avatar === undefined ? {} : { avatar: input.avatar }),
    ...(input.deptId === undefined ? {} : { department_id: input.deptId }),
    ...(input.phone === undefined || input.phone?.includes('*') ? {} : { phone: input.phone }),
    ...(input.lockFlag ? { status: Number(input.lockFlag) } : {}),
    ...(input.lockFlag === '0' ? { lock_reason: null } : {}),
    ...(input.skills ? { skills: input.skills } : {}),
  };
}

/** Throws 403 for another tenant, or for a department outside the data scope that is not the one the account is in already. */
function checkForm(input: UserForm, session: Context['session'], before: number | null | undefined): void {
  if (input.tenantId && input.tenantId !== session.tenantId) throw forbidden(`无效的租户编号:${input.tenantId}`);
  const moves = before === undefined || (input.deptId !== undefined && input.deptId !== before);
  if (moves && !reachesDepartment(session, input.deptId ?? null)) throw forbidden('不能选择数据权限以外的部门');
}

async function setRoles({ tx }: Work, userId: number, roleIds: readonly number[]): Promise<void> {
  await tx.run(db.deleteFrom('user_roles').where('tenant_id', '=', tx.tenantId).where('user_id', '=', userId));
  const rows = [...new Set(roleIds)].map((role_id) => ({ tenant_id: tx.tenantId, user_id: userId, role_id }));
  if (rows.length) await tx.run(db.insertInto('user_roles').values(rows));
}

const sameRoles = (a: readonly number[], b: readonly number[]) =>
  new Set(a).size === new Set([...a, ...b]).size && new Set(b).size === new Set(a).size;

/** The first account of a tenant that is being set up, in its own context; its id, or null when the sign-in name is taken. */
export async function addAdministrator(
  tx: Tx,
  tenantId: number,
  { username, name, password_hash, roleId }: { username: string; name: string; password_hash: string; roleId: number },
): Promise<number | null> {
  const made = await tx.row<{ id: number }>(
    db
      .insertInto('users')
      .values({ tenant_id: tenantId, username, name, password_hash, super_admin: true, must_change_password: true })
      .onConflict((on) => on.doNothing())
      .returning('id'),
  );
  if (!made) return null;
  await tx.run(db.insertInto('user_roles').values({ tenant_id: tenantId, user_id: made.id, role_id: roleId }));
  return made.id;
}

/** Ends the sessions of an account in every process. */
async function signOut(context: Context, userId: number, reason: string, except?: number): Promise<void> {
  await endSessions(context.tx, context.deps, { userId, ...(except === undefined ? {} : { except }) }, reason);
  const { tenantId } = context.session;
  context.afterCommit(() => context.sessions.forget({ tenantId, userId }));
}

/** Over all tenants: a person signs in without saying which. */
const isFree = async (tx: Tx, username: string) =>
  (await tx.row<{ taken: boolean }>(sql`select app.login_taken(${username}) as taken`))?.taken === false;

/** The list's input as its filters take it. Throws 403 for another tenant. */
async function filtersOf(input: SearchOf<typeof routes.page>, context: Context): Promise<AccountSearch> {
  const { tenantId } = context.session;
  if (input.tenantId !== undefined && input.tenantId !== tenantId) throw forbidden(`无效的租户编号:${input.tenantId}`);
  const { deptTree, roleId, without, ...filters } = input;
  const departments = deptTree === undefined ? {} : { departments: deptTree === 0 ? [] : await departmentsBelow(context, deptTree) };
  const role = roleId === undefined ? {} : without ? { withoutRole: roleId } : { roleId };
  return { ...filters, ...departments, ...role };
}

export const users: Handlers<typeof routes> = {
  async info(_input, { tx, session }) {
    const info = await userInfo(tx, session.userId);
    if (!info) throw unauthorized('获取当前用户信息失败');
    return { ...info, sysUser: { ...info.sysUser, mustChangePassword: session.mustChangePassword, mustEnrol: session.mustEnrol } };
  },

  async page(input, context) {
    const { current, size } = input;
    return reads(list).page({ ...(await filtersOf(input, context)), current, size }, context);
  },
  export: exporting(routes.export, userSheet(filtersOf)),
  ...importing(
    routes,
    userImport((form, context) => users.create(form, context)),
  ),

  isFree: ({ username }, { tx }) => isFree(tx, username),

  summary: summaryOf,
  batch: changeMany,

  async details({ id }, context) {
    const { tx, session } = context;
    const options = session.permissions.has('sys_user_edit') ? complete : list;
    if (/^[1-9]\d{0,15}$/.test(id)) {
      const found = await readOne(options, Number(id), context).catch((error: unknown) => {
        if (error instanceof Refusal) return null;
        throw error;
      });
      if (found) return found;
    }
    const named = await tx.row<{ id: number }>(
      db
        .selectFrom('users')
        .select('id')
        .where('tenant_id', '=', session.tenantId)
        .where((eb) => eb(eb.fn('lower', ['username']), '=', id.toLowerCase()))
        .where('deleted_at', 'is', null),
    );
    return named ? readOne(options, named.id, context) : null;
  },

  async create(input, context) {
    const { tx, session } = context;
    checkForm(input, session, undefined);
    await needRoles(context, input.role ?? []);
    // Before the password: what is wrong with it would tell that of the account that has the name.
    if (!(await isFree(tx, input.username))) throw conflict('用户名已存在');
    await checkNewPassword(tx, input.username, input.password);
    await needQuota(tx, 'users');
    const password_hash = await hashPassword(input.password);
    const made = await tx.row<{ id: number }>(
      db
        .insertInto('users')
        .values({ tenant_id: session.tenantId, name: input.username, ...columnsOf(input), password_hash, must_change_password: true })
        .onConflict((on) => on.doNothing())
        .returning('id'),
    );
    if (!made) throw conflict('用户名已存在');
    await setRoles(context, made.id, input.role ?? []);
    if (input.post?.length) await setPosts(context, made.id, input.post);
    return true;
  },

  async update(input, context) {
    const { tx, session } = context;
    const { userId, role } = input;
    const before = await target(context, userId);
    checkForm(input, session, before.department_id);
    const newRoles = role !== undefined && !sameRoles(role, before.role_ids);
    const locked = input.lockFlag !== undefined && Number(input.lockFlag) !== before.status;
    if (userId === session.userId && (newRoles || locked || (input.deptId ?? before.department_id) !== before.department_id))
      throw forbidden('不能修改自己的角色、部门或状态');
    if (userId === session.userId && input.password) throw refused('请在个人信息中修改自己的密码');
    if (newRoles) await needRoles(context, role);
    if (before.home_user_id !== null && (input.password || input.username !== before.username))
      throw refused('该账号属于其他机构，不能在此修改用户名或密码');
    if (input.version !== undefined && input.version !== before.version)
      throw conflict('用户已被他人修改，请刷新后重试', { id: userId, version: before.version });
    if (input.password) await checkNewPassword(tx, before.username, input.password);
    const password = input.password ? { password_hash: await hashPassword(input.password), must_change_password: true } : {};
    const change = db
      .updateTable('users')
      .set({ ...columnsOf(input), ...password, version: sql`version + 1`, updated_at: sql`now()` })
      .where('tenant_id', '=', session.tenantId)
      .where('id', '=', userId);
    await tx.run(change).catch((error: { code?: string }) => {
      throw error.code === '23505' ? conflict('用户名已存在') : error;
    });
    if (newRoles) await setRoles(context, userId, role);
    if (input.post) await setPosts(context, userId, input.post);
    if (input.password || input.lockFlag === '9')
      await signOut(context, userId, input.password ? 'password changed' : 'locked', session.id);
    await rightsChanged(context, userId);
    return true;
  },

  async remove({ id }, context) {
    const { tx, session } = context;
    if (id === session.userId) throw refused('不能删除自己的账号');
    await target(context, id);
    await tx.run(
      db
        .updateTable('users')
        .set({ deleted_at: sql`now()` })
        .where('tenant_id', '=', session.tenantId)
        .where('id', '=', id),
    );
    // A role that nobody else has can be deleted again.
    await setRoles(context, id, []);
    await setPosts(context, id, []);
    await signOut(context, id, 'deleted');
    return true;
  },

  edit: editOwnAccount,
};
