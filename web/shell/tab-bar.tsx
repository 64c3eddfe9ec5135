/** The open pages. Arrow keys move, Delete closes, Shift+F10 or the right button opens the menu. */
import { CloseOutlined, DownOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { useBadges } from './badges.ts';
import { useMenu } from './current-user.ts';
import { go } from './go.ts';
import { trailTo, type MenuItem } from './menu.ts';
import { toggleFavourite, useMenuMemory } from './menu-memory.ts';
import { useLeaving } from './leaving.ts';
import { useTabs } from './tab-store.ts';
import { addressOf, canClose, close, closeAll, closeOthers, closeRight, currentTab, isHome, refresh, type Tab, type Tabs } from './tabs.ts';
import './tab-bar.css';

/** A page of the menu can be a favourite; the home page is always at hand. */
const mayBeFavourite = (menu: readonly MenuItem[], tab: Tab) => !isHome(tab) && trailTo(menu, tab.path).length > 0;

type Leave = ReturnType<typeof useLeaving>;

function menuOf(tabs: Tabs, tab: Tab, menu: readonly MenuItem[], favourites: readonly string[], leave: Leave): MenuProps {
  const closable = canClose(tabs, tab);
  const last = tabs.list.at(-1) === tab;
  return {
    items: [
      { key: 'refresh', label: '刷新' },
      ...(mayBeFavourite(menu, tab) ? [{ key: 'favourite', label: favourites.includes(tab.path) ? '取消收藏' : '收藏到菜单' }] : []),
      { key: 'close', label: '关闭', disabled: !closable },
      { type: 'divider' },
      { key: 'others', label: '关闭其他', disabled: tabs.list.every((one) => one === tab || !canClose(tabs, one)) },
      { key: 'right', label: '关闭右侧', disabled: last },
      { key: 'all', label: '关闭全部', disabled: tabs.list.length === 1 },
    ],
    onClick: ({ key }) => {
      if (key === 'favourite') return toggleFavourite(tab.path);
      const steps: Record<string, (tabs: Tabs) => Tabs> = {
        refresh: (now) => refresh(now, tab.id),
        close: (now) => close(now, tab.id),
        others: (now) => closeOthers(now, tab.id),
        right: (now) => closeRight(now, tab.id),
        all: closeAll,
      };
      return leave(steps[key] as (tabs: Tabs) => Tabs);
    },
  };
}

const neighbour = (from: HTMLElement, by: number) =>
  (by > 0 ? from.closest('li')?.nextElementSibling : from.closest('li')?.previousElementSibling)?.querySelector<HTMLElement>(
    '.y-tab-label',
  );

/** Of what waits behind a tab. */
const mostly = (count: number) => (count > 99 ? '99+' : String(count));

export function TabBar() {
  const tabs = useTabs();
  const menu = useMenu();
  const { favourites } = useMenuMemory();
  const badges = useBadges();
  const current = currentTab(tabs);
  const list = useRef<HTMLUListElement>(null);
  // The whole tab of the page that is shown stays in sight, also when something at the end of the bar takes its room.
  useEffect(() => {
    const bar = list.current;
    if (!bar) return;
    const reveal = () =>
      bar.querySelector(`[data-tab="${CSS.escape(current.id)}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const observer = new ResizeObserver(reveal);
    observer.observe(bar);
    return () => observer.disconnect();
  }, [current.id]);
  const leave = useLeaving();
  const closeTab = (tab: Tab) => canClose(tabs, tab) && leave((now) => close(now, tab.id));
  const onKey = (event: KeyboardEvent<HTMLElement>, tab: Tab) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by !== 0) neighbour(event.currentTarget, by)?.focus();
    else if (event.key === 'Delete') {
      (neighbour(event.currentTarget, -1) ?? neighbour(event.currentTarget, 1))?.focus();
      closeTab(tab);
    } else return;
    event.preventDefault();
  };
  const onMiddle = (event: MouseEvent, tab: Tab) => {
    if (event.button !== 1) return;
    event.preventDefault();
    closeTab(tab);
  };

  return (
    <nav className="y-tabs" aria-label="标签栏">
      <ul ref={list} onWheel={({ deltaY, currentTarget }) => currentTarget.scrollBy({ left: deltaY })}>
        {tabs.list.map((tab) => (
          <Dropdown key={tab.id} menu={menuOf(tabs, tab, menu, favourites, leave)} trigger={['contextMenu']}>
            <li
              className="y-tab"
              data-tab={tab.id}
              data-current={tab === current || undefined}
              onAuxClick={(event) => onMiddle(event, tab)}
              onMouseDown={(event) => event.button === 1 && event.preventDefault()}
            >
              <button
                type="button"
                className="y-tab-label"
                aria-current={tab === current ? 'page' : undefined}
                title={tab.label}
                {...(isHome(tab) && badges[tab.path] ? { 'data-waiting': mostly(badges[tab.path] ?? 0) } : {})}
                onClick={() => go(addressOf(tab))}
                onKeyDown={(event) => onKey(event, tab)}
              >
                {tab.label}
              </button>
              {canClose(tabs, tab) && (
                <button type="button" className="y-tab-close" tabIndex={-1} aria-label={`关闭${tab.label}`} onClick={() => closeTab(tab)}>
                  <CloseOutlined aria-hidden />
                </button>
              )}
            </li>
          </Dropdown>
        ))}
      </ul>
      <Dropdown menu={menuOf(tabs, current, menu, favourites, leave)} trigger={['click']} placement="bottomRight">
        <button type="button" className="y-tabs-more" aria-label="标签操作" title="标签操作">
          <DownOutlined aria-hidden />
        </button>
      </Dropdown>
    </nav>
  );
}
