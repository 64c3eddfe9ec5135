/** The settings drawer: looks, what the frame shows, the error log, version and copyright. */
import { Button, Drawer, Segmented, Switch } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { defaults, features, preferences, type Feature } from '#web/theme/preferences.ts';
import { errorLogs } from '#web/api/error-logs.ts';
import { ErrorLogs } from './error-log-list.tsx';
import { ThemePicker } from './theme-picker.tsx';
import { VERSION } from './version.ts';

const modes = [
  { value: 'system', label: '跟随系统' },
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
] as const;
const densities = [
  { value: 'comfortable', label: '标准' },
  { value: 'compact', label: '紧凑' },
] as const;

export default function Settings({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { mode, density, shows } = useStore(preferences);
  const [logsOpen, setLogsOpen] = useState(false);
  const show = (name: Feature, on: boolean) => preferences.setState({ shows: { ...shows, [name]: on } });
  return (
    <Drawer title="界面设置" open={open} onClose={onClose} size={320} className="y-settings">
      <section>
        <h2>主题色</h2>
        <ThemePicker />
      </section>
      <section>
        <h2>明暗</h2>
        <Segmented block options={[...modes]} value={mode} onChange={(value) => preferences.setState({ mode: value })} aria-label="明暗" />
      </section>
      <section>
        <h2>密度</h2>
        <Segmented block options={[...densities]} value={density} onChange={(value) => preferences.setState({ density: value })} aria-label="密度" />
      </section>
      <section>
        <h2>显示</h2>
        {(Object.keys(features) as Feature[]).map((name) => (
          <label key={name} className="y-switch">
            <span>{features[name]}</span>
            <Switch size="small" checked={shows[name]} onChange={(on) => show(name, on)} />
          </label>
        ))}
      </section>
      <section>
        <Button block onClick={() => setLogsOpen(true)}>
          错误日志（{errorLogs().length}）
        </Button>
        <Button block onClick={() => preferences.setState(defaults)}>
          恢复默认
        </Button>
      </section>
      <footer>
        <p>版本 {VERSION}</p>
        <p>© 2026 颐安 版权所有</p>
      </footer>
      <ErrorLogs open={logsOpen} onClose={() => setLogsOpen(false)} />
    </Drawer>
  );
}
