/** Shows the login page or the application, whichever the session calls for. The login page is all that a stranger loads. */
import { startTransition, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod/v4/core';
import { watchErrors } from './api/error-logs.ts';
import { adopt, isLocked, onEnding, restrictionOf, session } from './api/session.ts';
import { followTitle } from './api/system-title.ts';
import { wipe } from './carer/owners.ts';
import { wipeDrafts } from './questionnaires/drafts.ts';
import { guard, hasCode, isPublic, isWall, loginAddress, ofCode, wayBack } from './shell/guard.ts';
import { Login } from './login/login.tsx';
import { askPuzzle } from './login/slider.tsx';
import { readWays } from './login/ways.ts';
import { whenIdle } from './shell/when-idle.ts';
import { followTheme } from './theme/preferences.ts';
import './theme/palette.css';
import './theme/base.css';

// The content security policy forbids making functions from text; schemas must not try.
config({ jitless: true });

const root = createRoot(document.querySelector('#root') as HTMLElement);
const loadApplication = () => import('./application.tsx');
const loadPhone = () => import('./carer/phone.tsx');
const PHONE = '/carer';
const onPhone = (address: string) => address.split('?')[0] === PHONE;

function showLogin(text: string | null): void {
  const back = wayBack(location.search);
  const ways = readWays();
  root.render(<Login key={performance.now()} notice={text} ways={ways} onSignedIn={signedIn} />);
  const load = async () => (onPhone(back) ? await loadPhone() : await (await loadApplication()).prepare(back));
  // The application behind the page comes after the puzzle, which would otherwise share the line with it.
  void ways
    .then(({ captcha }) => (captcha === 'slider' && !isWall(back) ? askPuzzle() : undefined))
    .then(() => whenIdle(() => void load().catch(() => {})));
}

/** Pages of strangers, each in a chunk of its own and without the application. */
const openPages: Record<string, () => Promise<{ default: ComponentType }>> = {
  '/register': () => import('./login/register.tsx'),
  '/forgot': () => import('./login/forgot.tsx'),
  '/subscribe': () => import('./subscriptions/subscribe.tsx'),
  '/paid': () => import('./subscriptions/paid.tsx'),
  '/authredirect': () => import('./login/redirect.tsx'),
  '/applet/applet/index': () => import('./login/applet.tsx'),
  '/r': () => import('./work-orders/rate.tsx'),
  '/t': () => import('./tickets/family.tsx'),
  '/visit': () => import('./visitors/booking-page.tsx'),
  '/home': () => import('./home-care/open-page.tsx'),
  '/p': () => import('./elderly/stranger-code.tsx'),
};

async function showOpenPage(load: () => Promise<{ default: ComponentType }>): Promise<void> {
  const { default: Page } = await load();
  root.render(<Page />);
}

function toLogin(back: string, text: string | null = null): void {
  history.replaceState(null, '', loginAddress(back));
  showLogin(text);
}

/** Begins to fetch a page beside the application, which would ask for it only once it is there itself. A stranger needs no list of pages. */
async function fetchPage(path: string): Promise<void> {
  const { pages } = await import('./routes.tsx');
  await pages.find((page) => page.path === path)?.load();
}

/** Instead of the application, while something else is asked of the person. */
async function showRestriction(): Promise<void> {
  const { default: Restriction } = await import('./login/restriction.tsx');
  root.render(<Restriction key={restrictionOf(session.getState())} onDone={() => void show()} />);
}

async function showApplication(): Promise<void> {
  if (restrictionOf(session.getState())) return showRestriction();
  void fetchPage(location.pathname).catch(() => {});
  const { Application, prepare } = await loadApplication();
  const ready = await prepare(location.pathname);
  if (restrictionOf(session.getState())) return showRestriction();
  if (session.getState().tokens === null && !isPublic(location.pathname)) return;
  // In slices: the browser answers in between.
  startTransition(() => root.render(<Application toLogin={toLogin} ready={ready} />));
}

/** The carer's page stands beside the application: it opens with what the phone keeps, whether somebody is signed in or not. */
async function showPhone(): Promise<void> {
  if (restrictionOf(session.getState())) return showRestriction();
  const { Phone, preparePhone } = await loadPhone();
  if (!(await preparePhone())) return toLogin(PHONE);
  root.render(<Phone toLogin={() => toLogin(PHONE)} />);
}

const show = () => (onPhone(location.pathname) ? showPhone() : showApplication());

async function signedIn(): Promise<void> {
  history.replaceState(null, '', wayBack(location.search));
  await show();
}

async function start(): Promise<void> {
  watchErrors(() => session.getState().user?.username ?? '');
  followTheme(() => {});
  followTitle();
  if (!session.getState().tokens && location.pathname !== '/login') await adopt();
  const visitor = { signedIn: session.getState().tokens !== null, locked: isLocked(session.getState()) };
  if (hasCode(location.search)) {
    const first = guard({ path: location.pathname, search: location.search }, visitor);
    if (first.go === 'to') history.replaceState(null, '', first.address);
  }
  const { pathname: path, search } = location;
  if (onPhone(path) && !visitor.locked) return showPhone();
  const verdict = guard({ path, search }, visitor);
  if (verdict.go === 'login') return toLogin(verdict.back);
  if (path === '/login' && verdict.go === 'stay') return showLogin(null);
  const isOpen = verdict.go === 'stay' && !(visitor.signedIn && ofCode(path));
  const openPage = isOpen ? openPages[path.replace(/^\/(r|t|p|visit|home)\/.+/, '/$1')] : undefined;
  if (openPage) return showOpenPage(openPage);
  await showApplication();
}

onEnding(({ text, user }) => {
  if (text === null && user) {
    const person = { tenantId: user.tenantId, userId: user.id };
    wipe(person);
    wipeDrafts(person);
  }
  // A session that ran out ends nothing on the phone: she goes on, and signs in when she can.
  if (text === null || !onPhone(location.pathname)) toLogin(text === null ? '/' : location.pathname + location.search, text);
});
void start();
