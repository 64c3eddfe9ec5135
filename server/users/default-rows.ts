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

export interface Place {
  id: number;
  /** Null is the root. */
  parentId: number | null;
  sort: number;
  name: string;
}

/** Puts menus where they belong, under their names, all in one statement. */
export async function placeMenus(tx: Tx, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return;
  await tx.run(sql`
    update menus m set parent_id = place.parent_id, sort = place.sort, name = place.name, version = m.version + 1, updated_at = now()
    from unnest(${places.map(({ id }) => id)}::bigint[], ${places.map(({ parentId }) => parentId)}::bigint[],
      ${places.map(({ sort }) => sort)}::integer[], ${places.map(({ name }) => name)}::text[]) as place (id, parent_id, sort, name)
    where m.tenant_id = ${tx.tenantId} and m.id = place.id`);
}

/** Gives folders to every role that has something in them, so that a client that draws a role's own menus finds the way. */
export async function grantWay(tx: Tx, folderIds: readonly number[]): Promise<void> {
  if (folderIds.length === 0) return;
  await tx.run(sql`
    with recursive below as (
      select id as folder_id, id from menus where tenant_id = ${tx.tenantId} and id = any(${folderIds}::bigint[])
      union all select below.folder_id, m.id from menus m join below on m.parent_id = below.id where m.tenant_id = ${tx.tenantId})
    insert into role_menus (tenant_id, role_id, menu_id)
    select distinct rm.tenant_id, rm.role_id, below.folder_id from below
    join role_menus rm on rm.tenant_id = ${tx.tenantId} and rm.menu_id = below.id
    on conflict do nothing`);
}
