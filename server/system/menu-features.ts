/** Which menus of a tenant its package opens: `tenants.features` holds keys of the product's own menus, null is all. */
import { workOrderPlans } from '#contract/work-orders/work-order-plans.ts';
import { db, type Tx } from '../db/tenant.ts';
import { menuDefaults, type MenuDefault } from './menu-defaults.ts';
import type { MenuRow } from './menu-rows.ts';

/** A menu's key: its permission, else its path; folders have only their name. */
export const keyOf = ({ permission, path, name }: Pick<MenuDefault, 'permission' | 'path' | 'name'>) => permission ?? path ?? name;

const keysOf = (menus: readonly MenuDefault[]): string[] => menus.flatMap((menu) => [keyOf(menu), ...keysOf(menu.children ?? [])]);
const known = new Set(keysOf(menuDefaults));

/** What the package of the tenant of `tx` opens; null is all. */
export async function featuresOf(tx: Tx): Promise<string[] | null> {
  const row = await tx.row<{ features: string[] | null }>(db.selectFrom('tenants').select('features').where('id', '=', tx.tenantId));
  return row?.features ?? null;
}

/** Pages whose menu has no permission of its own, and what they read: without it they would only refuse. */
const reads: Readonly<Record<string, string>> = { '/order/plan': workOrderPlans.page.access };

/** Whether who holds these permissions can read the page of a menu. */
export const isReadable = ({ path, permission }: Pick<MenuRow, 'path' | 'permission'>, held: ReadonlySet<string>): boolean => {
  const needed = permission === null && path !== null ? reads[path] : undefined;
  return needed === undefined || held.has(needed);
};

/** The rows that are open. A tenant's own menus always are; a folder goes when all that it held is closed. */
export function openRows<Row extends MenuRow>(rows: readonly Row[], features: readonly string[] | null): Row[] {
  if (features === null) return [...rows];
  const open = new Set(features);
  const isFolder = ({ permission, path }: MenuRow) => permission === null && path === null;
  const its = rows.filter(
    (row) => isFolder(row) || !known.has((row.permission ?? row.path) as string) || open.has((row.permission ?? row.path) as string),
  );
  const kept = new Set(its.map(({ id }) => id));
  const had = new Set(rows.map(({ parent_id }) => parent_id));
  // Folders in folders: until nothing more goes.
  for (let before = -1; before !== kept.size;) {
    before = kept.size;
    const holding = new Set(its.filter(({ id }) => kept.has(id)).map(({ parent_id }) => parent_id));
    for (const row of its) if (isFolder(row) && had.has(row.id) && !holding.has(row.id)) kept.delete(row.id);
  }
  return its.filter(({ id }) => kept.has(id));
}
