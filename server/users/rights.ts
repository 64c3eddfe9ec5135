/** Nobody grants what he does not hold, nor changes his own rights. */
import { sql } from 'kysely';
import type { Context, Session } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { forbidden, notFound } from '../errors.ts';

interface RoleRights {
  id: number;
  data_scope: number;
  permissions: string[];
}

/** What roles allow, by id; unknown ids are missing from the answer. */
export function rightsOfRoles(tx: Tx, roleIds: readonly number[]): Promise<RoleRights[]> {
  if (roleIds.length === 0) return Promise.resolve([]);
  return tx.rows<RoleRights>(sql`
    select r.id, r.data_scope, coalesce(jsonb_agg(distinct m.permission) filter (where m.permission is not null), '[]') as permissions
    from roles r left join role_menus rm on rm.tenant_id = r.tenant_id and rm.role_id = r.id
      left join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
    where r.tenant_id = ${tx.tenantId} and r.id = any(${roleIds}::bigint[]) group by r.id, r.data_scope`);
}

/** Whether the session holds at least these rights: every permission, and a scope as wide. */
export const holds = (session: Session, permissions: readonly string[], dataScope: number) =>
  session.dataScope <= dataScope && permissions.every((permission) => session.permissions.has(permission));

/** Throws unless every role exists (404) and lies within what the session holds (403). */
export async function needRoles({ tx, session }: Context, roleIds: readonly number[]): Promise<void> {
  const found = await rightsOfRoles(tx, roleIds);
  if (new Set(roleIds).size !== found.length) throw notFound('角色');
  if (!found.every((role) => holds(session, role.permissions, role.data_scope))) throw forbidden('不能授予或更改自己没有的权限');
}

/** Throws 403 when the session's user has the role himself. */
export function needOthersRole({ session }: Context, roleId: number): void {
  if (session.roleIds.includes(roleId)) throw forbidden('不能修改自己的角色');
}

/** After rights changed: every process reads them again, this one from the commit on. `userId` null is everybody of the tenant. */
export async function rightsChanged(context: Context, userId: number | null): Promise<void> {
  const { tenantId } = context.session;
  await context.emit('rights.changed', { userId });
  context.afterCommit(() => context.sessions.forget({ tenantId, ...(userId === null ? {} : { userId }) }));
}
