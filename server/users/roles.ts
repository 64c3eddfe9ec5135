/** Roles. Who changes one must hold all of it, before and after, and must not have it himself. */
import { sql } from 'kysely';
import type { roles as routes } from '#contract/users/roles.ts';
import type { Context } from '../context.ts';
import { contains, reads, writes, type ReadOptions } from '../crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, forbidden, notFound, refused } from '../errors.ts';
import type { Handlers } from '../implement.ts';
import { holds, needOthersRole, needRoles, rightsChanged } from './rights.ts';

const list: ReadOptions = {
  table: 'roles',
  noun: '角色',
  columns: {
    roleId: 'id',
    roleName: 'name',
    roleCode: 'code',
    roleDesc: 'description',
    dsType: 'data_scope',
    dsScope: () => sql`null`,
    delFlag: () => sql`'0'`,
    version: 'version',
    createTime: 'created_at',
    updateTime: 'updated_at',
  },
  filters: { roleName: contains('name') },
};
const { page, get } = reads(list);
const write = writes({ table: 'roles', noun: '角色', fields: { roleName: 'name', roleCode: 'code', roleDesc: 'description', dsType: 'data_scope' } });

const SCOPE = '不能授予比自己更大的数据权限';

/** Throws unless the session may change this role. */
async function mine(context: Context, roleId: number): Promise<void> {
  await needRoles(context, [roleId]);
  needOthersRole(context, roleId);
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
  const rows = roles.map(({ code, name, description, dataScope }) => ({ tenant_id: tenantId, code, name, description, data_scope: dataScope }));
  const made = await tx.rows<{ id: number; code: string }>(db.insertInto('roles').values(rows).returning(['id', 'code']));
  const ids = new Map(made.map(({ code, id }) => [code, id]));
  const links = roles.flatMap(({ code, menuIds }) => menuIds.map((menu_id) => ({ tenant_id: tenantId, role_id: ids.get(code) as number, menu_id })));
  if (links.length) await tx.run(db.insertInto('role_menus').values(links));
  return ids;
}

export const roles: Handlers<typeof routes> = {
  page,
  get,
  async list(_input, context) {
    return (await page({ current: 1, size: 1000 }, context)).records;
  },

  async create(input, context) {
    const scope = input.dsType ?? Math.max(1, context.session.dataScope);
    if (!holds(context.session, [], scope)) throw forbidden(SCOPE);
    return write.create({ ...input, dsType: scope }, context).catch(sameCode);
  },

  async update(input, context) {
    await mine(context, input.roleId);
    if (input.dsType !== undefined && !holds(context.session, [], input.dsType)) throw forbidden(SCOPE);
    await write.update({ ...input, id: input.roleId }, context).catch(sameCode);
    await rightsChanged(context, null);
    return true;
  },

  async remove({ id }, context) {
    const { tx, session } = context;
    await mine(context, id);
    const used = await tx.row(db.selectFrom('user_roles').select('user_id').where('tenant_id', '=', session.tenantId).where('role_id', '=', id).limit(1));
    if (used) throw refused('角色已分配给用户，不能删除');
    return write.remove({ id }, context);
  },

  async menus({ roleId, menuIds }, context) {
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
    if (!holds(session, permissions, session.dataScope)) throw forbidden('不能授予或更改自己没有的权限');
    await tx.run(db.deleteFrom('role_menus').where('tenant_id', '=', session.tenantId).where('role_id', '=', roleId));
    const rows = wanted.map((menu_id) => ({ tenant_id: session.tenantId, role_id: roleId, menu_id }));
    if (rows.length) await tx.run(db.insertInto('role_menus').values(rows));
    await rightsChanged(context, null);
    return true;
  },
};
