/** From the address to what is shown: the guard's verdict, then a page in a tab, or a page that fills the window. */
import { Suspense, useEffect, useLayoutEffect } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { useStore } from 'zustand';
import { session } from '#web/api/session.ts';
import { pages } from '../routes.tsx';
import { useMenu } from './current-user.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { go, useGo } from './go.ts';
import { guard, type Verdict } from './guard.ts';
import { Layout } from './layout.tsx';
import { LazyPage } from './lazy-page.tsx';
import { findPage } from './page-routes.ts';
import { tabs, useTabs } from './tab-store.ts';
import { currentTab, open } from './tabs.ts';

const NAME = '颐安';

function obey(verdict: Verdict, toLogin: (back: string) => void): void {
  if (verdict.go === 'to') go(verdict.address, { replace: true });
  else if (verdict.go === 'login') toLogin(verdict.back);
  else if (verdict.go === 'window') {
    window.open(verdict.url, '_blank', 'noopener');
    history.back();
  }
}

export function Frame({ toLogin }: { toLogin: (back: string) => void }) {
  useGo();
  const { pathname: path, search, state } = useLocation();
  const signedIn = useStore(session, ({ tokens }) => tokens !== null);
  const menu = useMenu();
  const { label: tabLabel } = currentTab(useTabs());
  const verdict = guard({ path, search }, { signedIn, locked: false });
  const staying = verdict.go === 'stay';
  const found = staying ? findPage(pages, menu, path) : null;
  const inTab = found !== null && found.route.tab !== false && found.label !== '';
  const label = found?.label ?? '';

  useLayoutEffect(() => {
    if (inTab) tabs.setState(open(tabs.getState(), { label, path, search }));
  }, [inTab, label, path, search]);

  // Not in a layout effect: on the first picture the router does not listen to its history before those have run.
  useEffect(() => {
    if (!staying) obey(guard({ path, search }, { signedIn, locked: false }), toLogin);
    else if (label === '') go('/404', { replace: true, state: { from: path + search } });
  }, [staying, label, path, search, signedIn, toLogin]);

  useEffect(() => {
    document.title = inTab ? `${tabLabel} - ${NAME}` : label ? `${label} - ${NAME}` : NAME;
  }, [inTab, tabLabel, label]);

  if (inTab) return <Layout path={path} />;
  if (!found) return null;
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <Routes location={{ pathname: path, search, hash: '', state, key: path }}>
          <Route path={found.route.path} element={<LazyPage route={found.route} />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
