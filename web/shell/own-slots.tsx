/** What the frame itself has for its slots. */
import { HomeOutlined, SettingOutlined } from '@ant-design/icons';
import { openDialog } from './dialogs.ts';
import { go } from './go.ts';
import { settingsDialog } from './own-dialogs.ts';
import type { AreaSlots } from './slots.ts';
import { HOME } from './tabs.ts';
import { FullScreenTool, LockTool, SearchTool, ThemeTools } from './tools.tsx';
import { TopLinks } from './top-links.tsx';
import { UserMenu } from './user-menu.tsx';

export const frame = {
  tools: { search: SearchTool, theme: ThemeTools, links: TopLinks, lock: LockTool, fullScreen: FullScreenTool, user: UserMenu },
  userMenu: {
    home: { label: '首页', icon: <HomeOutlined />, run: () => go(HOME) },
    settings: { label: '界面设置', icon: <SettingOutlined />, run: () => openDialog(settingsDialog) },
  },
} satisfies AreaSlots;
