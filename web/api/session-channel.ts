/**
 * What the open tabs of one browser tell each other about their session: sessionStorage is one tab's own, a refresh token can be used once.
 */

export interface Tokens {
  access: string;
  refresh: string;
  /** Seconds that the access token has left, as of `countedAt`. */
  left: number;
  /** Epoch milliseconds. */
  countedAt: number;
}

/** The lock of the screen: of the session, so every tab of it has the same. */
export interface Lock {
  locked: boolean;
  /** Hexadecimal; the password itself is nowhere. */
  salt: string;
  hash: string;
  /** Wrong passwords in a row. */
  tries: number;
}

type Message =
  | { type: 'ask' }
  | { type: 'offer'; session: string }
  /** `was` names the refresh token that is used up: only tabs that still hold it take the new ones. */
  | { type: 'refreshed'; was: string; tokens: Tokens }
  | { type: 'ended'; refresh: string }
  | { type: 'lock'; user: number; lock: Lock | null };

const NAME = 'yian.session';
/**
 * How long another tab may take to answer: one that is known to be there, perhaps with its hands full, and one of which nothing is known.
 */
const PATIENCE_MS = 5000;
const GUESS_MS = 150;
/** Every tab that has a session holds this lock, together with the others: a new tab sees at once whether there is one to ask. */
const HELD = `${NAME}.held`;

/** Whether another tab has a session; null where there are no locks to tell, outside a secure context. */
async function isHeld(): Promise<boolean | null> {
  if (!navigator.locks) return null;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === HELD);
}

/** Opens the channel. `share` gives this tab's session as text, null when there is none to share. */
export function openChannel(hooks: {
  share: () => string | null;
  onRefreshed: (was: string, tokens: Tokens) => void;
  onEnded: (refresh: string) => void;
  onLock: (user: number, lock: Lock | null) => void;
}) {
  const channel = new BroadcastChannel(NAME);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin anyway
  const tell = (message: Message) => channel.postMessage(message);
  let take: ((session: string) => void) | null = null;
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type === 'refreshed') hooks.onRefreshed(data.was, data.tokens);
    else if (data.type === 'ended') hooks.onEnded(data.refresh);
    else if (data.type === 'lock') hooks.onLock(data.user, data.lock);
    else if (data.type === 'offer') take?.(data.session);
    else {
      const session = hooks.share();
      if (session) tell({ type: 'offer', session });
    }
  });
  let letGo: (() => void) | null = null;
  return {
    tell,
    /** Says whether this tab has a session to share. */
    hold(has: boolean): void {
      if (has === (letGo !== null) || !navigator.locks) return;
      letGo?.();
      letGo = null;
      if (!has) return;
      const released = new Promise<void>((resolve) => (letGo = resolve));
      void navigator.locks.request(HELD, { mode: 'shared' }, () => released);
    },
    /** The session of another open tab; null when none has one, or none answers. */
    async ask(): Promise<string | null> {
      const held = await isHeld();
      if (held === false) return null;
      return new Promise((resolve) => {
        const done = (session: string | null) => {
          take = null;
          resolve(session);
        };
        take = done;
        tell({ type: 'ask' });
        setTimeout(done, held ? PATIENCE_MS : GUESS_MS, null);
      });
    },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs one tab at a time. Outside a secure context there are no locks: then a random pause has to do. */
export async function oneTabAtATime<T>(run: () => Promise<T>): Promise<T> {
  if (!navigator.locks) {
    await pause(Math.random() * 2000);
    return run();
  }
  return navigator.locks.request(NAME, async () => {
    // What the tab before us has told is delivered as a task of its own.
    await pause(30);
    return run();
  });
}
