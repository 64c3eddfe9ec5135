/** The bar above everything: collapse, where one is, and what is always at hand. */
import {
  BgColorsOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  LockOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  SearchOutlined,
  SunOutlined,
} from '@ant-design/icons';
import { Breadcrumb, Popover } from 'antd';
import { Suspense } from 'react';
import { useStore } from 'zustand';
import { useCan } from '#web/api/permissions.ts';
import { Messages } from '#web/messages/messages-bell.tsx';
import { BuyIcons } from '#web/subscriptions/buy-icons.tsx';
import { preferences } from '#web/theme/preferences.ts';
import { Alerts } from './alerts.tsx';
import { useMenu } from './current-user.ts';
import { openDialog } from './dialogs.ts';
import { toggleFullScreen, useFullScreen } from './full-screen.ts';
import { IconButton } from './icon-button.tsx';
import { lazyPart } from './lazy-part.ts';
import { lockScreen } from './locking.ts';
import { trailTo } from './menu.ts';
import { useTabs } from './tab-store.ts';
import { currentTab } from './tabs.ts';
import { TopLinks } from './top-links.tsx';
import { TopMenu } from './top-menu.tsx';
import { useDark } from './use-dark.ts';
import { UserMenu } from './user-menu.tsx';

const ThemePicker = lazyPart(() => import('./theme-picker.tsx'));
const TenantSwitcher = lazyPart(() => import('#web/tenants/tenant-switcher.tsx'));

function Trail() {
  const menu = useMenu();
  const tab = currentTab(useTabs());
  const trail = trailTo(menu, tab.path).map(({ label }) => label);
  const labels = trail.at(-1) === tab.label ? trail : [...trail, tab.label];
  return <Breadcrumb className="y-trail" items={labels.map((title) => ({ title }))} />;
}

export function TopBar({ openSettings }: { openSettings: () => void }) {
  const { collapsed, shows } = useStore(preferences);
  const can = useCan();
  const dark = useDark();
  const full = useFullScreen();
  return (
    <header className="y-top">
      <IconButton label={collapsed ? '展开菜单' : '收起菜单'} aria-expanded={!collapsed} onClick={() => preferences.setState({ collapsed: !collapsed })}>
        {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </IconButton>
      {shows.breadcrumbs ? <Trail /> : <span className="y-trail" />}
      <TopMenu />
      <div className="y-top-tools">
        <IconButton label="搜索菜单与人员（Ctrl K）" onClick={() => openDialog('palette')}>
          <SearchOutlined />
        </IconButton>
        <span className="y-desk-only">
          {shows.theme && (
            <Popover
              trigger="click"
              placement="bottomRight"
              content={
                <Suspense fallback={<div className="y-looks-wait" />}>
                  <ThemePicker />
                </Suspense>
              }
              destroyOnHidden
            >
              <button type="button" className="y-icon-button" aria-label="主题色" title="主题色">
                <BgColorsOutlined />
              </button>
            </Popover>
          )}
          <IconButton label={dark ? '浅色模式' : '深色模式'} onClick={() => preferences.setState({ mode: dark ? 'light' : 'dark' })}>
            {dark ? <SunOutlined /> : <MoonOutlined />}
          </IconButton>
        </span>
        {can('warning_devicewarning_view') && <Alerts shown={shows.warnings} />}
        <span className="y-desk-only">
          <TopLinks official={shows.officialSite} screens={shows.screens} />
        </span>
        <span className="y-desk-only">
          <BuyIcons />
        </span>
        {shows.lock && (
          <IconButton label="锁屏" onClick={lockScreen}>
            <LockOutlined />
          </IconButton>
        )}
        {shows.fullScreen && (
          <span className="y-desk-only">
            <IconButton label={full ? '退出全屏' : '全屏'} onClick={() => void toggleFullScreen()}>
              {full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
            </IconButton>
          </span>
        )}
        <Suspense fallback={null}>
          <TenantSwitcher />
        </Suspense>
        <Messages />
        <UserMenu openSettings={openSettings} />
      </div>
    </header>
  );
}
