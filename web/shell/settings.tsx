/** The settings drawer: looks, what the frame shows, lock password, keys, the error log, version and copyright. */
import { Button, Drawer, Segmented, Switch } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { session } from '#web/api/session.ts';
import { defaults, features, preferences, type Feature } from '#web/theme/preferences.ts';
import { errorLogs } from '#web/api/error-logs.ts';
import { useSystemTitle } from '#web/api/system-title.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { usePageMark } from '#web/ui/page-mark.ts';
import { askPermission, permission, type Permission } from './notice-permission.ts';
import type { DialogProps } from './dialogs.ts';
import { openDialog } from './dialogs.ts';
import { errorLogDialog, lockDialog, shortcutsDialog } from './own-dialogs.ts';
import ThemePicker from './theme-picker.tsx';
import { VERSION } from './version.ts';
import './settings.css';

const modes = [
  { value: 'system', label: '跟随系统' },
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
] as const;
const densities = [
  { value: 'comfortable', label: '标准' },
  { value: 'compact', label: '紧凑' },
] as const;
const texts = [
  { value: 'normal', label: '标准字号' },
  { value: 'large', label: '大字号' },
] as const;

/** What the browser says to notices, where the switch alone does not decide. */
const NOTICE_NOTES: Partial<Record<Permission, string>> = {
  denied: '浏览器已禁止本站通知，请在浏览器的网站设置中允许',
  unsupported: '此浏览器不支持桌面通知',
  default: '尚未允许，点击开关后由浏览器询问',
};

function useNotices() {
  const [allowed, setAllowed] = useState(permission);
  return {
    note: NOTICE_NOTES[allowed],
    allowed: allowed === 'granted',
    /** Asks the person where nobody has yet; only from within a click. */
    ask: async () => {
      const answer = allowed === 'default' ? await askPermission() : allowed;
      setAllowed(answer);
      return answer === 'granted';
    },
  };
}

export default function Settings({ open, onClose }: DialogProps) {
  const title = useSystemTitle();
  usePageMark(open && 'drawer');
  const { mode, density, largeText, shows } = useStore(preferences);
  const hasLock = useStore(session, ({ lock }) => lock !== null);
  const notices = useNotices();
  const show = (name: Feature, on: boolean) => preferences.setState({ shows: { ...preferences.getState().shows, [name]: on } });
  const names = Object.keys(features) as Feature[];
  const isOn = (name: Feature) => shows[name] && (name !== 'notices' || notices.allowed);
  const change = async (name: Feature, on: boolean) => show(name, name === 'notices' && on ? await notices.ask() : on);
  return (
    <Drawer title="界面设置" open={open} onClose={onClose} size={340} className="y-settings">
      <section>
        <ThemePicker />
      </section>
      <section>
        <h2>明暗</h2>
        <Segmented block options={[...modes]} value={mode} onChange={(value) => preferences.setState({ mode: value })} aria-label="明暗" />
      </section>
      <section>
        <h2>字号</h2>
        <Segmented
          block
          options={[...texts]}
          value={largeText ? 'large' : 'normal'}
          onChange={(value) => preferences.setState({ largeText: value === 'large' })}
          aria-label="字号"
        />
      </section>
      <section>
        <h2>密度</h2>
        <Segmented
          block
          options={[...densities]}
          value={density}
          onChange={(value) => preferences.setState({ density: value })}
          aria-label="密度"
        />
      </section>
      <section>
        <h2>显示</h2>
        {names.map((name) => (
          <label key={name} className="y-switch">
            <span>
              {features[name]}
              {name === 'notices' && notices.note && <small>{notices.note}</small>}
            </span>
            <Switch
              size="small"
              checked={isOn(name)}
              disabled={name === 'notices' && !notices.allowed && notices.note !== NOTICE_NOTES.default}
              onChange={(on) => void change(name, on)}
            />
          </label>
        ))}
      </section>
      <section>
        <Button block onClick={() => openDialog(lockDialog)}>
          {hasLock ? '修改锁屏密码' : '设置锁屏密码'}
        </Button>
        <Button block onClick={() => openDialog(shortcutsDialog)}>
          快捷键
        </Button>
        <Button block onClick={() => openDialog(errorLogDialog)}>
          错误日志（{errorLogs().length}）
        </Button>
        <Confirm
          title="恢复默认的界面设置？"
          okText="恢复"
          cancelText="取消"
          onConfirm={() => preferences.setState({ ...defaults, collapsed: preferences.getState().collapsed })}
        >
          <Button block>恢复默认</Button>
        </Confirm>
      </section>
      <footer>
        <p>版本 {VERSION}</p>
        <p>© 2026 {title} 版权所有</p>
      </footer>
    </Drawer>
  );
}
