/** Who is signed in here: one small store, kept in sessionStorage. */
import { createStore } from 'zustand/vanilla';
import { countDown, isDue, TICK } from './countdown.ts';
import { CallError } from './refusals.ts';
import { oneTabAtATime, openChannel, type Lock, type Tokens } from './session-channel.ts';
import { withRefreshToken, type SignedIn, type TokenAnswer } from './token-exchange.ts';

export interface Session {
  tokens: Tokens | null;
  user: SignedIn | null;
  /** Authority strings, each true: of the sign-in, then of user/info. */
  permissions: Readonly<Record<string, true>>;
  /** Null until a lock password is set. */
  lock: Lock | null;
  /** `screen`: a big screen that somebody let in, which may look at the screens and at nothing else. */
  scope: 'server' | 'screen';
}

/** Why a session ended without the person asking for it (null: it was asked for), and whose it was. */
export type Ending = { text: string | null; user: SignedIn | null };

const KEY = 'yian.session';
const NOBODY: Session = { tokens: null, user: null, permissions: {}, lock: null, scope: 'server' };

function restore(): Session {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Session | null;
    return kept?.tokens?.access && kept.user ? { ...NOBODY, ...kept } : NOBODY;
  } catch {
    return NOBODY;
  }
}

export const session = createStore<Session>(restore);
session.subscribe((state) => {
  if (state.tokens) sessionStorage.setItem(KEY, JSON.stringify(state));
  else sessionStorage.removeItem(KEY);
  channel.hold(state.tokens !== null);
});

const endings = new Set<(ending: Ending) => void>();
/** Hears the end of the session, whoever caused it. Gives a function that stops hearing. */
export function onEnding(hear: (ending: Ending) => void): () => void {
  endings.add(hear);
  return () => void endings.delete(hear);
}

const channel = openChannel({
  share: () => (session.getState().tokens ? JSON.stringify(session.getState()) : null),
  onRefreshed(was, tokens) {
    if (session.getState().tokens?.refresh === was) session.setState({ tokens });
  },
  onEnded(refresh) {
    if (session.getState().tokens?.refresh === refresh) endHere(null);
  },
  onLock(user, lock) {
    if (session.getState().user?.id === user) session.setState({ lock });
  },
});

channel.hold(session.getState().tokens !== null);

export const isLocked = ({ tokens, lock }: Session): boolean => tokens !== null && lock?.locked === true;

/** Changes the lock here and in every tab of the same person: one that stayed open would show what the others hide. */
export function setLock(lock: Lock | null): void {
  const { user } = session.getState();
  if (!user) return;
  session.setState({ lock });
  channel.tell({ type: 'lock', user: user.id, lock });
}

/** The tokens of an answer, counted from now. */
export const tokensOf = (answer: TokenAnswer): Tokens => ({
  access: answer.access_token,
  refresh: answer.refresh_token,
  left: answer.expires_in,
  countedAt: Date.now(),
});

export const asPermissions = (names: readonly string[]): Record<string, true> =>
  Object.fromEntries(names.map((name) => [name, true as const]));

/** Takes on the session of somebody who has signed in, whichever way. */
export function enter(answer: TokenAnswer): void {
  const names = (answer.user_info.authorities ?? []).map(({ authority }) => authority);
  session.setState({
    tokens: tokensOf(answer),
    user: answer.user_info,
    permissions: asPermissions(names),
    lock: null,
    scope: answer.scope ?? 'server',
  });
}

/** What is asked of the person before anything else is open: a password of their own, or a second factor. */
export function restrictionOf({ user }: Session): 'password' | 'totp' | null {
  if (user?.credentialsNonExpired === false) return 'password';
  return user?.mustEnrol ? 'totp' : null;
}

/** Writes down what user/info says of it, or that it is done. */
export function restrict(what: { password: boolean; totp: boolean }): void {
  const { user } = session.getState();
  if (user) session.setState({ user: { ...user, credentialsNonExpired: !what.password, mustEnrol: what.totp } });
}

/** Takes over the session of another open tab, as a link in a new tab needs. Gives whether there was one. */
export async function adopt(): Promise<boolean> {
  const text = await channel.ask();
  if (text) session.setState(JSON.parse(text) as Session);
  return text !== null;
}

let moving = false;
/**
 * While the tenant is being changed (web/tenants/move.ts) the old tokens are refused: that
 * ends nothing, and nothing is sent again with the new ones.
 */
export const holdStill = (still: boolean) => void (moving = still);

let lastWords = () => '';
/** What is added when the session ends by itself: what still waits for this person. */
export const sayAtEnd = (words: () => string) => void (lastWords = words);

/** Ends the session in this page only: the front-end-only logout. */
export function endHere(text: string | null): void {
  const { tokens, user } = session.getState();
  if (moving || !tokens) return;
  const said = text && text + lastWords();
  session.setState(NOBODY);
  for (const hear of endings) hear({ text: said, user });
}

/**
 * Tells the server and every tab, then ends here, saying `text` if it was not the person's wish; a
 * server that cannot be reached does not keep anybody signed in.
 */
export async function signOut(text: string | null = null): Promise<void> {
  const { tokens, user } = session.getState();
  if (!tokens) return;
  const headers = { authorization: `Bearer ${tokens.access}`, 'tenant-id': String(user?.tenantId ?? '') };
  await fetch('/auth/token/logout', { method: 'DELETE', headers, signal: AbortSignal.timeout(5000) }).catch(() => null);
  channel.tell({ type: 'ended', refresh: tokens.refresh });
  endHere(text);
}

let refreshing: Promise<string | null> | null = null;

async function exchangeTokens(): Promise<string | null> {
  const before = session.getState().tokens;
  if (!before || moving) return null;
  try {
    return await oneTabAtATime(async () => {
      const now = session.getState().tokens;
      if (now?.refresh !== before.refresh) return now?.access ?? null;
      const tokens = tokensOf(await withRefreshToken(before.refresh));
      session.setState({ tokens });
      channel.tell({ type: 'refreshed', was: before.refresh, tokens });
      return tokens.access;
    });
  } catch (error) {
    const { status, message } = error as CallError;
    // Only the server's word ends a session: without a network, or while it restarts, the next tick tries again.
    if (status >= 400 && status < 500 && status !== 429) endHere(message);
    return null;
  }
}

/** New tokens, once however many ask. Gives the access token; null when there is none to be had now. */
export function refresh(): Promise<string | null> {
  refreshing ??= exchangeTokens().finally(() => (refreshing = null));
  return refreshing;
}

/** The access token if it is another than `used` was, after an exchange that is under way; null when `used` is still the latest. */
export async function newerThan(used: string | undefined): Promise<string | null> {
  await refreshing;
  const now = session.getState().tokens?.access ?? null;
  return moving || now === used ? null : now;
}

/** Looks at the token every ten seconds, and when the page is shown again. Gives a function that stops it. */
export function watchToken(): () => void {
  const look = () => {
    const { tokens } = session.getState();
    if (!tokens) return;
    const now = Date.now();
    const left = countDown(tokens.left, (now - tokens.countedAt) / 1000);
    session.setState({ tokens: { ...tokens, left, countedAt: now } });
    if (isDue(left)) void refresh();
  };
  const shown = () => {
    const { tokens } = session.getState();
    if (document.visibilityState === 'visible' && tokens && Date.now() - tokens.countedAt > TICK * 1000) look();
  };
  const timer = setInterval(look, TICK * 1000);
  document.addEventListener('visibilitychange', shown);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', shown);
  };
}
