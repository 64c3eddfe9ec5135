/** The sidebar that the menus make, for somebody who has them all. */
import { Menu, type MenuProps } from 'antd';
import type { MenuNode } from '#contract/users/menus.ts';
import { menuIcon } from '#web/shell/menu-icons.tsx';
import { menuItems, type MenuItem } from '#web/shell/menu.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';

type Entry = NonNullable<MenuProps['items']>[number];

const entries = (items: readonly MenuItem[], top = true): Entry[] =>
  items.map(({ id, label, icon, path, children }) => ({
    key: String(id),
    label,
    title: path ?? label,
    ...(top || icon ? { icon: menuIcon(icon) } : {}),
    ...(children.length > 0 ? { children: entries(children, false) } : {}),
  }));

const keysOf = (items: readonly MenuItem[]): string[] =>
  items.flatMap(({ id, children }) => (children.length ? [String(id), ...keysOf(children)] : []));

export function MenuPreview({ tree, onClose }: { tree: readonly MenuNode[]; onClose: () => void }) {
  const items = menuItems(tree);
  return (
    <SideDrawer title="左侧菜单预览" open size="small" onClose={onClose}>
      <p className="m-note">拥有全部菜单的人看到的样子。没有路径也没有下级的菜单不显示；每个人实际看到的，取决于角色的权限。</p>
      {items.length === 0 ? (
        <p className="y-missing">没有可显示的菜单</p>
      ) : (
        <nav className="m-preview" aria-label="预览">
          <Menu mode="inline" inlineIndent={18} defaultOpenKeys={keysOf(items)} selectable={false} items={entries(items)} />
        </nav>
      )}
    </SideDrawer>
  );
}
