/** The pages of the tabs: the current one shown, the recent ones kept alive with their state, their effects and polling stopped. */
import { Skeleton } from 'antd';
import { Activity, memo, Suspense, useMemo } from 'react';
import { Route, Routes } from 'react-router';
import { useMenu } from './current-user.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { LazyPage } from './lazy-page.tsx';
import { findPage, type PageRoute } from './page-routes.ts';
import { useSlots } from './slots.ts';
import { followPages, UnsavedPage } from '#web/ui/unsaved.ts';
import { TabContext } from './tab-context.ts';
import { stepTabs, tabs as store, useTabs } from './tab-store.ts';
import { alive, close, isHome, type Tab } from './tabs.ts';

/** The page's own location stays what it was while others are shown. */
const Page = memo(function Page({ route, path, search }: { route: PageRoute; path: string; search: string }) {
  const place = useMemo(() => ({ pathname: path, search, hash: '', state: null, key: path + search }), [path, search]);
  return (
    <ErrorBoundary>
      <Suspense fallback={<Skeleton active className="y-page-loading" paragraph={{ rows: 8 }} />}>
        <Routes location={place}>
          <Route path={route.path} element={<LazyPage route={route} />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
});

followPages({ shown: () => store.getState().current, isOpen: (page) => store.getState().list.some(({ id }) => id === page) });

function TabPage({ tab, visible }: { tab: Tab; visible: boolean }) {
  const menu = useMenu();
  const { pages } = useSlots();
  const found = findPage(pages, menu, tab.path);
  const context = useMemo(() => ({ id: tab.id, visible, close: () => stepTabs((tabs) => close(tabs, tab.id)) }), [tab.id, visible]);
  if (!found) return null;
  return (
    <TabContext value={context}>
      <UnsavedPage value={tab.id}>
        <Page route={found.route} path={tab.path} search={tab.search} />
      </UnsavedPage>
    </TabContext>
  );
}

export function TabPages() {
  const tabs = useTabs();
  const living = alive(tabs);
  return tabs.list
    .filter(({ id }) => living.has(id))
    .map((tab) => {
      const visible = tab.id === tabs.current;
      return (
        <Activity key={`${tab.id}.${tab.round}`} mode={visible ? 'visible' : 'hidden'}>
          <div className="y-page">
            {/* Home greets by its own. */}
            {!isHome(tab) && <h1 className="y-unseen">{tab.label}</h1>}
            <TabPage tab={tab} visible={visible} />
          </div>
        </Activity>
      );
    });
}
