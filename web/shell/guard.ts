/** Who may go where (specification 1, section 2). Pure. */
import { HOME } from './tabs.ts';

export interface Place {
  path: string;
  /** With its question mark, or empty. */
  search: string;
}

export interface Visitor {
  signedIn: boolean;
  /** The screen is locked. */
  locked: boolean;
  /** Where the session of a big screen belongs, which sees nothing else; null for people. */
  wall?: string | null;
}

export type Verdict = { go: 'stay' } | { go: 'to'; address: string } | { go: 'login'; back: string } | { go: 'window'; url: string };

const LOGIN = '/login';
const LOCK = '/lock';
const APPLET = '/applet/applet/index';
const EMBEDDED = '/myiframe/';
const SCREEN = '/screen';
const GROUP_SCREEN = '/screen/group';
const CALL_SCREEN = '/screen/calls';
/**
 * They need no session: the specification's public routes, registering, buying outside of login, coming
 * back from paying, the forgotten password, and signing in by a code.
 */
const PUBLIC = new Set([
  LOGIN,
  LOCK,
  '/404',
  '/403',
  '/500',
  '/401',
  '/authredirect',
  '/register',
  '/forgot',
  '/subscribe',
  '/paid',
  APPLET,
]);

const stay: Verdict = { go: 'stay' };
const to = (address: string): Verdict => ({ go: 'to', address });

/**
 * Whether a page can be seen without signing in; `/s/{key}` is the public questionnaire, `/r/{token}` the rating of a service, `/t/{token}`
 * the page for families, `/visit/{token}` the booking of a visit, `/home/{token}` that of care at home, `/p/{code}` what a stranger reads of a wristband.
 */
export const isPublic = (path: string) => PUBLIC.has(path) || /^\/([srtp]|visit|home)\/[^/]+$/.test(path);

/** `/p/{code}`, which leads staff to the person, also after signing in. */
export const ofCode = (path: string) => /^\/p\/[^/]+$/.test(path);

/** The address in a target that leads elsewhere: whatever contains http opens a new window, but for what a page of ours embeds. */
export const outside = (target: string): string | null =>
  target.includes('http') && !target.startsWith(EMBEDDED) ? target.slice(target.indexOf('http')) : null;

/** Whether an address is one of the big screens. */
export const isWall = (address: string) => [SCREEN, GROUP_SCREEN, CALL_SCREEN].includes(address.split('?')[0] as string);

/** The wall of whom `permissions` belong to: the group's where there are institutions below, else the institution's. */
export const wallOf = (permissions: Readonly<Record<string, true>>, tenantIds: readonly number[]): string =>
  permissions.group_screen && (tenantIds.length > 1 || !permissions.tenant_screen) ? GROUP_SCREEN : SCREEN;

/** Whether an address brings the code of a sign-in from elsewhere. */
export const hasCode = (search: string) => new URLSearchParams(search).has('auth_code');

/** The address without the code of a sign-in and the state that came with it. */
function withoutCode(path: string, search: string): string {
  const params = new URLSearchParams(search);
  params.delete('auth_code');
  params.delete('state');
  return params.size > 0 ? `${path}?${params}` : path;
}

/** The applet's page with the whole query, and with `redirect` as the page that was asked for. */
function appletAddress(path: string, search: string): string {
  const params = new URLSearchParams(search);
  params.set('redirect', path === LOGIN ? wayBack(search) : withoutCode(path, search));
  return `${APPLET}?${params}`;
}

/** Where a visitor of `place` ends up. */
export function guard({ path, search }: Place, { signedIn, locked, wall = null }: Visitor): Verdict {
  if (locked) return path === LOCK ? stay : to(LOCK);
  // A code signs in. With a session there is nothing left to do for it.
  if (path === APPLET) return signedIn ? to(wayBack(search)) : stay;
  if (hasCode(search)) return to(signedIn ? withoutCode(path, search) : appletAddress(path, search));
  // A lock without anybody behind it has nothing to open.
  if (!signedIn) return isPublic(path) && path !== LOCK ? stay : { go: 'login', back: path === LOCK ? '/' : path + search };
  if (wall) return isWall(path) ? stay : to(wall);
  if (path === LOCK) return to(HOME);
  const url = outside(path);
  if (url) return { go: 'window', url };
  if (path === LOGIN || path === '/' || path === '/wel') return to(HOME);
  return stay;
}

/** The way back after signing in: an address of ours, or home. */
export function wayBack(search: string): string {
  const back = new URLSearchParams(search).get('redirect') ?? '';
  const path = back.split('?')[0] as string;
  return /^\/(?![/\\])/.test(back) && (!isPublic(path) || ofCode(path)) ? back : HOME;
}

/** `/login`, and how to come back. */
export const loginAddress = (back: string) =>
  back === '/' || back === HOME || back === LOCK || back.startsWith(LOGIN) ? LOGIN : `${LOGIN}?redirect=${encodeURIComponent(back)}`;
