/** A new tenant after the model of another: its menus, dictionaries and roles; parameters and the root department are the defaults'. */
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { menuDefaults, parameterDefaults, permissionsOf, type MenuDefault } from '../system/menu-defaults.ts';
import { addRoles, grantMenus } from '../users/roles.ts';
import { inside } from '../db/inside.ts';
import { addMenus as addDefaultMenus, addParameters, menusOfRole, noteVersion } from './tenant-defaults.ts';
import { addDictionaryItemRows, addDictionaryRows } from '../system/default-rows.ts';
import { addDepartment, addMenuRows } from '../users/default-rows.ts';

/** What only the platform's tenant has. */
const platformOnly = (menus: readonly MenuDefault[], within = false): string[] =>
  menus.flatMap((menu) => (within || menu.platform ? permissionsOf([menu]) : platformOnly(menu.children ?? [])));

/** The rows of the model, read in its own context. */
async function readModel(tx: Tx) {
  const of = tx.tenantId;
  return {
    menus: await tx.rows(
      db
        .selectFrom('menus')
        .select(['id', 'parent_id', 'name', 'type', 'permission', 'path', 'icon', 'sort', 'keep_alive'])
        .where('tenant_id', '=', of)
        .orderBy('id'),
    ),
    dictionaries: await tx.rows(
      db.selectFrom('dictionaries').select(['id', 'type', 'description', 'system', 'remarks']).where('tenant_id', '=', of).orderBy('id'),
    ),
    items: await tx.rows(
      db
        .selectFrom('dictionary_items')
        .select(['dictionary_id', 'value', 'label', 'description', 'sort', 'remarks'])
        .where('tenant_id', '=', of)
        .orderBy('id'),
    ),
    roles: await tx.rows(
      db.selectFrom('roles').select(['id', 'code', 'name', 'description', 'data_scope']).where('tenant_id', '=', of).orderBy('id'),
    ),
    links: await tx.rows(db.selectFrom('role_menus').select(['role_id', 'menu_id']).where('tenant_id', '=', of)),
    version: (await tx.row(db.selectFrom('tenant_defaults').select('version').where('tenant_id', '=', of)))?.version ?? 1,
  };
}
type Model = Awaited<ReturnType<typeof readModel>>;

/** Adds the menus level by level; gives the new id of each old one. */
async function addMenus(tx: Tx, all: Model['menus']): Promise<Map<number, number>> {
  const forbidden = new Set(tx.tenantId === PLATFORM ? [] : platformOnly(menuDefaults));
  const wanted = all.filter(({ permission }) => permission === null || !forbidden.has(permission));
  const ids = new Map<number, number>();
  for (let level = wanted.filter(({ parent_id }) => parent_id === null); level.length > 0;) {
    const rows = level.map(({ id: _id, parent_id, ...menu }) => ({
      ...menu,
      parent_id: parent_id === null ? null : (ids.get(parent_id) as number),
    }));
    const made = await addMenuRows(tx, rows);
    level.forEach(({ id }, at) => ids.set(id, (made[at] as { id: number }).id));
    const above = new Set(level.map(({ id }) => id));
    level = wanted.filter(({ parent_id }) => parent_id !== null && above.has(parent_id));
  }
  return ids;
}

async function addDictionaries(tx: Tx, { dictionaries, items }: Model): Promise<void> {
  if (dictionaries.length === 0) return;
  const made = await addDictionaryRows(
    tx,
    dictionaries.map(({ id: _id, ...one }) => one),
  );
  const ids = new Map(dictionaries.map(({ id }, at) => [id, (made[at] as { id: number }).id]));
  await addDictionaryItemRows(
    tx,
    items.map(({ dictionary_id, ...item }) => ({ ...item, dictionary_id: ids.get(dictionary_id) as number })),
  );
}

/**
 * Fills the empty tenant of `tx` after the model of tenant `from`, which the caller may read. Gives the role ids by code.
 * Throws 422 when the model has no role `admin` for the first administrator.
 */
export async function cloneTenant(
  tx: Tx,
  deps: Dependencies,
  from: number,
  { departmentName }: { departmentName: string },
): Promise<Map<string, number>> {
  const model = await inside(tx, deps, from, readModel);
  if (!model.roles.some(({ code }) => code === 'admin')) throw refused('模板租户没有管理员角色（admin），不能作为模板');
  const menuIds = await addMenus(tx, model.menus);
  await addDictionaries(tx, model);
  const roles = model.roles.map(({ id, code, name, description, data_scope }) => ({
    code,
    name,
    description: description ?? '',
    dataScope: data_scope,
    menuIds: model.links.filter(({ role_id }) => role_id === id).flatMap(({ menu_id }) => menuIds.get(menu_id) ?? []),
  }));
  const roleIds = await addRoles(tx, tx.tenantId, roles);
  if (from === PLATFORM) {
    const lacking = menuDefaults.flatMap(({ name, children = [] }) => {
      const folder = model.menus.find((row) => row.name === name && row.parent_id === null);
      const parentId = menuIds.get(folder?.id ?? 0) ?? null;
      return children.flatMap((menu, at) => (menu.platform === false ? [{ menu, parentId, sort: at + 1 }] : []));
    });
    await grantMenus(tx, 'admin', menusOfRole('admin', await addDefaultMenus(tx, lacking)));
  }
  await addParameters(tx, parameterDefaults);
  await addDepartment(tx, departmentName);
  await noteVersion(tx, model.version);
  return roleIds;
}
