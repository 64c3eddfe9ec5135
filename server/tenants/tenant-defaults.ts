/** What a new tenant starts with: dictionaries, menus, roles, parameters, questionnaires and a root department. */
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { db, type Tx } from '../db/tenant.ts';
import { addDefaultTemplates } from '../care/template-defaults.ts';
import { addDefaultQuestionnaires } from '../questionnaires/questionnaire-defaults.ts';
import { addSharedTemplates } from '../questionnaires/template-defaults.ts';
import { dictionaryDefaults, itemsOf, type DictionaryDefault } from '../system/dictionary-defaults.ts';
import { DEFAULTS_VERSION, menuDefaults, parameterDefaults, type MenuDefault } from '../system/menu-defaults.ts';
import { roleDefaults } from '../system/role-defaults.ts';
import { addRoles } from '../users/roles.ts';
import { addDictionaryItemRows, addDictionaryRows, addParameterRows } from '../system/default-rows.ts';
import { addDepartment, addMenuRows } from '../users/default-rows.ts';

export interface Made {
  id: number;
  permission: string | null;
  /** A page that needs no permission. */
  open: boolean;
}

/** Adds dictionaries with their items. Throws (unique violation) when the tenant has one of them. */
export async function addDictionaries(tx: Tx, wanted: readonly DictionaryDefault[]): Promise<void> {
  if (wanted.length === 0) return;
  const made = await addDictionaryRows(
    tx,
    wanted.map(({ type, description, system }) => ({ type, description, system: system ?? false })),
  );
  const ids = new Map(made.map(({ type, id }) => [type, id]));
  await addDictionaryItemRows(
    tx,
    wanted.flatMap((one) => itemsOf(one).map((item) => ({ dictionary_id: ids.get(one.type) as number, ...item }))),
  );
}

export interface Placed {
  menu: MenuDefault;
  parentId: number | null;
  sort: number;
}

/**
 * Adds menus with all that is below them, one level of the tree per statement; of the
 * platform's own and of the others' each only where it belongs.
 */
export async function addMenus(tx: Tx, level: readonly Placed[]): Promise<Made[]> {
  const wanted = level.filter(({ menu }) => menu.platform === undefined || menu.platform === (tx.tenantId === PLATFORM));
  if (wanted.length === 0) return [];
  const rows = wanted.map(({ menu, parentId, sort }) => ({
    parent_id: parentId,
    name: menu.name,
    type: menu.type,
    permission: menu.permission ?? null,
    path: menu.path ?? null,
    icon: menu.icon ?? null,
    sort,
  }));
  const made = await addMenuRows(tx, rows);
  const children = wanted.flatMap(({ menu }, index) =>
    (menu.children ?? []).map((child, at) => ({ menu: child, parentId: (made[index] as { id: number }).id, sort: at + 1 })),
  );
  const here = rows.map(({ permission, type, path }, index) => ({
    id: (made[index] as { id: number }).id,
    permission,
    open: permission === null && type === 0 && path !== null,
  }));
  return [...here, ...(await addMenus(tx, children))];
}

/** The menus among `made` that the default role of a code has. */
export function menusOfRole(code: string, made: readonly Made[]): number[] {
  const permissions = roleDefaults.find((role) => role.code === code)?.permissions ?? [];
  // Groups come with what they hold (server/users/menus.ts).
  const held = ({ permission, open }: Made) => permissions === 'all' || open || (permission !== null && permissions.includes(permission));
  return made.filter(held).map(({ id }) => id);
}

/** Says which version of the defaults the tenant of `tx` has. */
export async function noteVersion(tx: Tx, version: number): Promise<void> {
  await tx.run(
    db
      .insertInto('tenant_defaults')
      .values({ tenant_id: tx.tenantId, version })
      .onConflict((on) => on.column('tenant_id').doUpdateSet({ version, updated_at: new Date().toISOString() })),
  );
}

/** Adds parameters; those whose key the tenant has stay as they are. */
export async function addParameters(tx: Tx, wanted: readonly (typeof parameterDefaults)[number][]): Promise<void> {
  await addParameterRows(
    tx,
    wanted.map(({ since: _since, ...parameter }) => parameter),
  );
}

/**
 * Fills a tenant that has nothing yet, in a transaction whose context is that tenant. Gives the role ids by code:
 * admin, nurse, carer, finance, agent, call_inspector. Throws (unique violation) when the tenant has them already.
 */
export async function createTenantDefaults(tx: Tx, tenantId: number, { departmentName = '机构总部' } = {}): Promise<Map<string, number>> {
  await addDictionaries(tx, dictionaryDefaults);
  const menus = await addMenus(
    tx,
    menuDefaults.map((menu, at) => ({ menu, parentId: null, sort: at + 1 })),
  );
  const roles = roleDefaults.map(({ permissions: _permissions, since: _since, ...role }) => ({
    ...role,
    menuIds: menusOfRole(role.code, menus),
  }));
  const ids = await addRoles(tx, tenantId, roles);
  await addParameters(tx, parameterDefaults);
  await addDepartment(tx, departmentName);
  if (tenantId !== PLATFORM) {
    await addDefaultQuestionnaires(tx);
    await addDefaultTemplates(tx);
  } else await addSharedTemplates(tx);
  await noteVersion(tx, DEFAULTS_VERSION);
  return ids;
}
