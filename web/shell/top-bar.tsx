/** The bar above everything: collapse, where one is, and what is always at hand. */
import {
  BgColorsOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  SunOutlined,
} from '@ant-design/icons';
import { Breadcrumb, Popover } from 'antd';
import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useCan } from '#web/api/permissions.ts';
import { preferences } from '#web/theme/preferences.ts';
import { Alerts } from './alerts.tsx';
import { useMenu } from './current-user.ts';
import { IconButton } from './icon-button.tsx';
import { trailTo } from './menu.ts';
import { useTabs } from './tab-store.ts';
import { currentTab } from './tabs.ts';
import { ThemePicker } from './theme-picker.tsx';
import { useDark } from './use-dark.ts';
import { UserMenu } from './user-menu.tsx';

function watchFullScreen(changed: () => void) {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

const toggleFullScreen = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());

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
  const full = useSyncExternalStore(watchFullScreen, () => document.fullscreenElement !== null);
  return (
    <header className="y-top">
      <IconButton label={collapsed ? '展开菜单' : '收起菜单'} aria-expanded={!collapsed} onClick={() => preferences.setState({ collapsed: !collapsed })}>
        {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </IconButton>
      {shows.breadcrumbs ? <Trail /> : <span className="y-trail" />}
      <div className="y-top-tools">
        {shows.theme && (
          <Popover trigger="click" placement="bottomRight" title="主题色" content={<ThemePicker />} destroyOnHidden>
            <button type="button" className="y-icon-button" aria-label="主题色" title="主题色">
              <BgColorsOutlined />
            </button>
          </Popover>
        )}
        <IconButton label={dark ? '浅色模式' : '深色模式'} onClick={() => preferences.setState({ mode: dark ? 'light' : 'dark' })}>
          {dark ? <SunOutlined /> : <MoonOutlined />}
        </IconButton>
        {can('warning_devicewarning_view') && <Alerts shown={shows.warnings} />}
        {shows.fullScreen && (
          <IconButton label={full ? '退出全屏' : '全屏'} onClick={() => void toggleFullScreen()}>
            {full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          </IconButton>
        )}
        <UserMenu openSettings={openSettings} />
      </div>
    </header>
  );
}
