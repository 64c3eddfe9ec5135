/** Choosing menus and buttons for a role. A page comes with its buttons, a button needs its page, a folder follows what it holds. Pure. */
import { ownPath } from '#contract/users/menus.rules.ts';
import type { MenuNode } from '#contract/users/menus.ts';

export type Chosen = ReadonlySet<number>;
export type Mark = 'on' | 'half' | 'off';

const BUTTON = '1';

/** A folder opens nothing by itself: it is there with what it holds. */
export const isFolder = (menu: MenuNode) => !ownPath(menu) && !menu.permission && menu.type !== BUTTON;
export const isButton = ({ type }: MenuNode) => type === BUTTON;

/** Why the session cannot give or take a menu; null when it can. */
export const lackOf = ({ permission }: MenuNode, held: Readonly<Record<string, true>>): string | null =>
  permission && !held[permission] ? '您没有此权限，不能授予或收回' : null;

const all = (node: MenuNode): MenuNode[] => [node, ...(node.children ?? []).flatMap(all)];

/** What can be switched in a branch: no folders, nothing that the session lacks. */
const switchable = (node: MenuNode, held: Readonly<Record<string, true>>) =>
  all(node).filter((one) => !isFolder(one) && lackOf(one, held) === null);

/** How many are chosen of a folder's content, or of a page and its buttons, and how many there are. */
export function tallyOf(node: MenuNode, chosen: Chosen): [on: number, most: number] {
  const own = all(node).filter((one) => !isFolder(one));
  return [own.filter(({ id }) => chosen.has(id)).length, own.length];
}

export function markOf(node: MenuNode, chosen: Chosen): Mark {
  const [on, most] = tallyOf(node, chosen);
  return on === 0 ? 'off' : on === most ? 'on' : 'half';
}

/** What is closed when the tree is opened: nothing of a small one, otherwise the branches at the root, which say what is chosen in them. */
export function closedAtFirst(tree: readonly MenuNode[], few: number): number[] {
  const foldable = tree.filter(({ children = [] }) => children.some((child) => !isButton(child) || child.children?.length));
  return tree.flatMap(all).length <= few ? [] : foldable.map(({ id }) => id);
}

/** The nodes from the root down to one, itself last; empty when it is not there. */
function trail(nodes: readonly MenuNode[], id: number): MenuNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node];
    const below = trail(node.children ?? [], id);
    if (below.length) return [node, ...below];
  }
  return [];
}

/** Switches a node with everything below it; switching on brings the pages above it. What the session lacks stays as it is. */
export function toggled(tree: readonly MenuNode[], chosen: Chosen, id: number, held: Readonly<Record<string, true>>): Chosen {
  const way = trail(tree, id);
  const node = way.at(-1);
  if (!node) return chosen;
  const branch = switchable(node, held);
  const next = new Set(chosen);
  if (branch.length > 0 && branch.every((one) => chosen.has(one.id))) for (const one of branch) next.delete(one.id);
  else {
    for (const one of branch) next.add(one.id);
    for (const one of way.slice(0, -1)) if (!isFolder(one) && lackOf(one, held) === null) next.add(one.id);
  }
  return next;
}

/** Switches one page without its buttons, or off with them. */
export function toggledAlone(tree: readonly MenuNode[], chosen: Chosen, id: number, held: Readonly<Record<string, true>>): Chosen {
  const node = trail(tree, id).at(-1);
  if (!node || lackOf(node, held) !== null) return chosen;
  if (chosen.has(id)) return new Set([...chosen].filter((one) => !switchable(node, held).some((below) => below.id === one)));
  return new Set(
    [...toggled(tree, chosen, id, held)].filter((one) => one === id || chosen.has(one) || !all(node).some((below) => below.id === one)),
  );
}

export interface Change {
  id: number;
  /** 用户管理 / 新增 */
  name: string;
}

/** What saving would add and take away, in the order of the tree; folders are not named. */
export function changesOf(tree: readonly MenuNode[], before: Chosen, after: Chosen): { added: Change[]; removed: Change[] } {
  const added: Change[] = [];
  const removed: Change[] = [];
  const look = (nodes: readonly MenuNode[], above: readonly string[]) => {
    for (const node of nodes) {
      const path = [...above, node.name];
      const change = { id: node.id, name: (isButton(node) ? path.slice(-2) : path.slice(-1)).join(' / ') };
      if (!isFolder(node) && !before.has(node.id) && after.has(node.id)) added.push(change);
      if (!isFolder(node) && before.has(node.id) && !after.has(node.id)) removed.push(change);
      look(node.children ?? [], path);
    }
  };
  look(tree, []);
  return { added, removed };
}

/** The ids to save: a folder that the role had stays as long as something in it is chosen. */
export function toSave(tree: readonly MenuNode[], chosen: Chosen): number[] {
  const folders = tree.flatMap(all).filter(isFolder);
  const empty = new Set(folders.filter((folder) => markOf(folder, chosen) === 'off').map(({ id }) => id));
  return [...chosen].filter((id) => !empty.has(id)).sort((a, b) => a - b);
}
