/** Which menus and buttons a package may hold: the product's own tree, by keys that are the same in every tenant. */
import type { PackageMenu } from '#contract/subscriptions/packages.ts';
import { invalid } from '../errors.ts';
import { menuDefaults, type MenuDefault } from '../system/menu-defaults.ts';
import { keyOf } from '../system/menu-features.ts';
import { formerFolders } from './former-menus.ts';

const HOME = '/wel/index';

const sold = (menus: readonly MenuDefault[], above = false): PackageMenu[] =>
  menus
    .filter(({ platform }) => !platform)
    .map((menu) => {
      const its = above || menu.always === true;
      // The home page is everybody's; what hangs on it is not.
      const children = sold(menu.children ?? [], its && menu.path !== HOME);
      return { key: keyOf(menu), name: menu.name, type: menu.type, fixed: its, ...(children.length ? { children } : {}) };
    });

/** The tree that a package is chosen from. */
export const packageMenus: readonly PackageMenu[] = sold(menuDefaults);

const flat = (menus: readonly PackageMenu[], above: readonly string[] = []): { menu: PackageMenu; above: readonly string[] }[] =>
  menus.flatMap((menu) => [{ menu, above }, ...flat(menu.children ?? [], [...above, menu.key])]);
const known = new Map(flat(packageMenus).map((one) => [one.menu.key, one]));
const fixedKeys = [...known.values()].filter(({ menu }) => menu.fixed).map(({ menu }) => menu.key);

/**
 * The keys of a package with the pages and folders above them, in order. Names of folders that there are no more are left out: a folder
 * opens nothing by itself.
 */
export function presentMenus(keys: readonly string[]): string[] {
  const found = new Set<string>();
  for (const key of keys) for (const each of known.has(key) ? [...(known.get(key)?.above ?? []), key] : []) found.add(each);
  return [...found].sort();
}

/** The chosen keys as `presentMenus` gives them; null is all. Throws 400 for a key that is none. */
export function checkedMenus(keys: readonly string[] | null): string[] | null {
  if (keys === null) return null;
  const none = keys.find((key) => !known.has(key) && !formerFolders.has(key));
  if (none !== undefined) throw invalid(`产品包菜单不存在：${none.slice(0, 40)}`);
  return presentMenus(keys);
}

/** `tenants.features` of a package: what it names and what every package has; null is all. */
export const featuresOf = (menus: readonly string[] | null): string[] | null =>
  menus === null ? null : [...new Set([...menus, ...fixedKeys])].sort();

/** What every package has: of tenants that subscribed before one of these came, too. */
export const alwaysOpen: readonly string[] = fixedKeys;

/** What a package opens besides what all have, in words: its pages and the folders in the six main ones. */
export const menuNames = (menus: readonly string[] | null): string[] => {
  if (menus === null) return ['全部功能'];
  const open = new Set(menus);
  const opens = (menu: PackageMenu): boolean => open.has(menu.key) || (menu.children ?? []).some(opens);
  return packageMenus.flatMap(({ children = [] }) => children.filter((menu) => !menu.fixed && opens(menu)).map(({ name }) => name));
};
