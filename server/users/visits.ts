/** Entering a tenant from above: the row of the person there, and the end of visits whose right is gone. */
import { sql } from 'kysely';
import { refused } from '../errors.ts';
import { db, type Tx } from '../db/tenant.ts';
import { emit, on } from '../events.ts';

export interface Visitor {
  home: { tenantId: number; userId: number };
  username: string;
  name: string;
}

/**
 * The visitor's user id in the tenant of `tx`: the row that is there, or one made now with
 * the role `admin`. Throws 422 when the tenant has no such role.
 */
export async function openVisit(tx: Tx, { home, username, name }: Visitor): Promise<number> {
  const role = await tx.row<{ id: number }>(
    db.selectFrom('roles').select('id').where('tenant_id', '=', tx.tenantId).where('code', '=', 'admin'),
  );
  if (!role) throw refused('该机构没有管理员角色（admin），不能进入');
  const made = await tx.row<{ id: number }>(
    db
      .insertInto('users')
      .values({ tenant_id: tx.tenantId, home_tenant_id: home.tenantId, home_user_id: home.userId, username, name, visiting: true })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
  if (made) {
    await tx.run(db.insertInto('user_roles').values({ tenant_id: tx.tenantId, user_id: made.id, role_id: role.id }));
    return made.id;
  }
  // Somebody, or the person's other tab, was faster.
  const there = await tx.row<{ id: number }>(sql`
    select id from users where tenant_id = ${tx.tenantId} and home_tenant_id = ${home.tenantId} and home_user_id
      = ${home.userId} and deleted_at is null`);
  return (there as { id: number }).id;
}

/** Who may no longer enter from above does not stay there either: called once per process. */
export function endVisitsWithRights(): void {
  on('rights.changed', async ({ userId }, tx, deps) => {
    const ended = await tx.rows<{ id: number }>(sql`select session_id as id from app.end_visit_sessions(${userId}, 'visit ended')`);
    for (const { id } of ended) await emit('session.ended', { sessionId: id }, tx, deps);
  });
}
