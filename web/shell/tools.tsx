/** The frame's own tools of the top bar. */
import {
  BgColorsOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  LockOutlined,
  MoonOutlined,
  SearchOutlined,
  SunOutlined,
} from '@ant-design/icons';
import { Popover } from 'antd';
import { Suspense } from 'react';
import { useStore } from 'zustand';
import { preferences } from '#web/theme/preferences.ts';
import { openDialog } from './dialogs.ts';
import { toggleFullScreen, useFullScreen } from './full-screen.ts';
import { IconButton } from './icon-button.tsx';
import { lazyPart } from './lazy-part.ts';
import { lockScreen } from './locking.ts';
import { paletteDialog } from './own-dialogs.ts';
import { useDark } from './use-dark.ts';

const ThemePicker = lazyPart(() => import('./theme-picker.tsx'));

/** Opens the command palette. */
export function SearchTool() {
  return (
    <IconButton label="搜索菜单、人员、工单与设备（Ctrl K）" onClick={() => openDialog(paletteDialog)}>
      <SearchOutlined />
    </IconButton>
  );
}

/** The colours of the theme, light or dark. */
export function ThemeTools() {
  const { shows } = useStore(preferences);
  const dark = useDark();
  return (
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
  );
}

/** Locks the screen. */
export function LockTool() {
  const { shows } = useStore(preferences);
  if (!shows.lock) return null;
  return (
    <IconButton label="锁屏" onClick={lockScreen}>
      <LockOutlined />
    </IconButton>
  );
}

/** Fills the whole screen with the application, or ends that. */
export function FullScreenTool() {
  const { shows } = useStore(preferences);
  const full = useFullScreen();
  if (!shows.fullScreen) return null;
  return (
    <span className="y-desk-only">
      <IconButton label={full ? '退出全屏' : '全屏'} onClick={() => void toggleFullScreen()}>
        {full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      </IconButton>
    </span>
  );
}
