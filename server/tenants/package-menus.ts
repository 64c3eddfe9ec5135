/** Which menus and buttons a package may hold: the product's own tree, by keys that are the same in every tenant. */
import type { PackageMenu } from '#contract/subscriptions/packages.ts';
import { invalid } from '../errors.ts';
import { menuDefaults, type MenuDefault } from '../system/menu-defaults.ts';
import { keyOf } from '../system/menu-features.ts';

/** Without these nobody could look after people and rights, or buy: they are in every package. */
const FIXED = new Set(['/wel/index', '系统管理', 'package_order']);

const sold = (menus: readonly MenuDefault[], fixed = false): PackageMenu[] =>
  menus
    .filter(({ platform }) => !platform)
    .map((menu) => {
      const its = fixed || FIXED.has(keyOf(menu));
      // The home page is everybody's; what hangs on it is not.
      const children = sold(menu.children ?? [], its && menu.path !== '/wel/index');
      return { key: keyOf(menu), name: menu.name, type: menu.type, fixed: its, ...(children.length ? { children } : {}) };
    });

/** The tree that a package is chosen from. */
export const packageMenus: readonly PackageMenu[] = sold(menuDefaults);

const flat = (menus: readonly PackageMenu[], above: readonly string[] = []): { menu: PackageMenu; above: readonly string[] }[] =>
  menus.flatMap((menu) => [{ menu, above }, ...flat(menu.children ?? [], [...above, menu.key])]);
const known = new Map(flat(packageMenus).map((one) => [one.menu.key, one]));
const fixedKeys = [...known.values()].filter(({ menu }) => menu.fixed).map(({ menu }) => menu.key);

/** The chosen keys with the pages that their buttons hang on. Throws 400 for a key that is none. */
export function checkedMenus(keys: readonly string[] | null): string[] | null {
  if (keys === null) return null;
  const found = new Set<string>();
  for (const key of keys) {
    const one = known.get(key);
    if (!one) throw invalid(`套餐菜单不存在：${key.slice(0, 40)}`);
    for (const each of [...one.above, key]) found.add(each);
  }
  return [...found].sort();
}

/** `tenants.features` of a package: what it names and what every package has; null is all. */
export const featuresOf = (menus: readonly string[] | null): string[] | null =>
  menus === null ? null : [...new Set([...menus, ...fixedKeys])].sort();

/** What every package has: of tenants that subscribed before one of these came, too. */
export const alwaysOpen: readonly string[] = fixedKeys;

/** The names of the main menus that a package opens, besides what all have. */
export const menuNames = (menus: readonly string[] | null): string[] => {
  const open = menus && new Set(menus);
  const opens = ({ menu }: { menu: PackageMenu }): boolean =>
    !open || open.has(menu.key) || (menu.children ?? []).some((child) => opens({ menu: child }));
  return packageMenus.filter((menu) => !menu.fixed && opens({ menu })).map(({ name }) => name);
};
