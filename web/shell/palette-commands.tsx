/** What the command palette offers besides people: open tabs, menus, and what the frame can do. */
import {
  BgColorsOutlined,
  BugOutlined,
  CloseSquareOutlined,
  FontSizeOutlined,
  FullscreenOutlined,
  LockOutlined,
  LogoutOutlined,
  MoonOutlined,
  QuestionCircleOutlined,
  ReloadOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { isDark, preferences } from '#web/theme/preferences.ts';
import { THEMES } from '#web/theme/tokens.ts';
import { askSignOut } from './sign-out.ts';
import { openDialog } from './dialogs.ts';
import { errorLogDialog, settingsDialog, shortcutsDialog } from './own-dialogs.ts';
import { go, openMenu } from './go.ts';
import { lockScreen } from './locking.ts';
import { menuIcon } from './menu-icons.tsx';
import { leavesOf, trailTo, type MenuItem } from './menu.ts';
import type { Command } from './finders.ts';
import type { Group } from './palette-entries.ts';
import { stepTabs } from './tab-store.ts';
import { addressOf, closeAll, refresh, type Tabs } from './tabs.ts';
import { toggleFullScreen } from './full-screen.ts';

const nextTheme = () => preferences.setState(({ theme }) => ({ theme: THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] }));

interface Action {
  label: string;
  icon: ReactNode;
  run: () => void;
  /** Its keys. */
  note?: string;
  /** Other words for it. */
  also?: string;
}

const ACTIONS: readonly Action[] = [
  { label: '锁屏', icon: <LockOutlined />, run: lockScreen, note: 'Alt L', also: 'lock suoping' },
  {
    label: '切换浅色与深色',
    icon: <MoonOutlined />,
    run: () => preferences.setState(({ mode }) => ({ mode: isDark(mode) ? 'light' : 'dark' })),
    note: 'Alt I',
    also: '夜间 暗色 dark',
  },
  { label: '换下一个主题', icon: <BgColorsOutlined />, run: nextTheme, also: '皮肤 配色 theme' },
  {
    label: '切换大字号',
    icon: <FontSizeOutlined />,
    run: () => preferences.setState(({ largeText }) => ({ largeText: !largeText })),
    also: '字体 放大 老花',
  },
  { label: '全屏', icon: <FullscreenOutlined />, run: () => void toggleFullScreen(), also: 'full screen' },
  { label: '界面设置', icon: <SettingOutlined />, run: () => openDialog(settingsDialog), also: '偏好 水印 通知' },
  { label: '快捷键', icon: <QuestionCircleOutlined />, run: () => openDialog(shortcutsDialog), note: '?', also: '帮助 键盘' },
  { label: '刷新当前标签', icon: <ReloadOutlined />, run: () => stepTabs((tabs) => refresh(tabs, tabs.current)), note: 'Alt R' },
  { label: '关闭全部标签', icon: <CloseSquareOutlined />, run: () => stepTabs(closeAll) },
  { label: '错误日志', icon: <BugOutlined />, run: () => openDialog(errorLogDialog) },
  { label: '个人信息', icon: <UserOutlined />, run: () => go('/info/index'), also: '头像 密码 我的' },
  { label: '退出登录', icon: <LogoutOutlined />, run: askSignOut, also: '注销 log out' },
];

/** Everything that can be found without asking the server. */
export function commandsOf(menu: readonly MenuItem[], tabs: Tabs): Command[] {
  const open = tabs.list
    .filter(({ id }) => id !== tabs.current)
    .sort((a, b) => b.seen - a.seen)
    .map((tab): Command => ({
      key: tab.id,
      group: '最近标签',
      label: tab.label,
      icon: menuIcon(trailTo(menu, tab.path).at(-1)?.icon ?? null),
      run: () => go(addressOf(tab)),
    }));
  const menus = leavesOf(menu).map((item): Command => {
    const above = trailTo(menu, (item.path ?? '').split('?')[0] ?? '').slice(0, -1);
    return {
      key: `menu-${item.id}`,
      group: '菜单',
      label: item.label,
      icon: menuIcon(item.icon),
      also: item.path ?? '',
      run: () => openMenu(item.path),
      ...(above.length > 0 ? { note: above.map(({ label }) => label).join(' / ') } : {}),
    };
  });
  const group: Group = '操作';
  const actions = ACTIONS.map((action): Command => ({ key: action.label, group, ...action }));
  return [...open, ...menus, ...actions];
}
