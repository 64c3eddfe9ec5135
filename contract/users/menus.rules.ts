/** Menus: what a path may be, and which menus of two tenants are the same. Pure. */

/**
 * Why a menu's path is refused, or null: a path of ours (`/admin/user/index`, also relative to the menu above), an address that opens a
 * window (`https://…`), or one that is embedded (`/myiframe/https://…`).
 */
export function menuPathProblem(path: string): string | null {
  if (path === '') return null;
  if (/\s|\\/.test(path)) return '路径不能包含空格或反斜杠';
  const address = /^(?:\/myiframe\/)?(https?:.*)$/i.exec(path)?.[1];
  if (address !== undefined)
    return /^https?:\/\/[^/?#]+/i.test(address) && URL.canParse(address) ? null : '网址格式不正确，应以http://或https://开头';
  if (path.startsWith('//')) return '路径应以一个/开头';
  return /^[^:]*$/.test(path.split(/[?#]/)[0] as string) ? null : '路径不能包含冒号；外部网址应以http://或https://开头';
}

/**
 * The path that a group without one of its own has on the wire: routers of this family
 * refuse a menu in which anything has none. It opens nothing.
 */
export const groupPath = (id: number) => `/menu/${id}`;

/** The path that a menu has itself, of the one on the wire; null for a group. Pure. */
export const ownPath = ({ id, path }: { id: number; path: string | null }): string | null =>
  path === groupPath(id) ? null : path?.trim() || null;

/** Whether a right belongs to the platform alone: its tenants, its clients, what it sells. */
export const isReserved = (permission: string | null) =>
  permission !== null &&
  /^(admin_systenant_(add|edit|del)|sys_(client|registration|package|packageorder|packagerevenue|packageusage|packageinvoice)_\w+)$/.test(
    permission,
  );

interface Keyed {
  id: number;
  parentId: number | null;
  name: string;
  type: string;
  permission: string | null;
  path: string | null;
}

/**
 * What makes a menu of one tenant the same as one of another, by id: its permission, else its path, else its name below the same parent.
 */
export function menuKeys(menus: readonly Keyed[]): Map<number, string> {
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  const keys = new Map<number, string>();
  const keyOf = ({ id, parentId, name, type, permission, path }: Keyed): string => {
    const known = keys.get(id);
    if (known !== undefined) return known;
    const parent = byId.get(parentId ?? -1);
    const own = ownPath({ id, path });
    const key = permission ? `permission ${permission}` : own ? `path ${own}` : `${type} ${name} in ${parent ? keyOf(parent) : 'root'}`;
    keys.set(id, key);
    return key;
  };
  for (const menu of menus) keyOf(menu);
  return keys;
}
