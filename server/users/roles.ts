/** Roles. Who changes one must hold all of it, before and after, and must not have it himself. */
import { sql } from 'kysely';
import { dataScopes, roles as routes } from '#contract/users/roles.ts';
import { type Context, type Work, need } from '../context.ts';
import { contains, readOne, reads, writes, type ListOf } from '../lists/crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, forbidden, invalid, notFound, Refusal, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { exporting, listOf } from '../transfers/exports.ts';
import { roleSheet } from './roles-sheet.ts';
import { holds, needOthersRole, needRoles, rightsChanged, rightsOfRoles } from './rights.ts';
import { changeMembers } from './role-members.ts';
import { featuresOf, openRows } from '../system/menu-features.ts';
import { menuRows, menusOfRole, nodesBelow } from '../system/menu-rows.ts';

const list: ListOf<typeof routes.page, 'roles'> = {
  table: 'roles',
  noun: '角色',
  columns: {
    roleId: 'id',
    roleName: 'name',
    roleCode: 'code',
    roleDesc: 'description',
    dsType: 'data_scope',
    dsScope: () => sql`null`,
    dsDepts: () => sql`coalesce((select jsonb_agg(rd.department_id order by rd.department_id) from role_departments rd
      where rd.tenant_id = roles.tenant_id and rd.role_id = roles.id), '[]')`,
    users: () => sql`(select count(*) from user_roles ur where ur.tenant_id = roles.tenant_id and ur.role_id = roles.id)`,
    granted: () => sql`exists (select from role_menus rm join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
      where rm.tenant_id = roles.tenant_id and rm.role_id = roles.id and (m.permission is not null or m.path is not null))`,
    delFlag: () => sql`'0'`,
    version: 'version',
    createTime: 'created_at',
    updateTime: 'updated_at',
  },
  filters: { roleName: contains('name'), roleCode: contains('code') },
  sorts: { role_name: 'name', role_code: 'code' },
};
const { page, get } = reads(list);
const write = writes({
  table: 'roles',
  noun: '角色',
  fields: { roleName: 'name', roleCode: 'code', roleDesc: 'description', dsType: 'data_scope' },
});

const SCOPE = '不能授予比自己更大的数据权限';

/** Throws unless the session may change this role. */
async function mine(context: Context, roleId: number): Promise<void> {
  await needRoles(context, [roleId]);
  needOthersRole(context, roleId);
}

/** Throws unless the session may give this data scope; 400 when nothing is chosen for one of chosen departments. */
async function checkScope({ tx, session }: Context, scope: number, departments: readonly number[]): Promise<void> {
  if (!holds(session, [], scope, departments)) throw forbidden(SCOPE);
  if (scope !== dataScopes.custom) return;
  if (departments.length === 0) throw invalid('请选择数据权限的部门');
  const found = await tx.rows(
    db.selectFrom('departments').select('id').where('tenant_id', '=', session.tenantId).where('id', 'in', departments),
  );
  if (found.length !== new Set(departments).size) throw notFound('部门');
}

async function setDepartments({ tx }: Work, roleId: number, scope: number, departments: readonly number[]): Promise<void> {
  await tx.run(db.deleteFrom('role_departments').where('tenant_id', '=', tx.tenantId).where('role_id', '=', roleId));
  if (scope !== dataScopes.custom) return;
  const rows = [...new Set(departments)].map((department_id) => ({ tenant_id: tx.tenantId, role_id: roleId, department_id }));
  await tx.run(db.insertInto('role_departments').values(rows));
}

const sameCode = (error: { code?: string }): never => {
  throw error.code === '23505' ? conflict('角色标识已存在') : error;
};

export interface NewRole {
  code: string;
  name: string;
  description: string;
  dataScope: number;
  menuIds: readonly number[];
}

/** Adds roles with their menus to a tenant that is being set up, in its own context; gives their ids by code. */
export async function addRoles(tx: Tx, tenantId: number, roles: readonly NewRole[]): Promise<Map<string, number>> {
  const rows = roles.map(({ code, name, description, dataScope }) => ({
    tenant_id: tenantId,
    code,
    name,
    description,
    data_scope: dataScope,
  }));
  const made = await tx.rows<{ id: number; code: string }>(db.insertInto('roles').values(rows).returning(['id', 'code']));
  const ids = new Map(made.map(({ code, id }) => [code, id]));
  const links = roles.flatMap(({ code, menuIds }) =>
    menuIds.map((menu_id) => ({ tenant_id: tenantId, role_id: ids.get(code) as number, menu_id })),
  );
  if (links.length) await tx.run(db.insertInto('role_menus').values(links));
  return ids;
}

/** Gives the role of a code, where the tenant of `tx` has it, more menus: what new versions of the defaults bring. */
export async function grantMenus(tx: Tx, code: string, menuIds: readonly number[]): Promise<void> {
  if (menuIds.length === 0) return;
  await tx.run(sql`
    insert into role_menus (tenant_id, role_id, menu_id)
    select r.tenant_id, r.id, m.id from roles r, unnest(${menuIds}::bigint[]) as m (id)
    where r.tenant_id = ${tx.tenantId} and r.code = ${code}
    on conflict do nothing`);
}

export const roles: Handlers<typeof routes> = {
  page,
  get,
  export: exporting(routes.export, roleSheet(listOf(list))),
  async list(_input, context) {
    return (await page({ current: 1, size: 1000 }, context)).records;
  },

  async create(input, context) {
    const { tx, session } = context;
    const scope =
      input.dsType ?? (session.dataScope === dataScopes.custom ? dataScopes.own : Math.max(dataScopes.institution, session.dataScope));
    const departments = input.dsDepts ?? [];
    await checkScope(context, scope, departments);
    if (input.copyFrom !== null) {
      need(context, 'sys_role_perm');
      await needRoles(context, [input.copyFrom]);
    }
    const id = await write.create({ ...input, dsType: scope }, context).catch(sameCode);
    await setDepartments(context, id, scope, departments);
    if (input.copyFrom !== null)
      await tx.run(sql`
        insert into role_menus (tenant_id, role_id, menu_id)
        select tenant_id, ${id}, menu_id from role_menus where tenant_id = ${session.tenantId} and role_id = ${input.copyFrom}`);
    return id;
  },

  async update(input, context) {
    await mine(context, input.roleId);
    const before = await readOne(list, input.roleId, context);
    const [scope, departments] = [input.dsType ?? before.dsType, input.dsDepts ?? before.dsDepts];
    await checkScope(context, scope, departments);
    await write.update({ ...input, id: input.roleId }, context).catch(sameCode);
    await setDepartments(context, input.roleId, scope, departments);
    await rightsChanged(context, null);
    return true;
  },

  async remove({ id }, context) {
    const { tx, session } = context;
    await mine(context, id);
    // Deleted accounts keep no hold on it.
    await tx.run(sql`
      delete from user_roles ur using users u
      where ur.tenant_id = ${session.tenantId} and ur.role_id = ${id} and u.tenant_id = ur.tenant_id and u.id = ur.user_id
        and u.deleted_at is not null`);
    const { users } = await readOne(list, id, context);
    if (users > 0) throw refused(`角色已分配给${users}名用户，不能删除；请先移除其成员`);
    return write.remove({ id }, context);
  },

  async grantable(_input, { tx, session }) {
    const rows = await tx.rows<{ roleId: number; roleName: string; roleCode: string }>(
      db
        .selectFrom('roles')
        .select(['id as roleId', 'name as roleName', 'code as roleCode'])
        .where('tenant_id', '=', session.tenantId)
        .orderBy('id'),
    );
    const rights = new Map(
      (
        await rightsOfRoles(
          tx,
          rows.map(({ roleId }) => roleId),
          session.roleIds,
        )
      ).map((role) => [role.id, role]),
    );
    const may = (roleId: number) => {
      const role = rights.get(roleId);
      return role !== undefined && holds(session, role.permissions, role.data_scope, role.departments);
    };
    return rows.map((row) => ({ ...row, grantable: may(row.roleId) }));
  },

  async permissions({ id }, context) {
    const { version } = await readOne(list, id, context);
    const rows = openRows(await menuRows(context.tx), await featuresOf(context.tx));
    const shown = new Set(rows.map((row) => row.id));
    const held = (await menusOfRole(context.tx, id)).filter((menuId) => shown.has(menuId));
    const refusal = await mine(context, id).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Refusal) return error.message;
        throw error;
      },
    );
    return { version, tree: nodesBelow(rows, null), menuIds: held, refusal };
  },

  members: changeMembers,

  async menus({ roleId, menuIds, version }, context) {
    const { tx, session } = context;
    await mine(context, roleId);
    const wanted = [...new Set(menuIds)];
    const found = wanted.length
      ? await tx.rows<{ permission: string | null }>(
          db.selectFrom('menus').select('permission').where('tenant_id', '=', session.tenantId).where('id', 'in', wanted),
        )
      : [];
    if (found.length !== wanted.length) throw notFound('菜单');
    const permissions = found.flatMap(({ permission }) => permission ?? []);
    if (!permissions.every((permission) => session.permissions.has(permission))) throw forbidden('不能授予或更改自己没有的权限');
    await write.update({ id: roleId, version }, context);
    // What the package has closed was not shown: it stays for the day it opens again.
    const all = await menuRows(tx);
    const shown = new Set(openRows(all, await featuresOf(tx)).map(({ id }) => id));
    const closed = all.flatMap(({ id }) => (shown.has(id) || wanted.includes(id) ? [] : [id]));
    const given = db.deleteFrom('role_menus').where('tenant_id', '=', session.tenantId).where('role_id', '=', roleId);
    await tx.run(closed.length ? given.where('menu_id', 'not in', closed) : given);
    const rows = wanted.map((menu_id) => ({ tenant_id: session.tenantId, role_id: roleId, menu_id }));
    if (rows.length) await tx.run(db.insertInto('role_menus').values(rows));
    await rightsChanged(context, null);
    return true;
  },
};
