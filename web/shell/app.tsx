/** The application behind the login page: everything that is bigger than it. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App as AntdApp, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { Suspense, useEffect, useLayoutEffect, useMemo, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { useStore } from 'zustand';
import { showMessagesWith } from '#web/api/messages.ts';
import { onEnding, session, watchToken } from '#web/api/session.ts';
import { antdTheme } from '#web/theme/antd-theme.ts';
import { frameColors, variablesOf } from '#web/theme/frame-colors.ts';
import { preferences, textScale } from '#web/theme/preferences.ts';
import { pages } from '../routes.tsx';
import { prepareUser } from './current-user.ts';
import { Frame } from './frame.tsx';
import { LazyPage, loadPage } from './lazy-page.tsx';
import { messageLine } from './message-line.ts';
import { matches, type PageRoute } from './page-routes.ts';
import { useDark } from './use-dark.ts';
import '#web/theme/antd.css';

dayjs.locale('zh-cn');

const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000, retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } } });
onEnding(() => client.clear());

/** The words that antd leaves in English. */
const locale = { ...zhCN, Table: { ...zhCN.Table, selectAll: '全选当页', selectionAll: '全选所有' } };

function Themed({ children }: { children: ReactNode }) {
  const accent = useStore(preferences, (state) => state.accent);
  const name = useStore(preferences, (state) => state.theme);
  const density = useStore(preferences, (state) => state.density);
  const scale = useStore(preferences, textScale);
  const isDark = useDark();
  const frame = useMemo(() => frameColors(name, `#${accent}`, isDark), [name, accent, isDark]);
  const theme = useMemo(() => antdTheme({ accent: `#${accent}`, isDark, density, scale, side: frame.side }), [accent, isDark, density, scale, frame]);
  useLayoutEffect(() => {
    const { style, classList, dataset } = document.documentElement;
    classList.add('yian');
    dataset.frame = name;
    style.setProperty('--y-accent', `#${accent}`);
    style.setProperty('--y-accent-solid', 'var(--ant-color-primary)');
    // Solids are light in the dark theme: what is drawn on them is dark.
    if (isDark) style.setProperty('--y-accent-line', '#0e1113');
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

function Messages() {
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

const failed = pages.find((route) => matches(route, '/500')) as PageRoute;

/** `ready` false: neither the person nor the menu could be read, which the failure page says. */
export function Application({ toLogin, ready }: { toLogin: (back: string) => void; ready: boolean }) {
  useEffect(() => (session.getState().tokens ? watchToken() : undefined), []);
  return (
    <QueryClientProvider client={client}>
      <Themed>
        <Messages />
        <BrowserRouter>
          {ready ? (
            <Frame toLogin={toLogin} />
          ) : (
            <Suspense fallback={null}>
              <LazyPage route={failed} />
            </Suspense>
          )}
        </BrowserRouter>
      </Themed>
    </QueryClientProvider>
  );
}

/** Loads what the first picture needs: the page's own code, the person, the menu. Gives false when the server does not let us have them. */
export async function prepare(path: string): Promise<boolean> {
  const route = pages.find((one) => matches(one, path)) ?? pages[0];
  // A page that does not load says so in its own place.
  const loading = route && loadPage(route).promise.catch(() => null);
  if (!session.getState().tokens) return true;
  try {
    await Promise.all([prepareUser(client), loading]);
    return true;
  } catch {
    // A refused session has led to the login page already.
    return session.getState().tokens === null;
  }
}
