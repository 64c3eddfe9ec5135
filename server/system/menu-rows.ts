/** Menus as rows and as a tree. */
import type { MenuNode } from '#contract/users/menus.ts';
import { groupPath } from '#contract/users/menus.rules.ts';
import { db, type Tx } from '../db/tenant.ts';
import { nested } from '../lists/nested.ts';

/** The parent of the menus at the root, on the wire. */
export const ROOT = -1;
export const BUTTON = 1;

export interface MenuRow {
  id: number;
  parent_id: number | null;
  name: string;
  type: number;
  permission: string | null;
  path: string | null;
  icon: string | null;
  sort: number;
  keep_alive: boolean;
  aside?: true;
}

/** A menu as clients make routes of it: every one has a path; a button may. */
export const nodeOf = ({ id, parent_id, name, type, permission, path, icon, sort, keep_alive, aside }: MenuRow): MenuNode => ({
  id,
  parentId: parent_id ?? ROOT,
  name,
  label: name,
  weight: sort,
  sort,
  sortOrder: sort,
  icon,
  path: path || (type === BUTTON ? null : groupPath(id)),
  type: String(type),
  permission,
  keepAlive: keep_alive ? '1' : '0',
  ...(aside && { aside }),
});

/** `children` is absent on leaves. */
export const nodesBelow = (rows: readonly MenuRow[], parentId: number | null): MenuNode[] =>
  nested(rows, (row) => row.parent_id, nodeOf, parentId);

/** All menus of the tenant of `tx`, in order. */
export const menuRows = (tx: Tx): Promise<MenuRow[]> =>
  tx.rows<MenuRow>(
    db
      .selectFrom('menus')
      .select(['id', 'parent_id', 'name', 'type', 'permission', 'path', 'icon', 'sort', 'keep_alive'])
      .where('tenant_id', '=', tx.tenantId)
      .orderBy('sort')
      .orderBy('id'),
  );

/** Ids of the menus that a role has, by itself. */
export async function menusOfRole(tx: Tx, roleId: number): Promise<number[]> {
  const rows = await tx.rows<{ menu_id: number }>(
    db.selectFrom('role_menus').select('menu_id').where('tenant_id', '=', tx.tenantId).where('role_id', '=', roleId).orderBy('menu_id'),
  );
  return rows.map((row) => row.menu_id);
}
