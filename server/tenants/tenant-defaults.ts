/** What a new tenant starts with: dictionaries, menus, roles, parameters and a root department. */
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { db, type Tx } from '../db/tenant.ts';
import { dictionaryDefaults, itemsOf } from '../system/dictionary-defaults.ts';
import { menuDefaults, parameterDefaults, roleDefaults, type MenuDefault } from '../system/menu-defaults.ts';
import { addRoles } from '../users/roles.ts';

interface Made {
  id: number;
  permission: string | null;
  /** A page that needs no permission. */
  open: boolean;
}

async function addDictionaries(tx: Tx, tenant_id: number): Promise<void> {
  const made = await tx.rows<{ id: number; type: string }>(
    db
      .insertInto('dictionaries')
      .values(dictionaryDefaults.map(({ type, description, system }) => ({ tenant_id, type, description, system: system ?? false })))
      .returning(['id', 'type']),
  );
  const ids = new Map(made.map(({ type, id }) => [type, id]));
  const items = dictionaryDefaults.flatMap((one) => itemsOf(one).map((item) => ({ tenant_id, dictionary_id: ids.get(one.type) as number, ...item })));
  await tx.run(db.insertInto('dictionary_items').values(items));
}

/** One level of the tree per statement. */
async function addMenus(tx: Tx, tenant_id: number, level: readonly { menu: MenuDefault; parentId: number | null }[]): Promise<Made[]> {
  const wanted = level.filter(({ menu }) => !menu.platform || tenant_id === PLATFORM);
  if (wanted.length === 0) return [];
  const rows = wanted.map(({ menu, parentId }, index) => ({
    tenant_id,
    parent_id: parentId,
    name: menu.name,
    type: menu.type,
    permission: menu.permission ?? null,
    path: menu.path ?? null,
    icon: menu.icon ?? null,
    sort: index + 1,
  }));
  const made = await tx.rows<{ id: number }>(db.insertInto('menus').values(rows).returning('id'));
  const children = wanted.flatMap(({ menu }, index) => (menu.children ?? []).map((child) => ({ menu: child, parentId: (made[index] as { id: number }).id })));
  const here = rows.map(({ permission, type, path }, index) => ({
    id: (made[index] as { id: number }).id,
    permission,
    open: permission === null && type === 0 && path !== null,
  }));
  return [...here, ...(await addMenus(tx, tenant_id, children))];
}

/**
 * Fills a tenant that has nothing yet, in a transaction whose context is that tenant. Gives the role ids by code:
 * admin, nurse, carer, finance, agent. Throws (unique violation) when the tenant has them already.
 */
export async function createTenantDefaults(tx: Tx, tenantId: number, { departmentName = '机构总部' } = {}): Promise<Map<string, number>> {
  await addDictionaries(tx, tenantId);
  const menus = await addMenus(
    tx,
    tenantId,
    menuDefaults.map((menu) => ({ menu, parentId: null })),
  );
  // Groups come with what they hold (server/system/menus.ts).
  const roles = roleDefaults.map(({ permissions, ...role }) => ({
    ...role,
    menuIds: menus
      .filter(({ permission, open }) => permissions === 'all' || open || (permission !== null && permissions.includes(permission)))
      .map(({ id }) => id),
  }));
  const ids = await addRoles(tx, tenantId, roles);
  await tx.run(db.insertInto('parameters').values(parameterDefaults.map((parameter) => ({ tenant_id: tenantId, ...parameter }))));
  await tx.run(db.insertInto('departments').values({ tenant_id: tenantId, name: departmentName }));
  return ids;
}
