/** Nobody grants what he does not hold, nor changes his own rights. */
import { sql } from 'kysely';
import { dataScopes } from '#contract/users/roles.ts';
import type { Context, Session } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { forbidden, notFound } from '../errors.ts';

interface RoleRights {
  id: number;
  data_scope: number;
  /** Chosen for the data scope 4. */
  departments: number[];
  permissions: string[];
}

/**
 * What roles allow, by id; unknown ids are missing from the answer. What the tenant's
 * package has closed is left out when the roles `own` have it too: a session's permissions do not show that its person holds it, and a right
 * that a person will not hold in a larger package is not theirs to give in a small one.
 */
export function rightsOfRoles(tx: Tx, roleIds: readonly number[], own: readonly number[] = []): Promise<RoleRights[]> {
  if (roleIds.length === 0) return Promise.resolve([]);
  return tx.rows<RoleRights>(sql`
    select r.id, r.data_scope,
      coalesce((select jsonb_agg(rd.department_id) from role_departments rd where rd.tenant_id = r.tenant_id and rd.role_id = r.id),
        '[]') as departments,
        coalesce(jsonb_agg(distinct m.permission) filter (where m.permission is not null
        and (t.features is null or m.permission = any(t.features) or m.permission not in (
        select om.permission from role_menus o join menus om on om.tenant_id = o.tenant_id and om.id = o.menu_id
        where o.tenant_id = ${tx.tenantId} and o.role_id = any(${own}::bigint[]) and om.permission is not null))), '[]') as permissions
    from roles r join tenants t on t.id = r.tenant_id left join role_menus rm on rm.tenant_id = r.tenant_id and rm.role_id = r.id
      left join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
    where r.tenant_id = ${tx.tenantId} and r.id = any(${roleIds}::bigint[]) group by r.tenant_id, r.id, r.data_scope`);
}

/** Whether the session's data scope is as wide as a role's; `departments` are those chosen for the scope 4. */
function reaches(session: Session, dataScope: number, departments: readonly number[]): boolean {
  if (session.dataScope <= dataScopes.institution) return session.dataScope <= dataScope;
  if (session.dataScope === dataScopes.own) return dataScope === dataScopes.own;
  if (dataScope === dataScopes.custom) return departments.every((id) => session.departmentIds.includes(id));
  // The chosen departments may have others below them, which the session does not reach.
  if (dataScope === dataScopes.department) return session.dataScope === dataScopes.department;
  return dataScope >= dataScopes.own;
}

/** Whether the session holds at least these rights: every permission, and a scope as wide. */
export const holds = (session: Session, permissions: readonly string[], dataScope: number, departments: readonly number[] = []) =>
  reaches(session, dataScope, departments) && permissions.every((permission) => session.permissions.has(permission));

/** Throws unless every role exists (404) and lies within what the session holds (403). */
export async function needRoles({ tx, session }: Context, roleIds: readonly number[]): Promise<void> {
  const found = await rightsOfRoles(tx, roleIds, session.roleIds);
  if (new Set(roleIds).size !== found.length) throw notFound('角色');
  if (!found.every((role) => holds(session, role.permissions, role.data_scope, role.departments)))
    throw forbidden('不能授予或更改自己没有的权限');
}

/** Throws 403 when the session's user has the role himself. */
export function needOthersRole({ session }: Context, roleId: number): void {
  if (session.roleIds.includes(roleId)) throw forbidden('不能修改自己的角色');
}

/**
 * A user who makes a menu finds it in their own: gives it to those of the session's roles
 * that have its permission already, so that no user gains a right by it. Without a permission it opens nothing and all of them get it.
 */
export async function showMaker({ tx, session }: Context, menuId: number, permission: string | null): Promise<void> {
  await tx.run(sql`
    insert into role_menus (tenant_id, role_id, menu_id)
    select r.tenant_id, r.id, ${menuId} from roles r
    where r.tenant_id = ${session.tenantId} and r.id = any(${session.roleIds}::bigint[]) and (${permission}::text is null or exists (
      select 1 from role_menus rm join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
      where rm.tenant_id = r.tenant_id and rm.role_id = r.id and m.permission = ${permission}))
    on conflict do nothing`);
}

/** After rights changed: every process reads them again, this one from the commit on. `userId` null is everybody of the tenant. */
export async function rightsChanged(context: Context, userId: number | null): Promise<void> {
  const { tenantId } = context.session;
  await context.emit('rights.changed', { userId });
  context.afterCommit(() => context.sessions.forget({ tenantId, ...(userId === null ? {} : { userId }) }));
}
