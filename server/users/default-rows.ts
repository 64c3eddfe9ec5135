/** Departments and menus that a tenant begins with or gains, as rows. */
import { sql } from 'kysely';
import { db, type Tx } from '../db/tenant.ts';

/** Adds the first department. */
export async function addDepartment(tx: Tx, name: string): Promise<void> {
  await tx.run(db.insertInto('departments').values({ tenant_id: tx.tenantId, name }));
}

export interface MenuRow {
  parent_id: number | null;
  name: string;
  type: number;
  permission: string | null;
  path: string | null;
  icon: string | null;
  sort: number;
}

/** Adds menus of one level; gives their ids in the same order. */
export const addMenuRows = (tx: Tx, rows: readonly MenuRow[]) =>
  tx.rows<{ id: number }>(
    db
      .insertInto('menus')
      .values(rows.map((row) => ({ ...row, tenant_id: tx.tenantId })))
      .returning('id'),
  );

export async function removeMenu(tx: Tx, id: number): Promise<void> {
  await tx.run(db.deleteFrom('menus').where('tenant_id', '=', tx.tenantId).where('id', '=', id));
}

/** Puts a menu first below another. */
export async function moveMenu(tx: Tx, id: number, parentId: number): Promise<void> {
  await tx.run(
    sql`update menus set parent_id = ${parentId}, sort = 1, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id}`,
  );
}

/** Moves what is below a menu, all but `except`, below another; null is the root. */
export async function moveChildren(tx: Tx, from: number, to: number | null, except: number | null = null): Promise<void> {
  await tx.run(sql`update menus set parent_id = ${to}, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and parent_id = ${from} and id is distinct from ${except}`);
}

/** Makes a button a page, at the place of the group that it was in where that is given. */
export async function becomePage(
  tx: Tx,
  id: number,
  {
    name,
    path,
    icon,
    parentId,
    inPlaceOf,
  }: { name: string; path: string | null; icon: string | null; parentId: number | null; inPlaceOf: number | null },
): Promise<void> {
  await tx.run(sql`update menus set name = ${name}, type = 0, path = ${path}, icon = ${icon}, parent_id = ${parentId},
    version = version + 1, updated_at = now(),
    sort = coalesce((select g.sort from menus g where g.tenant_id = ${tx.tenantId} and g.id = ${inPlaceOf}), sort)
    where tenant_id = ${tx.tenantId} and id = ${id}`);
}
