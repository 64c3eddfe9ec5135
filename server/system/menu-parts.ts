/** What the menu tree is written with. */
import type { MenuDefault } from './menu-defaults.ts';

const LABELS = { view: '查看', add: '新增', edit: '修改', del: '删除' } as const;
export const button = (permission: string, name: string, platform?: true): MenuDefault => ({
  name,
  type: 1,
  permission,
  ...(platform ? { platform } : {}),
});
/** A button per verb: `{prefix}_add` 新增, … */
export const buttons = (prefix: string, verbs: readonly (keyof typeof LABELS)[], platform?: true) =>
  verbs.map((verb) => button(`${prefix}_${verb}`, LABELS[verb], platform));
export const page = (
  name: string,
  path: string,
  icon: string,
  permission: string | undefined,
  children: readonly MenuDefault[] = [],
): MenuDefault => ({
  name,
  type: 0,
  path,
  icon,
  ...(permission ? { permission } : {}),
  children,
});
/** What came with a later version of the defaults; a menu in it that says its own version keeps that. */
export const since = (version: number, menus: readonly MenuDefault[]): MenuDefault[] => menus.map((menu) => ({ since: version, ...menu }));
/** A folder: it opens nothing itself and is shown as long as it holds something. */
export const folder = (name: string, icon: string, children: readonly MenuDefault[]): MenuDefault => ({ name, type: 0, icon, children });
/** What every package has. */
export const always = (menus: readonly MenuDefault[]): MenuDefault[] => menus.map((menu) => ({ ...menu, always: true }));
