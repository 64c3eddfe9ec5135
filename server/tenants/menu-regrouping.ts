/** Version 12 of the defaults has six main folders: what an older tenant's administrators have left in its place moves into them. */
import { db, type Tx } from '../db/tenant.ts';
import { demonstrationMenus } from '../system/demonstration.ts';
import { keyOf } from '../system/menu-features.ts';
import type { MenuDefault } from '../system/menu-defaults.ts';
import { addMenuRows, grantWay, placeMenus, removeMenu, type Place } from '../users/default-rows.ts';
import { formerFolderOf, formerFolders } from './former-menus.ts';

/** A row of a tenant's menus, as an upgrade looks at it. */
export interface UpgradeRow {
  id: number;
  parent_id: number | null;
  name: string;
  type: number;
  permission: string | null;
  path: string | null;
}

const BUTTON = 1;
/** The folder of the defaults that the pages of a demonstration stand in. */
const OF_DEMONSTRATION = '设备';

/** What pages were called before, by their keys; they get their new names as they move. */
const formerNameOf = new Map([['package_order', '套餐订购']]);

const isFolder = ({ permission, path }: Pick<MenuDefault, 'permission' | 'path'>) => !permission && !path;
const isFolderRow = ({ permission, path }: UpgradeRow) => permission === null && path === null;

/** Pages below a menu, at any depth; buttons go with their page. */
const pagesBelow = ({ children = [] }: MenuDefault): MenuDefault[] =>
  children.flatMap((menu) => (isFolder(menu) ? pagesBelow(menu) : menu.type === BUTTON ? [] : [menu]));

/** The rows of a tenant's pages that stand where version 11 put them, by their keys. */
function untouched(rows: readonly UpgradeRow[], pages: readonly MenuDefault[]): Map<string, UpgradeRow> {
  const byKey = new Map(
    rows.flatMap((row) => ((row.permission ?? row.path) ? [[(row.permission ?? row.path) as string, row] as const] : [])),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const stands = (row: UpgradeRow, folder: string | null) => {
    const parent = row.parent_id === null ? null : byId.get(row.parent_id);
    if (folder === null || !parent) return folder === null && parent === null;
    return isFolderRow(parent) && parent.name === folder && parent.parent_id === null;
  };
  return new Map(
    pages.flatMap((menu) => {
      const [key, row] = [keyOf(menu), byKey.get(keyOf(menu))];
      return row &&
        row.type !== BUTTON &&
        [menu.name, formerNameOf.get(key)].includes(row.name) &&
        stands(row, formerFolderOf.get(key) ?? null)
        ? [[key, row]]
        : [];
    }),
  );
}

/**
 * Moves the pages of `defaults` that stand where version 11 had them, and makes the folders that they need; ids and roles stay. Former
 * folders that are empty then are removed. What was moved, renamed or added by hand stays where it is. Changes `rows` accordingly.
 */
export async function regroup(tx: Tx, rows: UpgradeRow[], defaults: readonly MenuDefault[]): Promise<void> {
  const tree = defaults.map((menu) =>
    menu.name === OF_DEMONSTRATION ? { ...menu, children: [...(menu.children ?? []), ...demonstrationMenus] } : menu,
  );
  const moving = untouched(rows, tree.flatMap(pagesBelow));
  const kept = new Set<number>();
  const moves: Place[] = [];
  const move = (row: UpgradeRow, parentId: number | null, sort: number, name = row.name) => {
    moves.push({ id: row.id, parentId, sort, name });
    row.parent_id = parentId;
  };

  /** The row of a folder of the defaults: it is there already, moves from the root, or is made. Undefined when nothing comes into it. */
  const folderFor = async (menu: MenuDefault, parentId: number | null, sort: number): Promise<UpgradeRow | undefined> => {
    const isWanted = pagesBelow(menu).some((page) => moving.has(keyOf(page)));
    const named = rows.filter((row) => isFolderRow(row) && row.name === menu.name);
    const there =
      named.find((row) => row.parent_id === parentId) ?? named.find((row) => row.parent_id === null && formerFolders.has(row.name));
    if (!isWanted) return undefined;
    if (there) {
      move(there, parentId, sort);
      return there;
    }
    const row = { parent_id: parentId, name: menu.name, type: 0, permission: null, path: null, icon: menu.icon ?? null, sort };
    const [made] = await addMenuRows(tx, [row]);
    const own: UpgradeRow = { ...row, id: (made as { id: number }).id };
    rows.push(own);
    return own;
  };
  const place = async (menus: readonly MenuDefault[], parentId: number | null): Promise<void> => {
    for (const [at, menu] of menus.entries()) {
      if (isFolder(menu)) {
        const folder = await folderFor(menu, parentId, at + 1);
        if (folder) kept.add(folder.id);
        if (folder) await place(menu.children ?? [], folder.id);
      } else {
        const row = moving.get(keyOf(menu));
        if (row && parentId !== null) move(row, parentId, at + 1, menu.name);
      }
    }
  };
  await place(tree, null);
  await placeMenus(tx, moves);

  const empty = rows.filter(
    (row) =>
      isFolderRow(row) &&
      formerFolders.has(row.name) &&
      row.parent_id === null &&
      !kept.has(row.id) &&
      !rows.some(({ parent_id }) => parent_id === row.id),
  );
  for (const row of empty) {
    await removeMenu(tx, row.id);
    rows.splice(rows.indexOf(row), 1);
  }
  await grantWay(tx, [...kept]);
}

/** Reads the menus of the tenant of `tx`. */
export const upgradeRows = (tx: Tx): Promise<UpgradeRow[]> =>
  tx.rows<UpgradeRow>(
    db
      .selectFrom('menus')
      .select(['id', 'parent_id', 'name', 'type', 'permission', 'path'])
      .where('tenant_id', '=', tx.tenantId)
      .orderBy('id'),
  );
