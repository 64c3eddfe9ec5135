/** The application behind the login page: everything that is bigger than it. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { BrowserRouter } from 'react-router';
import { QUERY_DEFAULTS } from '#web/api/query-defaults.ts';
import { isLocked, onEnding, session, watchToken } from '#web/api/session.ts';
import { menuNow, prepareUser, wallNow } from './current-user.ts';
import { Frame } from './frame.tsx';
import { guard } from './guard.ts';
import { LazyPage, loadPage } from './lazy-page.tsx';
import { findPage, matches, type PageRoute } from './page-routes.ts';
import { SlotsContext, type Slots } from './slots.ts';
import { openTab } from './tab-store.ts';
import { Messages, Themed } from './themed.tsx';
import '#web/theme/antd.css';
import '#web/ui/controls.css';

type Pages = Slots['pages'];

const client = new QueryClient({ defaultOptions: QUERY_DEFAULTS });
onEnding(() => client.clear());

interface Props {
  /** What the areas put into the frame. */
  slots: Slots;
  toLogin: (back: string) => void;
  /** False: neither the person nor the menu could be read, which the failure page says. */
  ready: boolean;
}

export function FramedApplication({ slots, toLogin, ready }: Props) {
  const failed = slots.pages.find((route) => matches(route, '/500')) as PageRoute;
  useEffect(() => (session.getState().tokens ? watchToken() : undefined), []);
  return (
    <QueryClientProvider client={client}>
      <Themed>
        <Messages />
        {/* Filters and tabs stand in the address: drawn later than it, a second press would meet the old ones and be lost. */}
        <BrowserRouter useTransitions={false}>
          {ready ? (
            <SlotsContext value={slots}>
              <Frame toLogin={toLogin} />
            </SlotsContext>
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

/** The first picture has the right tab: home would otherwise be loaded and drawn for a moment. */
function openFirstTab(pages: Pages, path: string): void {
  const { search } = location;
  const { go } = guard({ path, search }, { signedIn: true, locked: isLocked(session.getState()), wall: wallNow(client) });
  const found = go === 'stay' ? findPage(pages, menuNow(client), path) : null;
  if (found && found.route.tab !== false && found.label !== '') openTab({ label: found.label, path, search });
}

/** Loads what the first picture needs: the page's own code, the person, the menu. Gives false when the server does not let us have them. */
export async function prepareFirst(pages: Pages, path: string): Promise<boolean> {
  const route = pages.find((one) => matches(one, path)) ?? pages[0];
  // A page that does not load says so in its own place.
  const loading = route && loadPage(route).catch(() => null);
  if (!session.getState().tokens) return true;
  try {
    await Promise.all([prepareUser(client), loading]);
    openFirstTab(pages, path);
    return true;
  } catch {
    // A refused session has led to the login page already.
    return session.getState().tokens === null;
  }
}
