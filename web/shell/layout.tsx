/** The frame: sidebar, top bar, tabs, and the page in the middle. */
import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { preferences } from '#web/theme/preferences.ts';
import { screenSize } from '#web/ui/display.ts';
import { FilledSlot } from './filled-slot.tsx';
import { FrameDialogs } from './frame-dialogs.tsx';
import { lazyPart } from './lazy-part.ts';
import { loadPage } from './lazy-page.tsx';
import { OfflineBanner } from './offline.tsx';
import { matches } from './page-routes.ts';
import { useRealtime } from './realtime.ts';
import { Sidebar } from './sidebar.tsx';
import { useSlots } from './slots.ts';
import { TabBar } from './tab-bar.tsx';
import { TabPages } from './tab-pages.tsx';
import { TopBar } from './top-bar.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import './layout.css';

const Watermark = lazyPart(() => import('./watermark.tsx'));

export function Layout({ path }: { path: string }) {
  const { shows } = useStore(preferences);
  const { pages } = useSlots();
  useShortcuts();
  useRealtime();
  // On a phone the menu lies over the page: it goes when the page that was asked for comes.
  useEffect(() => {
    if (path && screenSize(window.innerWidth) === 0) preferences.setState({ collapsed: true });
  }, [path]);
  const prefetch = (wanted: string) => {
    const route = pages.find((one) => matches(one, wanted));
    if (route) void loadPage(route).catch(() => {});
  };
  return (
    <div className="y-frame" data-tabs={shows.tags || undefined}>
      <a className="y-skip" href="#page">
        跳到内容
      </a>
      <Sidebar path={path} prefetch={prefetch} />
      <TopBar />
      {shows.tags && <TabBar />}
      <main id="page" className="y-pages" tabIndex={-1}>
        <OfflineBanner />
        <FilledSlot name="banners" />
        <TabPages />
      </main>
      <FrameDialogs />
      <FilledSlot name="background" />
      {shows.watermark && (
        <Suspense fallback={null}>
          <Watermark />
        </Suspense>
      )}
    </div>
  );
}
