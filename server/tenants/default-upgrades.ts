/**
 * Tenants that are there already get what the defaults gained since: once per tenant
 * and version, at start, by whichever process comes first.
 * What came with a version that the tenant has is never added again: an administrator who deleted it meant it.
 */
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import { addDefaultTemplates } from '../care/template-defaults.ts';
import { addDefaultQuestionnaires } from '../questionnaires/questionnaire-defaults.ts';
import { addSharedTemplates } from '../questionnaires/template-defaults.ts';
import { dictionaryDefaults } from '../system/dictionary-defaults.ts';
import { DEFAULTS_VERSION, menuDefaults, parameterDefaults, type MenuDefault } from '../system/menu-defaults.ts';
import { alwaysOpen } from './package-menus.ts';
import { roleDefaults } from '../system/role-defaults.ts';
import { addRoles, grantMenus } from '../users/roles.ts';
import { openAlways } from './grants.ts';
import { addDictionaries, addMenus, addParameters, menusOfRole, noteVersion, type Made, type Placed } from './tenant-defaults.ts';
import { regroup, upgradeRows, type UpgradeRow } from './menu-regrouping.ts';
import { upgradeRoles } from './role-upgrades.ts';
import { becomePage, moveChildren, moveMenu, removeMenu } from '../users/default-rows.ts';

type Row = UpgradeRow;

/** A folder of the first version that was a button. */
const FIRST_FOLDERS: readonly MenuDefault[] = [{ name: '系统管理', type: 0, icon: 'SettingOutlined' }];

/** The defaults that the platform has, or those that all others have. */
const fitting = (menus: readonly MenuDefault[], isPlatform: boolean): MenuDefault[] =>
  menus
    .filter(({ platform }) => platform === undefined || platform === isPlatform)
    .map(({ children, ...menu }) => (children ? { ...menu, children: fitting(children, isPlatform) } : menu));

/** The tenant's row of a default, wherever an administrator has moved it; its permission or its path says which. */
const rowOf = (rows: readonly Row[], { permission, path, name, children = [] }: MenuDefault): Row | undefined => {
  if (permission) return rows.find((row) => row.permission === permission);
  if (path) return rows.find((row) => row.path === path);
  // A folder has only its name; renamed, it is where its pages are.
  const named = rows.find((row) => row.name === name && row.permission === null && row.path === null);
  const child = children.map((one) => rowOf(rows, one)).find((row) => row !== undefined && row.parent_id !== null);
  return named ?? rows.find(({ id }) => id === child?.parent_id);
};

/**
 * The first version had buttons in groups where pages are now, and the seventeenth had buttons for links and menus of calls: the button 查看
 * becomes the page and takes the group's place, in the same roles.
 */
async function becomePages(tx: Tx, rows: Row[], defaults: readonly MenuDefault[]): Promise<void> {
  for (const { name, type, path, icon, permission, children = [] } of defaults) {
    const row = permission
      ? rows.find((one) => one.permission === permission)
      : rows.find((one) => one.name === name && one.permission === null && one.path === null && one.type === 1);
    if (row && row.type === 1 && type === 0) {
      const group = permission
        ? rows.find(({ id, type: its, permission: own }) => id === row.parent_id && its === 1 && own === null)
        : undefined;
      const isGroup = group !== undefined && group.parent_id !== null;
      const parentId = isGroup ? group.parent_id : row.parent_id;
      const page = { name, path: path ?? null, icon: icon ?? null, parentId, inPlaceOf: isGroup ? group.id : null };
      await becomePage(tx, row.id, page);
      Object.assign(row, { name, type: 0, path: path ?? null, parent_id: parentId });
      if (isGroup) {
        await moveChildren(tx, group.id, row.id, row.id);
        await removeMenu(tx, group.id);
        for (const one of rows) if (one.parent_id === group.id && one.id !== row.id) one.parent_id = row.id;
        rows.splice(rows.indexOf(group), 1);
      }
    }
    await becomePages(tx, rows, children);
  }
}

/**
 * The second version had the big screen's button in a group at the root, which is no place for
 * a button: it belongs to the home page, wherever that is now.
 */
async function homeOfScreen(tx: Tx, rows: Row[]): Promise<void> {
  const screen = rows.find(({ permission }) => permission === 'tenant_screen');
  const group = rows.find(
    ({ id, name, parent_id, permission, path }) =>
      id === screen?.parent_id && name === '大屏' && parent_id === null && !permission && !path,
  );
  const home = rows.find(({ path }) => path === '/wel/index');
  if (!screen || !group || !home) return;
  await moveMenu(tx, screen.id, home.id);
  screen.parent_id = home.id;
  if (rows.some(({ parent_id }) => parent_id === group.id)) return;
  await removeMenu(tx, group.id);
  rows.splice(rows.indexOf(group), 1);
}

/** The platform had the page for buying packages, where it can buy nothing. What somebody hung below it stays, where the page was. */
async function nothingToBuy(tx: Tx, rows: Row[]): Promise<void> {
  for (const { id, parent_id } of rows.filter(({ permission }) => permission === 'package_order')) {
    await moveChildren(tx, id, parent_id);
    await removeMenu(tx, id);
    for (const row of rows) if (row.parent_id === id) row.parent_id = parent_id;
    rows.splice(
      rows.findIndex((row) => row.id === id),
      1,
    );
  }
}

/**
 * What a tenant of `version` lacks of the defaults, each with the place where it belongs.
 * What is new inside something deleted stays away with it.
 */
function missing(
  rows: readonly Row[],
  defaults: readonly MenuDefault[],
  version: number,
  parentId: number | null,
  inherited = 1,
): Placed[] {
  return defaults.flatMap((menu, at) => {
    const from = Math.max(inherited, menu.since ?? 1);
    const row = rowOf(rows, menu);
    const children = menu.children ?? [];
    if (row) return missing(rows, children, version, row.id, from);
    if (from > version) return [{ menu, parentId, sort: at + 1 }];
    if (menu.permission || menu.path) return [];
    // A folder that is gone takes no page with it: it comes back with those that are new.
    const its = missing(rows, children, version, null, from);
    const inside = its.filter((one) => one.parentId === null).map((one) => one.menu);
    const elsewhere = its.filter((one) => one.parentId !== null);
    return inside.length > 0 ? [{ menu: { ...menu, children: inside }, parentId, sort: at + 1 }, ...elsewhere] : elsewhere;
  });
}

/** Of the menus `made`, those that a default role has at once: all for one with all rights, else the pages that need none. */
const opened = (code: string, made: readonly Made[]) =>
  menusOfRole(
    code,
    made.filter(({ open }) => open || hasAll(code)),
  );
const hasAll = (code: string) => roleDefaults.some((role) => role.code === code && role.permissions === 'all');

/**
 * The roles that came with a version later than the tenant's, with their rights in its menus `rows`. A tenant that has a role of that code or
 * name keeps its own.
 */
async function addLaterRoles(tx: Tx, version: number, rows: readonly Row[]): Promise<void> {
  const later = roleDefaults.filter(({ since = 1 }) => since > version);
  if (later.length === 0) return;
  const held = await tx.rows<{ code: string; name: string }>(
    db.selectFrom('roles').select(['code', 'name']).where('tenant_id', '=', tx.tenantId),
  );
  const wanted = later.filter(({ code, name }) => !held.some((role) => role.code === code || role.name === name));
  if (wanted.length === 0) return;
  const menus = rows.map(({ id, permission, type, path }) => ({
    id,
    permission,
    open: permission === null && type === 0 && path !== null,
  }));
  await addRoles(
    tx,
    tx.tenantId,
    wanted.map(({ code, name, description, dataScope }) => ({ code, name, description, dataScope, menuIds: menusOfRole(code, menus) })),
  );
}

/** Brings one tenant up to the present version; true when there was something to do. */
async function upgrade(deps: Dependencies, tenantId: number): Promise<boolean> {
  return deps.inTenant(tenantId, async (tx) => {
    const held = await tx.row<{ version: number }>(
      db.selectFrom('tenant_defaults').select('version').where('tenant_id', '=', tenantId).forUpdate(),
    );
    if (!held || held.version >= DEFAULTS_VERSION) return false;
    const isNew = ({ since = 1 }: { since?: number }) => since > held.version;
    const rows = await upgradeRows(tx);
    const defaults = fitting(menuDefaults, tenantId === PLATFORM);
    if (held.version < 18) await becomePages(tx, rows, [...(held.version < 2 ? FIRST_FOLDERS : []), ...defaults]);
    if (held.version < 3) await homeOfScreen(tx, rows);
    if (held.version < 6 && tenantId === PLATFORM) await nothingToBuy(tx, rows);
    if (held.version < 12) await regroup(tx, rows, defaults);
    const made = await addMenus(tx, missing(rows, defaults, held.version, null));
    for (const { code } of roleDefaults) await grantMenus(tx, code, opened(code, made));
    const menus = await upgradeRows(tx);
    await addLaterRoles(tx, held.version, menus);
    await upgradeRoles(tx, deps, held.version, menus);
    const types = await tx.rows<{ type: string }>(db.selectFrom('dictionaries').select('type').where('tenant_id', '=', tenantId));
    await addDictionaries(
      tx,
      dictionaryDefaults.filter((one) => isNew(one) && !types.some(({ type }) => type === one.type)),
    );
    await addParameters(tx, parameterDefaults.filter(isNew));
    if (held.version < 3 && tenantId !== PLATFORM) await addDefaultQuestionnaires(tx);
    if (held.version < 13 && tenantId !== PLATFORM) await addDefaultTemplates(tx);
    if (held.version < 16 && tenantId === PLATFORM) await addSharedTemplates(tx);
    await noteVersion(tx, DEFAULTS_VERSION);
    await emit('rights.changed', { userId: null }, tx, deps);
    return true;
  });
}

/**
 * Brings every tenant up to the present version, each in a transaction of its own;
 * safe to run twice and at once. Gives how many there were.
 */
export async function upgradeDefaults(deps: Dependencies): Promise<number> {
  const tenants = await deps.inTenant(1, (tx) => tx.rows<{ id: number }>(db.selectFrom('tenants').select('id').orderBy('id')));
  let upgraded = 0;
  for (const { id } of tenants) if (await upgrade(deps, id)) upgraded++;
  if (upgraded > 0) await openAlways(deps, alwaysOpen);
  if (upgraded > 0) deps.log.info({ tenants: upgraded, version: DEFAULTS_VERSION }, 'tenants got new defaults');
  return upgraded;
}
