/** Shows the login page or the application, whichever the session calls for. The login page is all that a stranger loads. */
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod/v4/core';
import { watchErrors } from './api/error-logs.ts';
import { adopt, isLocked, onEnding, restrictionOf, session } from './api/session.ts';
import { guard, isPublic, loginAddress, wayBack } from './shell/guard.ts';
import { Login } from './shell/login.tsx';
import { followTheme } from './theme/preferences.ts';
import './theme/base.css';

// The content security policy forbids making functions from text; schemas must not try.
config({ jitless: true });

const root = createRoot(document.querySelector('#root') as HTMLElement);
const loadApplication = () => import('./shell/app.tsx');
const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500));

function showLogin(text: string | null): void {
  document.title = '颐安';
  root.render(<Login key={performance.now()} notice={text} onSignedIn={signedIn} />);
  idle(
    () =>
      void loadApplication()
        .then(({ prepare }) => prepare(wayBack(location.search)))
        .catch(() => {}),
  );
}

/** Pages of strangers, each in a chunk of its own and without the application. */
const openPages: Record<string, () => Promise<{ default: ComponentType }>> = {
  '/register': () => import('./external/register.tsx'),
  '/forgot': () => import('./external/forgot.tsx'),
  '/authredirect': () => import('./login/redirect.tsx'),
};

async function showOpenPage(load: () => Promise<{ default: ComponentType }>): Promise<void> {
  const { default: Page } = await load();
  root.render(<Page />);
}

function toLogin(back: string, text: string | null = null): void {
  history.replaceState(null, '', loginAddress(back));
  showLogin(text);
}

/** Begins to fetch a page beside the application, which would ask for it only once it is there itself. */
async function fetchPage(path: string): Promise<void> {
  const { pages } = await import('./routes.tsx');
  await pages.find((page) => page.path === path)?.load();
}

/** Instead of the application, while something else is asked of the person. */
async function showRestriction(): Promise<void> {
  const { default: Restriction } = await import('./login/restriction.tsx');
  root.render(<Restriction key={restrictionOf(session.getState())} onDone={() => void showApplication()} />);
}

async function showApplication(): Promise<void> {
  if (restrictionOf(session.getState())) return showRestriction();
  void fetchPage(location.pathname).catch(() => {});
  const { Application, prepare } = await loadApplication();
  const ready = await prepare(location.pathname);
  if (restrictionOf(session.getState())) return showRestriction();
  if (session.getState().tokens === null && !isPublic(location.pathname)) return;
  root.render(<Application toLogin={toLogin} ready={ready} />);
}

async function signedIn(): Promise<void> {
  history.replaceState(null, '', wayBack(location.search));
  await showApplication();
}

async function start(): Promise<void> {
  watchErrors(() => session.getState().user?.username ?? '');
  followTheme(() => {});
  const { pathname: path, search } = location;
  if (!session.getState().tokens && path !== '/login') await adopt();
  const verdict = guard({ path, search }, { signedIn: session.getState().tokens !== null, locked: isLocked(session.getState()) });
  if (verdict.go === 'login') return toLogin(verdict.back);
  if (path === '/login' && verdict.go === 'stay') return showLogin(null);
  const openPage = verdict.go === 'stay' ? openPages[path] : undefined;
  if (openPage) return showOpenPage(openPage);
  await showApplication();
}

onEnding(({ text }) => toLogin(text === null ? '/' : location.pathname + location.search, text));
void start();
