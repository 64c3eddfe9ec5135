/** The user's menu as the shell needs it. Pure. */
import type { MenuNode } from '#contract/users/menus.ts';
import { ownPath } from '#contract/users/menus.rules.ts';
import { outside } from './guard.ts';

export interface MenuItem {
  id: number;
  label: string;
  icon: string | null;
  /** Absolute; `http…` for what opens a window; null for a group. */
  path: string | null;
  /** Of the top bar, not of the sidebar. */
  top: boolean;
  /** Not shown in the menu until somebody looks for it. */
  aside?: true;
  children: MenuItem[];
}

const join = (parent: string, path: string) => `${parent.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;

/** Menus from the wire: absolute paths, `/index` behind a leaf that has none, buttons left out. */
export function menuItems(nodes: readonly MenuNode[], parent = ''): MenuItem[] {
  return nodes
    .filter(({ type }) => type !== '1')
    .map((node) => {
      const path = ownPath(node) ?? '';
      const absolute = path.startsWith('/');
      const here = outside(path) ?? (absolute ? path : join(parent, path));
      const children = menuItems(node.children ?? [], here);
      const leaf = children.length === 0;
      const target = leaf && path !== '' ? (absolute || outside(path) ? here : `${here}/index`) : null;
      const aside = node.aside && { aside: node.aside };
      return { id: node.id, label: node.label || node.name, icon: node.icon, path: target, top: node.type === '2', ...aside, children };
    })
    .filter(({ path, children }) => path !== null || children.length > 0);
}

/** The menu without what stands aside, and without groups that have nothing else. */
export const shownOf = (items: readonly MenuItem[]): MenuItem[] =>
  items
    .filter(({ aside }) => !aside)
    .map((item) => ({ ...item, children: shownOf(item.children) }))
    .filter(({ path, children }) => path !== null || children.length > 0);

/** Items whose label has the words in it, with the groups that lead to them; a group that matches keeps all of its own. */
export function filterMenu(items: readonly MenuItem[], words: string): MenuItem[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [...items];
  return items.flatMap((item) => {
    if (item.label.toLowerCase().includes(wanted)) return [item];
    const children = filterMenu(item.children, wanted);
    return children.length > 0 ? [{ ...item, children }] : [];
  });
}

/** The item of a path and the groups above it, from the outermost; empty when the menu has none. */
export function trailTo(items: readonly MenuItem[], path: string): MenuItem[] {
  for (const item of items) {
    // The query of an embedded page is its address.
    if (item.path?.split('?')[0] === path) return [item];
    const below = trailTo(item.children, path);
    if (below.length > 0) return [item, ...below];
  }
  return [];
}

/** Everything that can be gone to, groups left out. */
export const leavesOf = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => (item.children.length > 0 ? leavesOf(item.children) : [item]));

/** A menu of no more entries than this stands open as a whole. */
const FEW = 14;

/** The groups that stand open as long as the person has opened or closed none: all of a small menu, the first one of a large one. */
export function openAtFirst(items: readonly MenuItem[]): string[] {
  const groups = groupsOf(items);
  return groups.length + leavesOf(items).length <= FEW ? groups : groups.slice(0, 1);
}

/** The keys of all groups, from the outside in. */
export const groupsOf = (items: readonly MenuItem[]): string[] =>
  items.flatMap((item) => (item.children.length > 0 ? [String(item.id), ...groupsOf(item.children)] : []));
