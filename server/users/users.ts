/** Staff accounts. */
import { sql } from 'kysely';
import type { users as routes } from '#contract/users/users.ts';
import type { Context } from '../context.ts';
import { contains, equals, readOne, reads, type ReadOptions } from '../crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, forbidden, notFound, Refusal, refused, unauthorized } from '../errors.ts';
import type { Handlers } from '../implement.ts';
import { userInfo } from './accounts.ts';
import { editOwnAccount } from './own-account.ts';
import { hashPassword } from './passwords.ts';
import { needRoles, rightsChanged } from './rights.ts';
import { reachesDepartment, scoped } from './scopes.ts';
import { endSessions } from './sessions.ts';

const list: ReadOptions = {
  table: 'users',
  noun: '用户',
  soft: true,
  scope: scoped({ department: 'department_id', owners: ['id'] }),
  columns: {
    userId: 'id',
    username: 'username',
    name: 'name',
    nickName: 'name',
    phone: () => sql`overlay(phone placing '****' from 4 for 4)`,
    avatar: 'avatar',
    deptId: 'department_id',
    deptName: () => sql`(select d.name from departments d where d.tenant_id = users.tenant_id and d.id = users.department_id)`,
    tenantId: 'tenant_id',
    tenantName: () => sql`(select t.name from tenants t where t.id = users.tenant_id)`,
    lockFlag: () => sql`status::text`,
    delFlag: () => sql`'0'`,
    skills: 'skills',
    roleList: () => sql`coalesce((select jsonb_agg(jsonb_build_object('roleId', r.id, 'roleName', r.name, 'roleCode', r.code) order by r.id)
      from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id where ur.tenant_id = users.tenant_id and ur.user_id = users.id), '[]')`,
    version: 'version',
    createTime: 'created_at',
    updateTime: 'updated_at',
  },
  filters: { username: contains('username'), name: contains('name'), nickName: contains('name'), phone: contains('phone'), deptId: equals('department_id') },
  sorts: { update_time: 'updated_at', username: 'username' },
};

const complete: ReadOptions = { ...list, columns: { ...list.columns, phone: 'phone' } };

interface UserForm {
  username: string;
  nickName: string | null;
  name: string | null;
  phone?: string | null | undefined;
  avatar?: string | null | undefined;
  deptId?: number | null | undefined;
  lockFlag?: '0' | '9' | undefined;
  skills?: string[] | undefined;
  role?: number[] | undefined;
  tenantId: number | null;
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
    ...(input.skills ? { skills: input.skills } : {}),
  };
}

/** Throws 403 for another tenant, or for a department outside the data scope that is not the one the account is in already. */
function checkForm(input: UserForm, session: Context['session'], before: number | null | undefined): void {
  if (input.tenantId !== null && input.tenantId !== session.tenantId) throw forbidden(`无效的租户编号:${input.tenantId}`);
  const moves = before === undefined || (input.deptId !== undefined && input.deptId !== before);
  if (moves && !reachesDepartment(session, input.deptId ?? null)) throw forbidden('不能选择数据权限以外的部门');
}

async function setRoles({ tx, session }: Context, userId: number, roleIds: readonly number[]): Promise<void> {
  await tx.run(db.deleteFrom('user_roles').where('tenant_id', '=', session.tenantId).where('user_id', '=', userId));
  const rows = [...new Set(roleIds)].map((role_id) => ({ tenant_id: session.tenantId, user_id: userId, role_id }));
  if (rows.length) await tx.run(db.insertInto('user_roles').values(rows));
}

interface Target {
  id: number;
  version: number;
  status: number;
  department_id: number | null;
  super_admin: boolean;
  username: string;
  home_user_id: number | null;
  role_ids: number[];
}

/** The account to change, locked; 404 outside the scope, 403 when it holds more than the session does: whoever sets its password becomes it. */
async function target(context: Context, userId: number): Promise<Target> {
  const { tx, session } = context;
  let query = db
    .selectFrom('users')
    .select(['id', 'version', 'status', 'department_id', 'super_admin', 'username', 'home_user_id'])
    .where('tenant_id', '=', session.tenantId)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate();
  query = query.where((eb) => list.scope?.(eb, session) ?? eb.lit(true));
  const row = await tx.row<Omit<Target, 'role_ids'>>(query);
  if (!row) throw notFound('用户');
  if (row.super_admin && !session.superAdmin) throw forbidden('不能修改超级管理员');
  const roles = await tx.rows<{ role_id: number }>(
    db.selectFrom('user_roles').select('role_id').where('tenant_id', '=', session.tenantId).where('user_id', '=', userId).orderBy('role_id'),
  );
  const role_ids = roles.map((role) => role.role_id);
  if (userId !== session.userId) await needRoles(context, role_ids);
  return { ...row, role_ids };
}

const sameRoles = (a: readonly number[], b: readonly number[]) => new Set(a).size === new Set([...a, ...b]).size && new Set(b).size === new Set(a).size;

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

export const users: Handlers<typeof routes> = {
  async info(_input, { tx, session }) {
    const info = await userInfo(tx, session.userId);
    if (!info) throw unauthorized('获取当前用户信息失败');
    return { ...info, sysUser: { ...info.sysUser, mustChangePassword: session.mustChangePassword } };
  },

  async page(input, context) {
    const { tenantId } = context.session;
    if (input.tenantId !== undefined && input.tenantId !== tenantId) throw forbidden(`无效的租户编号:${input.tenantId}`);
    return reads(list).page(input, context);
  },

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
    if (before.home_user_id !== null && (input.password || input.username !== before.username)) throw refused('该帐号属于其他机构，不能在此修改用户名或密码');
    if (input.version !== undefined && input.version !== before.version)
      throw conflict('用户已被他人修改，请刷新后重试', { id: userId, version: before.version });
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
    if (input.password || input.lockFlag === '9') await signOut(context, userId, input.password ? 'password changed' : 'locked', session.id);
    await rightsChanged(context, userId);
    return true;
  },

  async remove({ id }, context) {
    const { tx, session } = context;
    if (id === session.userId) throw refused('不能删除自己的帐号');
    await target(context, id);
    await tx.run(
      db
        .updateTable('users')
        .set({ deleted_at: sql`now()` })
        .where('tenant_id', '=', session.tenantId)
        .where('id', '=', id),
    );
    await signOut(context, id, 'deleted');
    return true;
  },

  edit: editOwnAccount,
};
