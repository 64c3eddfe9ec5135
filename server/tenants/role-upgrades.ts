/**
 * What the default roles of a tenant gain with a new version of the defaults. A role whose rights an administrator has changed gets none of
 * them by itself: those who may grant rights are told which there are.
 */
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { menuDefaults, type MenuDefault } from '../system/menu-defaults.ts';
import { roleDefaults, roleGains } from '../system/role-defaults.ts';
import { grantMenus } from '../users/roles.ts';
import type { UpgradeRow } from './menu-regrouping.ts';

/** So many new rights are named in a message. */
const NAMED = 12;

const versionsOf = (menus: readonly MenuDefault[], inherited = 1): [permission: string, since: number][] =>
  menus.flatMap(({ permission, since = inherited, children = [] }) => [
    ...(permission ? [[permission, since] as [string, number]] : []),
    ...versionsOf(children, since),
  ]);
/** Permission → the version of the defaults that brought it. */
export const menuVersions: ReadonlyMap<string, number> = new Map(versionsOf(menuDefaults));

/** The rights of a default role with the version that gave it each; undefined for a role that has all. */
export function rightsByVersion(code: string): Map<string, number> | undefined {
  const permissions = roleDefaults.find((role) => role.code === code)?.permissions;
  if (permissions === undefined || permissions === 'all') return undefined;
  const gained = new Map(
    roleGains.filter((gain) => gain.code === code).flatMap((gain) => gain.permissions.map((permission) => [permission, gain.since])),
  );
  return new Map(permissions.map((permission) => [permission, Math.max(menuVersions.get(permission) ?? 1, gained.get(permission) ?? 1)]));
}

/**
 * Whether a role that holds `held` has other rights than the default of `version` gave it; rights that came later may be there. Only the
 * permissions that the tenant still has (`present`) can be lacking.
 */
export function isChanged(
  rights: ReadonlyMap<string, number>,
  version: number,
  held: ReadonlySet<string>,
  present: ReadonlySet<string>,
): boolean {
  if ([...held].some((permission) => !rights.has(permission))) return true;
  return [...rights].some(([permission, since]) => since <= version && present.has(permission) && !held.has(permission));
}

/** The names of what a role may be given: pages by their name, buttons with that of their page. */
function named(rows: readonly UpgradeRow[], lacking: ReadonlySet<string>): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const names = rows
    .filter(({ permission }) => permission !== null && lacking.has(permission))
    .map((row) => (row.type === 0 ? row : (byId.get(row.parent_id ?? -1) ?? row)).name);
  return [...new Set(names)];
}

/**
 * Gives the default roles of the tenant of `tx`, which was of `version`, the rights that later versions gave them. `rows` are its menus as
 * they are now. Who may grant rights is told of the roles that were left as they are.
 */
export async function upgradeRoles(tx: Tx, deps: Dependencies, version: number, rows: readonly UpgradeRow[]): Promise<void> {
  const roles = await tx.rows<{ code: string; name: string; held: string[] }>(sql`
    select r.code, r.name, array(select distinct m.permission from role_menus rm
        join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
      where rm.tenant_id = r.tenant_id and rm.role_id = r.id and m.permission is not null) as held
    from roles r where r.tenant_id = ${tx.tenantId} and r.code = any(${roleDefaults.map(({ code }) => code)}) order by r.id`);
  const present = new Set(rows.flatMap(({ permission }) => permission ?? []));
  const left: { name: string; lacking: Set<string> }[] = [];
  for (const { code, name, held } of roles) {
    const rights = rightsByVersion(code);
    if (!rights) continue;
    const has = new Set(held);
    const gained = new Set([...rights].flatMap(([one, since]) => (since > version && present.has(one) && !has.has(one) ? [one] : [])));
    if (gained.size === 0) continue;
    if (isChanged(rights, version, has, present)) left.push({ name, lacking: gained });
    else
      await grantMenus(
        tx,
        code,
        rows.flatMap(({ id, permission }) => (permission !== null && gained.has(permission) ? [id] : [])),
      );
  }
  if (left.length === 0) return;
  const names = named(rows, new Set(left.flatMap(({ lacking }) => [...lacking])));
  const more = names.length > NAMED ? `等${names.length}项` : '';
  await tellThoseWith(tx, deps, 'sys_role_perm', {
    kind: 'notice',
    title: '本次更新有新功能，部分角色需要手工授权',
    text:
      `${left.map(({ name }) => `“${name}”`).join('、')}的权限改动过，更新没有自动增加新权限。请在角色管理中按需授予：` +
      `${names.slice(0, NAMED).join('、')}${more}。`,
    link: '/admin/role/index',
  });
}
