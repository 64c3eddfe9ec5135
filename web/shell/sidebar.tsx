/** The left menu: the way home, a search over the names, the favourites, the tree. */
import { StarOutlined } from '@ant-design/icons';
import { Badge, Menu, type MenuProps } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useSystemTitle } from '#web/api/system-title.ts';
import { preferences } from '#web/theme/preferences.ts';
import { SearchInput } from '#web/ui/search-input.tsx';
import { useBadges, type Badges } from './badges.ts';
import { BrandMark } from './brand-mark.tsx';
import { useCurrentUser, useMenu } from './current-user.ts';
import { go, openMenu } from './go.ts';
import { filterMenu, groupsOf, leavesOf, openAtFirst, shownOf, trailTo, type MenuItem } from './menu.ts';
import { menuIcon } from './menu-icons.tsx';
import { MenuStar } from './menu-star.tsx';
import { FAVOURITES, openedBy, rememberOpened, useMenuMemory } from './menu-memory.ts';
import { HOME } from './tabs.ts';
import './sidebar.css';

/** How long a group takes to open. */
const OPENING_MS = 350;

const keyOf = (item: MenuItem) => String(item.id);

type Entry = NonNullable<MenuProps['items']>[number];

/** How many wait behind an item; of a group, behind all of its own. */
const waiting = (item: MenuItem, badges: Badges): number =>
  item.children.length > 0 ? item.children.reduce((sum, child) => sum + waiting(child, badges), 0) : (badges[item.path ?? ''] ?? 0);

/** As the badge has it and a screen reader says it. */
const countText = (count: number) => (count > 99 ? '99+' : String(count));

interface LabelProps {
  item: MenuItem;
  count: number;
  favourites: readonly string[];
}

/** Favourites are kept without what an address says besides. */
const placeOf = ({ path }: MenuItem) => path?.split('?')[0];

function Label({ item, count, favourites }: LabelProps) {
  const path = placeOf(item);
  const page = item.children.length === 0 && path !== HOME ? path : undefined;
  return (
    <span className="y-menu-label">
      <span>{item.label}</span>
      {page && <MenuStar path={page} label={item.label} pressed={favourites.includes(page)} />}
      {count > 0 && <Badge count={countText(count)} size="small" title={`${count} 条待处理`} />}
    </span>
  );
}

interface Shown {
  badges: Badges;
  favourites: readonly string[];
}

/** What every item of the menu shows. A page is called without what its star does. */
const lineOf = (item: MenuItem, { badges, favourites }: Shown) => {
  const count = waiting(item, badges);
  return {
    label: <Label item={item} count={count} favourites={favourites} />,
    title: item.label,
    ...(item.children.length === 0 ? { 'aria-label': count > 0 ? `${item.label} ${countText(count)}` : item.label } : {}),
  };
};

const entries = (items: readonly MenuItem[], shown: Shown, top = true): Entry[] =>
  items.map((item) => ({
    key: keyOf(item),
    ...lineOf(item, shown),
    ...(top || item.icon ? { icon: menuIcon(item.icon) } : {}),
    ...(item.children.length > 0 ? { children: entries(item.children, shown, false) } : {}),
  }));

/** The key of an item in the group of favourites. */
const inFavourites = (key: string) => `${FAVOURITES}-${key}`;

/** The item of a key, of the tree or of the favourites. */
function find(items: readonly MenuItem[], key: string): MenuItem | undefined {
  for (const item of items) {
    const own = keyOf(item);
    const hit = own === key || inFavourites(own) === key ? item : find(item.children, key);
    if (hit) return hit;
  }
  return undefined;
}

/**
 * The favourites that the person may still see. Without any the group is only hidden: antd would make all items below it anew, and the
 * focus would be lost.
 */
function favouritesOf(menu: readonly MenuItem[], shown: Shown): Entry {
  const leaves = new Map(leavesOf(menu).map((item) => [placeOf(item), item]));
  const items = shown.favourites.flatMap((path) => leaves.get(path) ?? []);
  const children = items.map((item) => ({ key: inFavourites(keyOf(item)), ...lineOf(item, shown), icon: menuIcon(item.icon) }));
  const hidden = items.length === 0 ? { className: 'y-menu-none' } : {};
  return { key: FAVOURITES, label: '收藏', title: '收藏', icon: <StarOutlined />, children, ...hidden };
}

export function Sidebar({ path, prefetch }: { path: string; prefetch: (path: string) => void }) {
  const collapsed = useStore(preferences, (state) => state.collapsed);
  const user = useCurrentUser();
  const all = useMenu();
  const menu = useMemo(() => all.filter(({ top }) => !top), [all]);
  const badges = useBadges();
  const title = useSystemTitle();
  const [words, setWords] = useState('');
  const searching = words.trim() !== '' && !collapsed;
  const standing = useMemo(() => shownOf(menu), [menu]);
  const shown = useMemo(() => (searching ? filterMenu(menu, words) : standing), [menu, words, searching, standing]);
  const trail = useMemo(() => trailTo(menu, path), [menu, path]);
  const { opened: chosen, favourites } = useMenuMemory();
  const opened = useMemo(() => chosen ?? [FAVOURITES, ...openAtFirst(standing)], [chosen, standing]);
  /** The page whose way the person has closed: it stays so until another page is shown. */
  const [closedOn, setClosedOn] = useState<string | null>(null);
  const nav = useRef<HTMLElement>(null);
  const way = trail.slice(0, -1).map(keyOf);
  // What the person opened, and the way to the page shown; everything while searching.
  const openKeys = searching ? groupsOf(shown) : [...new Set([...opened, ...(closedOn === path ? [] : way)])];
  const arrange = (keys: string[]) => {
    // What hovering opens beside the narrow menu is not remembered.
    if (searching || collapsed) return;
    setClosedOn(way.some((key) => !keys.includes(key)) ? path : null);
    rememberOpened(openedBy(keys, way, opened));
  };
  const current = trail.at(-1);
  const currentId = current?.id;
  // The page that is shown may lie beyond the edge of a long menu.
  useEffect(() => {
    const item = `[data-menu-id$="-${currentId}"].ant-menu-item-selected`;
    // Once more for a group that opens late: the frame has just been drawn.
    const timers = [OPENING_MS, 3 * OPENING_MS].map((after) =>
      setTimeout(() => nav.current?.querySelector(item)?.scrollIntoView({ block: 'nearest' }), after),
    );
    return () => timers.forEach(clearTimeout);
  }, [currentId]);

  return (
    <aside className="y-sidebar" aria-label="侧边栏" data-collapsed={collapsed || undefined}>
      <button type="button" className="y-brand" onClick={() => go(HOME)} title="返回首页">
        {user?.tenantLogo ? <img src={user.tenantLogo} alt="" width={30} height={30} /> : <BrandMark size={30} />}
        <span className="y-brand-text">
          <b data-long={title.length > 6 || undefined}>{title}</b>
          <span>{user?.tenantName}</span>
        </span>
      </button>
      {!collapsed && (
        <div className="y-menu-search">
          <SearchInput
            variant="filled"
            placeholder="请输入菜单名称"
            label="搜索菜单"
            value={words}
            onChange={setWords}
            onBlur={() => setWords(words.trim())}
          />
        </div>
      )}
      <nav className="y-menu" aria-label="主菜单" ref={nav}>
        {shown.length === 0 && <p className="y-menu-empty">没有发现菜单</p>}
        <Menu
          mode="inline"
          inlineIndent={18}
          inlineCollapsed={collapsed}
          subMenuOpenDelay={0.2}
          subMenuCloseDelay={0.2}
          selectedKeys={current ? [keyOf(current)] : []}
          {...(collapsed ? {} : { openKeys })}
          onOpenChange={arrange}
          onClick={({ key }) => openMenu(find(menu, key)?.path ?? null)}
          onMouseOver={({ target }) => {
            const title = (target as HTMLElement).closest('[data-menu-id]')?.getAttribute('data-menu-id');
            const item = title ? find(menu, title.slice(title.lastIndexOf('-') + 1)) : undefined;
            if (item?.path) prefetch(item.path);
          }}
          items={[favouritesOf(menu, { badges, favourites: searching ? [] : favourites }), ...entries(shown, { badges, favourites })]}
        />
      </nav>
    </aside>
  );
}
