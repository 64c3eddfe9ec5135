/** The left menu: the way home, a search over the names, the tree. */
import { SearchOutlined } from '@ant-design/icons';
import { Badge, Input, Menu, type MenuProps } from 'antd';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useSystemTitle } from '#web/api/system-title.ts';
import { preferences } from '#web/theme/preferences.ts';
import { useBadges, type Badges } from './badges.ts';
import { BrandMark } from './brand-mark.tsx';
import { useCurrentUser, useMenu } from './current-user.ts';
import { go, openMenu } from './go.ts';
import { filterMenu, trailTo, type MenuItem } from './menu.ts';
import { menuIcon } from './menu-icons.tsx';
import { HOME } from './tabs.ts';
import './sidebar.css';

const keyOf = (item: MenuItem) => String(item.id);

type Entry = NonNullable<MenuProps['items']>[number];

/** How many wait behind an item; of a group, behind all of its own. */
const waiting = (item: MenuItem, badges: Badges): number =>
  item.children.length > 0 ? item.children.reduce((sum, child) => sum + waiting(child, badges), 0) : (badges[item.path ?? ''] ?? 0);

function Label({ item, count }: { item: MenuItem; count: number }) {
  return (
    <span className="y-menu-label">
      <span>{item.label}</span>
      {count > 0 && <Badge count={count} overflowCount={99} size="small" title={`${count} 条待处理`} />}
    </span>
  );
}

const entries = (items: readonly MenuItem[], badges: Badges, top = true): Entry[] =>
  items.map((item) => ({
    key: keyOf(item),
    label: <Label item={item} count={waiting(item, badges)} />,
    title: item.label,
    ...(top || item.icon ? { icon: menuIcon(item.icon) } : {}),
    ...(item.children.length > 0 ? { children: entries(item.children, badges, false) } : {}),
  }));

const groupsOf = (items: readonly MenuItem[]): string[] =>
  items.flatMap((item) => (item.children.length > 0 ? [keyOf(item), ...groupsOf(item.children)] : []));

function find(items: readonly MenuItem[], key: string): MenuItem | undefined {
  for (const item of items) {
    const hit = keyOf(item) === key ? item : find(item.children, key);
    if (hit) return hit;
  }
  return undefined;
}

export function Sidebar({ path, prefetch }: { path: string; prefetch: (path: string) => void }) {
  const collapsed = useStore(preferences, (state) => state.collapsed);
  const user = useCurrentUser();
  const all = useMenu();
  const menu = useMemo(() => all.filter(({ top }) => !top), [all]);
  const badges = useBadges();
  const title = useSystemTitle();
  const [words, setWords] = useState('');
  const shown = useMemo(() => filterMenu(menu, collapsed ? '' : words), [menu, words, collapsed]);
  const trail = useMemo(() => trailTo(menu, path), [menu, path]);
  const [opened, setOpened] = useState<string[] | null>(null);
  const searching = words.trim() !== '' && !collapsed;
  // What the person opened, and the way to the page shown; everything while searching.
  const openKeys = searching ? groupsOf(shown) : (opened ?? trail.slice(0, -1).map(keyOf));

  return (
    <aside className="y-sidebar" data-collapsed={collapsed || undefined}>
      <button type="button" className="y-brand" onClick={() => go(HOME)} title="返回首页">
        {user?.tenantLogo ? <img src={user.tenantLogo} alt="" width={30} height={30} /> : <BrandMark size={30} />}
        <span className="y-brand-text">
          <b data-long={title.length > 6 || undefined}>{title}</b>
          <span>{user?.tenantName}</span>
        </span>
      </button>
      {!collapsed && (
        <div className="y-menu-search">
          <Input
            allowClear
            variant="filled"
            prefix={<SearchOutlined aria-hidden />}
            placeholder="请输入菜单名称"
            aria-label="搜索菜单"
            value={words}
            onChange={({ target }) => setWords(target.value)}
            onBlur={() => setWords(words.trim())}
          />
        </div>
      )}
      <nav className="y-menu" aria-label="主菜单">
        {shown.length === 0 && <p className="y-menu-empty">没有发现菜单</p>}
        <Menu
          mode="inline"
          inlineIndent={18}
          inlineCollapsed={collapsed}
          subMenuOpenDelay={0.2}
          subMenuCloseDelay={0.2}
          selectedKeys={trail.length > 0 ? [keyOf(trail.at(-1) as MenuItem)] : []}
          {...(collapsed ? {} : { openKeys })}
          onOpenChange={setOpened}
          onClick={({ key }) => openMenu(find(menu, key)?.path ?? null)}
          onMouseOver={({ target }) => {
            const title = (target as HTMLElement).closest('[data-menu-id]')?.getAttribute('data-menu-id');
            const item = title ? find(menu, title.slice(title.lastIndexOf('-') + 1)) : undefined;
            if (item?.path) prefetch(item.path);
          }}
          items={entries(shown, badges)}
        />
      </nav>
    </aside>
  );
}
