/** Colours, words and messages around whatever is drawn with antd. */
import { App as AntdApp, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { showMessagesWith } from '#web/api/messages.ts';
import { antdTheme } from '#web/theme/antd-theme.ts';
import { frameColors, variablesOf } from '#web/theme/frame-colors.ts';
import { preferences, textScale } from '#web/theme/preferences.ts';
import { dark } from '#web/theme/tokens.ts';
import { messageLine } from './message-line.ts';
import { useDark } from './use-dark.ts';
import { useStill } from './use-still.ts';

dayjs.locale('zh-cn');

/** The words that antd leaves in English. */
const locale = { ...zhCN, Table: { ...zhCN.Table, selectAll: '全选当页', selectionAll: '全选所有' } };

export function Themed({ children }: { children: ReactNode }) {
  const accent = useStore(preferences, (state) => state.accent);
  const name = useStore(preferences, (state) => state.theme);
  const density = useStore(preferences, (state) => state.density);
  const scale = useStore(preferences, textScale);
  const isDark = useDark();
  const still = useStill();
  const frame = useMemo(() => frameColors(name, `#${accent}`, isDark), [name, accent, isDark]);
  const theme = useMemo(
    () => antdTheme({ accent: `#${accent}`, isDark, still, density, scale, side: frame.side }),
    [accent, isDark, still, density, scale, frame],
  );
  useLayoutEffect(() => {
    const { style, classList, dataset } = document.documentElement;
    classList.add('yian');
    dataset.frame = name;
    style.setProperty('--y-accent', `#${accent}`);
    style.setProperty('--y-accent-solid', 'var(--ant-color-primary)');
    // Solids are light in the dark theme: what is drawn on them is dark.
    if (isDark) style.setProperty('--y-accent-line', dark.layout);
    else style.removeProperty('--y-accent-line');
    for (const [variable, value] of variablesOf(frame)) style.setProperty(variable, value);
  }, [accent, name, isDark, frame]);
  return (
    <ConfigProvider theme={theme} locale={locale}>
      <AntdApp component={false} message={{ maxCount: 1, duration: 3 }}>
        {children}
      </AntdApp>
    </ConfigProvider>
  );
}

/** What `showMessage` says, one at a time. */
export function Messages() {
  const { message } = AntdApp.useApp();
  useLayoutEffect(() => {
    // Never under one key: a message would have the rest of the time of the one before it, or, opened while that leaves, stay for ever.
    const line = messageLine({ open: (type, content, onClose) => message.open({ type, content, onClose }) });
    showMessagesWith(line.show);
    document.addEventListener('visibilitychange', line.look);
    return () => document.removeEventListener('visibilitychange', line.look);
  }, [message]);
  return null;
}
