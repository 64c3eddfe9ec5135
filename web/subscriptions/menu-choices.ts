/** Choosing the menus of a package. A page comes with its buttons, a button needs what it hangs on; what is fixed is always there. Pure. */
import type { PackageMenu } from '#contract/subscriptions/packages.ts';

type Keys = ReadonlySet<string>;

const all = (menu: PackageMenu): PackageMenu[] => [menu, ...(menu.children ?? []).flatMap(all)];

/** The menus from the root down to one, itself last; empty when it is not there. */
function trail(menus: readonly PackageMenu[], key: string): PackageMenu[] {
  for (const menu of menus) {
    if (menu.key === key) return [menu];
    const below = trail(menu.children ?? [], key);
    if (below.length) return [menu, ...below];
  }
  return [];
}

/** Every key that may be chosen. */
export const choosable = (tree: readonly PackageMenu[]): string[] => tree.flatMap(all).flatMap(({ key, fixed }) => (fixed ? [] : [key]));

/** The choice after a click on one: on with everything below and above it, off with everything below it. */
export function toggledMenu(tree: readonly PackageMenu[], chosen: Keys, key: string): string[] {
  const way = trail(tree, key);
  const menu = way.at(-1);
  if (!menu || menu.fixed) return [...chosen];
  const branch = all(menu).filter(({ fixed }) => !fixed);
  const next = new Set(chosen);
  if (chosen.has(key)) for (const one of branch) next.delete(one.key);
  else for (const one of [...branch, ...way.filter(({ fixed }) => !fixed)]) next.add(one.key);
  return [...next];
}

/** What the tree shows as ticked, and as ticked in part: what is not ticked itself but holds something that is. */
export function marksOf(tree: readonly PackageMenu[], chosen: Keys): { checked: string[]; halfChecked: string[] } {
  const checked: string[] = [];
  const halfChecked: string[] = [];
  for (const menu of tree.flatMap(all)) {
    const own = all(menu);
    const on = own.filter(({ key, fixed }) => fixed || chosen.has(key)).length;
    if (on === own.length) checked.push(menu.key);
    else if (on > 0) halfChecked.push(menu.key);
  }
  return { checked, halfChecked };
}
