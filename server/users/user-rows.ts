/** Accounts as lists read them, and the one that is about to be changed. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { users } from '#contract/users/users.ts';
import { MASKED_MOBILE } from '#contract/phones.rules.ts';
import type { Context } from '../context.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, type ReadOptions } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { forbidden, notFound } from '../errors.ts';
import { needRoles } from './rights.ts';
import type { RowOf } from '../lists/columns.ts';
import type { SearchOf } from '../lists/list.ts';
import type { AnyBuilder } from '../lists/query.ts';
import { scoped } from '../lists/data-scope.ts';

const holders = (eb: AnyBuilder, roleId: number) =>
  eb
    .selectFrom('user_roles')
    .select('user_id')
    .whereRef('user_roles.tenant_id', '=', 'users.tenant_id')
    .whereRef('user_roles.user_id', '=', 'users.id')
    .where('user_roles.role_id', '=', roleId);

/**
 * Finds a number by what the list shows of it, the first three digits and the last four,
 * or by all of it. Any other part would let the masked digits be found out one by one.
 */
function phoneShown(value: string): Expression<SqlBool> {
  const [, first, last] = MASKED_MOBILE.exec(value) ?? [];
  if (first) return sql`(users.phone ^@ ${first} and right(users.phone, 4) = ${last})`;
  if (value.length === 11) return sql`users.phone = ${value}`;
  if (value.length <= 3) return sql`(users.phone ^@ ${value} or right(users.phone, ${value.length}) = ${value})`;
  return value.length === 4 ? sql`right(users.phone, 4) = ${value}` : sql`false`;
}

/** The list's own search, with what its handler makes of a department's branch and of `without`. */
export type AccountSearch = SearchOf<typeof users.page> & { departments?: number[]; withoutRole?: number };
type Accounts = ReadOptions<RowOf<typeof users.page>, AccountSearch, 'users'>;

export const list: Accounts = {
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
    deptName: lookup('departments', 'name', 'users.department_id'),
    tenantId: 'tenant_id',
    tenantName: () => sql`(select t.name from tenants t where t.id = users.tenant_id)`,
    lockFlag: () => sql`status::text`,
    lockReason: 'lock_reason',
    external: () => sql`home_user_id is not null`,
    visiting: 'visiting',
    lastLoginTime: 'last_login_at',
    delFlag: () => sql`'0'`,
    skills: 'skills',
    roleList: () => sql`coalesce((select jsonb_agg(jsonb_build_object('roleId', r.id, 'roleName', r.name, 'roleCode', r.code) order by r.id)
      from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id where ur.tenant_id = users.tenant_id
        and ur.user_id = users.id), '[]')`,
    postList:
      () => sql`coalesce((select jsonb_agg(jsonb_build_object('postId', p.id, 'postName', p.name, 'postCode', p.code) order by p.sort, p.id)
      from user_posts up join posts p on p.tenant_id = up.tenant_id and p.id = up.post_id where up.tenant_id = users.tenant_id
        and up.user_id = users.id), '[]')`,
    version: 'version',
    createTime: 'created_at',
    updateTime: 'updated_at',
  },
  filters: {
    username: contains('username'),
    name: contains('name'),
    nickName: contains('name'),
    phone: (_eb, value) => phoneShown(String(value)),
    deptId: equals('department_id'),
    // Ids, found by the handler.
    departments: (eb, ids: number[]) => (ids.length ? eb('department_id', 'in', ids) : eb('department_id', 'is', null)),
    roleId: (eb, id: number) => eb.exists(holders(eb, id)),
    withoutRole: (eb, id: number) => eb.not(eb.exists(holders(eb, id))),
    lockFlag: (eb, flag: string) => eb('status', '=', Number(flag)),
  },
  sorts: {
    update_time: 'updated_at',
    username: 'username',
    name: 'name',
    lock_flag: 'status',
    last_login_time: 'last_login_at',
  },
};

/** With the whole phone number, for those who may edit. */
export const complete: Accounts = { ...list, columns: { ...list.columns, phone: 'phone' } };

export interface Target {
  id: number;
  version: number;
  status: number;
  department_id: number | null;
  super_admin: boolean;
  username: string;
  home_user_id: number | null;
  role_ids: number[];
}

/**
 * The account to change, locked; 404 outside the scope, 403 when it holds more than the session does: a user who sets its password can
 * sign in as it.
 */
export async function target(context: Context, userId: number): Promise<Target> {
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
    db
      .selectFrom('user_roles')
      .select('role_id')
      .where('tenant_id', '=', session.tenantId)
      .where('user_id', '=', userId)
      .orderBy('role_id'),
  );
  const role_ids = roles.map((role) => role.role_id);
  if (userId !== session.userId) await needRoles(context, role_ids);
  return { ...row, role_ids };
}
