/** The bar above everything: collapse, where one is, and the tools. */
import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Breadcrumb } from 'antd';
import { useStore } from 'zustand';
import { preferences } from '#web/theme/preferences.ts';
import { useMenu } from './current-user.ts';
import { FilledSlot } from './filled-slot.tsx';
import { IconButton } from './icon-button.tsx';
import { trailTo } from './menu.ts';
import { useTabs } from './tab-store.ts';
import { currentTab } from './tabs.ts';
import { TopMenu } from './top-menu.tsx';

function Trail() {
  const menu = useMenu();
  const tab = currentTab(useTabs());
  const trail = trailTo(menu, tab.path).map(({ label }) => label);
  const labels = trail.at(-1) === tab.label ? trail : [...trail, tab.label];
  return <Breadcrumb className="y-trail" items={labels.map((title) => ({ title }))} />;
}

export function TopBar() {
  const { collapsed, shows } = useStore(preferences);
  return (
    <header className="y-top">
      <IconButton
        label={collapsed ? '展开菜单' : '收起菜单'}
        aria-expanded={!collapsed}
        onClick={() => preferences.setState({ collapsed: !collapsed })}
      >
        {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </IconButton>
      {shows.breadcrumbs ? <Trail /> : <span className="y-trail" />}
      <TopMenu />
      <div className="y-top-tools">
        <FilledSlot name="tools" />
      </div>
    </header>
  );
}
