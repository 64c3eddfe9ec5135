/** From the address to what is shown: the guard's verdict, then a page in a tab, or a page that fills the window. */
import { Suspense, useEffect, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { Route, Routes, useLocation } from 'react-router';
import { useStore } from 'zustand';
import { isLocked, session } from '#web/api/session.ts';
import { useDocumentTitle } from '#web/api/system-title.ts';
import { drawCurtain, frame } from './curtain.ts';
import { useMenu, useWallAddress } from './current-user.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { go, useGo } from './go.ts';
import { guard, type Verdict } from './guard.ts';
import { Layout } from './layout.tsx';
import { LazyPage } from './lazy-page.tsx';
import { findPage, type PageRoute } from './page-routes.ts';
import { useSlots } from './slots.ts';
import { openTab, tabs, useTabs } from './tab-store.ts';
import { addressOf, currentTab, HOME } from './tabs.ts';

function obey(verdict: Verdict, toLogin: (back: string) => void): void {
  // Whoever opens the lock comes back to where they were.
  const unlocked = verdict.go === 'to' && verdict.address === HOME && location.pathname === '/lock';
  if (unlocked) go(addressOf(currentTab(tabs.getState())), { replace: true });
  else if (verdict.go === 'to') go(verdict.address, { replace: true });
  else if (verdict.go === 'login') toLogin(verdict.back);
  else if (verdict.go === 'window') {
    window.open(verdict.url, '_blank', 'noopener');
    history.back();
  }
}

/** A page that fills the window, without the frame. */
function WholePage({ route, path, search }: { route: PageRoute; path: string; search: string }) {
  const { state } = useLocation();
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <Routes location={{ pathname: path, search, hash: '', state, key: path }}>
          <Route path={route.path} element={<LazyPage route={route} />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}

export function Frame({ toLogin }: { toLogin: (back: string) => void }) {
  useGo();
  const { pathname: path, search } = useLocation();
  const signedIn = useStore(session, ({ tokens }) => tokens !== null);
  const locked = useStore(session, isLocked);
  const menu = useMenu();
  const { pages } = useSlots();
  const wall = useWallAddress();
  const tab = currentTab(useTabs());
  const verdict = guard({ path, search }, { signedIn, locked, wall });
  const staying = verdict.go === 'stay';
  const found = staying ? findPage(pages, menu, path) : null;
  const inTab = found !== null && found.route.tab !== false && found.label !== '';
  const label = found?.label ?? '';
  // Also in the moment between the opening of the lock and the way back.
  const behind = locked || (signedIn && path === '/lock');

  useLayoutEffect(() => {
    if (inTab) openTab({ label, path, search });
  }, [inTab, label, path, search]);
  useLayoutEffect(() => (locked ? drawCurtain() : undefined), [locked]);

  // Not in a layout effect: on the first picture the router does not listen to its history before those have run.
  useEffect(() => {
    if (!staying) obey(guard({ path, search }, { signedIn, locked, wall }), toLogin);
    else if (label === '') go('/404', { replace: true, state: { from: path + search } });
  }, [staying, label, path, search, signedIn, locked, wall, toLogin]);

  useDocumentTitle(inTab ? tab.label : label);

  return (
    <>
      {/* Behind a locked screen the frame lives on, out of the document: alarms ring, and nothing that was typed is lost. */}
      {(inTab || behind) && createPortal(<Layout path={inTab ? path : tab.path} />, frame)}
      {found && !inTab && <WholePage route={found.route} path={path} search={search} />}
    </>
  );
}
