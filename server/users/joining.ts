/** How a person comes into a tenant and out of it: an account at home there, or a membership of an account that is at home elsewhere. */
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import { endSessions } from './sessions.ts';

/** Rights in the tenant. */
export interface Place {
  departmentId: number | null;
  roleIds: readonly number[];
}

async function giveRoles(tx: Tx, userId: number, roleIds: readonly number[]): Promise<void> {
  await tx.run(db.deleteFrom('user_roles').where('tenant_id', '=', tx.tenantId).where('user_id', '=', userId));
  const rows = [...new Set(roleIds)].map((role_id) => ({ tenant_id: tx.tenantId, user_id: userId, role_id }));
  if (rows.length) await tx.run(db.insertInto('user_roles').values(rows));
}

export interface NewAccount extends Place {
  username: string;
  name: string;
  /** Proved by its owner with a code. */
  phone: string;
  password_hash: string;
  superAdmin?: boolean;
}

/** An account of a person who chose the password, at home in the tenant of `tx`; its id, or null when the sign-in name is taken. */
export async function addAccount(
  tx: Tx,
  { username, name, phone, password_hash, superAdmin = false, departmentId, roleIds }: NewAccount,
): Promise<number | null> {
  const values = {
    tenant_id: tx.tenantId,
    username,
    name,
    phone,
    password_hash,
    super_admin: superAdmin,
    department_id: departmentId,
    phone_verified_at: sql<string>`now()`,
  };
  const made = await tx.row<{ id: number }>(
    db
      .insertInto('users')
      .values(values)
      .onConflict((on) => on.doNothing())
      .returning('id'),
  );
  if (!made) return null;
  await giveRoles(tx, made.id, roleIds);
  return made.id;
}

/** Deletes the accounts of an institution that never opened: their sign-in names and phones are free again. */
export async function closeAccounts(tx: Tx): Promise<void> {
  await tx.run(sql`update users set deleted_at = now(), version = version + 1 where tenant_id = ${tx.tenantId} and deleted_at is null`);
}

export interface NewMember extends Place {
  home: { tenantId: number; userId: number };
  username: string;
  name: string;
  phone: string | null;
}

/** Makes an account a member of the tenant of `tx`; the row's id, or null when it is one already. Who only visited stays, as a member. */
export async function addMembership(
  tx: Tx,
  deps: Dependencies,
  { home, username, name, phone, departmentId, roleIds }: NewMember,
): Promise<number | null> {
  if (home.tenantId === tx.tenantId) return null;
  const values = {
    tenant_id: tx.tenantId,
    username,
    name,
    phone,
    department_id: departmentId,
    home_tenant_id: home.tenantId,
    home_user_id: home.userId,
  };
  const row =
    (await tx.row<{ id: number }>(
      db
        .insertInto('users')
        .values(values)
        .onConflict((on) => on.doNothing())
        .returning('id'),
    )) ??
    (await tx.row<{ id: number }>(
      db
        .updateTable('users')
        .set({ visiting: false, department_id: departmentId, version: sql`version + 1`, updated_at: sql`now()` })
        .where('tenant_id', '=', tx.tenantId)
        .where('home_tenant_id', '=', home.tenantId)
        .where('home_user_id', '=', home.userId)
        .where('visiting', '=', true)
        .where('status', '=', 0)
        .where('deleted_at', 'is', null)
        .returning('id'),
    ));
  if (!row) return null;
  await giveRoles(tx, row.id, roleIds);
  await emit('rights.changed', { userId: row.id }, tx, deps);
  return row.id;
}

/** The row of an account in the tenant of `tx`, at home or as a member; null when the person is not here. */
export async function rowOf(
  tx: Tx,
  home: { tenantId: number; userId: number },
): Promise<{ id: number; name: string; visiting: boolean } | null> {
  const own = home.tenantId === tx.tenantId;
  const query = db
    .selectFrom('users')
    .select(['id', 'name', 'visiting'])
    .where('tenant_id', '=', tx.tenantId)
    .where('deleted_at', 'is', null);
  const row = await tx.row<{ id: number; name: string; visiting: boolean }>(
    own
      ? query.where('id', '=', home.userId).where('home_user_id', 'is', null)
      : query.where('home_tenant_id', '=', home.tenantId).where('home_user_id', '=', home.userId),
  );
  return row ?? null;
}

/**
 * Whether this user is the only administrator of the tenant of `tx`. Those who leave at once take turns: the second to last is told the
 * truth.
 */
export async function isLastAdministrator(tx: Tx, userId: number): Promise<boolean> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`administrators ${tx.tenantId}`}, 0))`);
  const rows = await tx.rows<{ id: number }>(sql`
    select u.id from users u where u.tenant_id = ${tx.tenantId} and u.status = 0 and u.deleted_at is null and not u.visiting
      and (u.super_admin or exists (select from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id and r.code = 'admin'))`);
  return rows.some(({ id }) => id === userId) && rows.length === 1;
}

/**
 * Ends a row of the tenant of `tx` and its sessions: the membership, or at home the account. Gives the sessions, null when it had ended.
 */
export async function leaveTenant(tx: Tx, deps: Dependencies, userId: number): Promise<number[] | null> {
  const ended = await tx.run(
    db
      .updateTable('users')
      .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', userId)
      .where('deleted_at', 'is', null),
  );
  if (ended === 0) return null;
  // A role that nobody else has can be deleted again.
  await tx.run(db.deleteFrom('user_roles').where('tenant_id', '=', tx.tenantId).where('user_id', '=', userId));
  const sessions = await endSessions(tx, deps, { userId }, 'left the tenant');
  await emit('rights.changed', { userId }, tx, deps);
  return sessions;
}

/**
 * Sets the password that the owner of an account at home in the tenant of `tx` chose; ends the sessions,
 * in all tenants, but one. Gives those, null when the account is gone.
 */
export async function setOwnPassword(
  tx: Tx,
  deps: Dependencies,
  userId: number,
  password_hash: string,
  except?: number,
): Promise<number[] | null> {
  const changed = await tx.run(
    db
      .updateTable('users')
      .set({ password_hash, must_change_password: false, version: sql`version + 1`, updated_at: sql`now()` })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', userId)
      .where('home_user_id', 'is', null)
      .where('status', '=', 0)
      .where('deleted_at', 'is', null),
  );
  if (changed === 0) return null;
  return endSessions(tx, deps, { userId, ...(except === undefined ? {} : { except }) }, 'password changed');
}

/** The name that colleagues in the tenant of `tx` see. */
export async function rename(tx: Tx, userId: number, name: string): Promise<void> {
  await tx.run(
    db
      .updateTable('users')
      .set({ name, version: sql`version + 1`, updated_at: sql`now()` })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', userId),
  );
}
