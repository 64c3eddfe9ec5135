/** Keeps one connection open: attempts, back-off with jitter, giving up, waking up. Knows nothing of what is spoken. */
import type { Surroundings } from './surroundings.ts';

/** `paused`: no more attempts until wake(). */
export type LinkState = 'connecting' | 'open' | 'waiting' | 'paused' | 'stopped' | 'unsupported';

export interface Attempt {
  /** The connection is of use now. */
  opened: () => void;
  /**
   * It has ended, or never began. `replaced`: a newer page of the same person took its place, so insisting would take that one's in turn.
   */
  closed: (how: 'lost' | 'replaced') => void;
}

export interface LinkOptions {
  surroundings: Surroundings;
  /** Begins an attempt; gives a function that drops the connection at once, whatever its state. */
  open: (attempt: Attempt) => () => void;
  onState: (state: LinkState) => void;
  /** Attempts in a row after a loss before pausing; endless by default. */
  maxAttempts?: number;
}

export type Link = ReturnType<typeof keepLink>;

const BASE_MS = 1000;
const MAX_MS = 30_000;
/** The attempt from which on the delay no longer grows. */
const SLOWEST = 6;
/** Nothing heard from the other side for so long: the attempt has failed. */
const PATIENCE_MS = 10_000;
/** A connection that lived so long was a good one: its loss starts counting anew. */
const STABLE_MS = 5000;

/** How long to wait before reconnection `attempt` (from 1): doubling from 1 s to 30 s, of which a random half is taken off. */
export const backoff = (attempt: number, random: () => number): number =>
  Math.min(MAX_MS, BASE_MS * 2 ** (attempt - 1)) * (1 - random() / 2);

/**
 * Makes the `open` of a link that needs a token first. `begin` gets it and returns what drops its connection;
 * without a token the attempt has failed.
 */
export function afterToken(
  getToken: () => Promise<string | null>,
  begin: (token: string, attempt: Attempt) => () => void,
): LinkOptions['open'] {
  return (attempt) => {
    let dropped = false;
    let drop = () => {};
    async function start() {
      const token = await getToken().catch(() => null);
      if (dropped) return;
      if (token === null) attempt.closed('lost');
      else drop = begin(token, attempt);
    }
    void start();
    return () => {
      dropped = true;
      drop();
    };
  };
}

/** Begins at once; `stop()` ends it for good. */
export function keepLink({ surroundings, open, onState, maxAttempts = Infinity }: LinkOptions) {
  let state: LinkState = 'stopped';
  let attempts = 0;
  let openedAt = 0;
  let drop = () => {};
  let timer: unknown;
  let generation = 0;

  function become(next: LinkState) {
    if (state === next) return;
    state = next;
    onState(next);
  }

  function end() {
    generation++;
    surroundings.clearTimeout(timer);
    const last = drop;
    drop = () => {};
    last();
  }

  function connect() {
    end();
    const own = generation;
    const current = () => own === generation;
    become('connecting');
    timer = surroundings.setTimeout(() => current() && lose('lost'), PATIENCE_MS);
    const dropThis = open({
      opened() {
        if (!current()) return;
        surroundings.clearTimeout(timer);
        openedAt = surroundings.now();
        become('open');
      },
      closed: (how) => void (current() && lose(how)),
    });
    // An attempt may have failed before open() returned.
    if (current()) drop = dropThis;
    else dropThis();
  }

  function lose(how: 'lost' | 'replaced') {
    if (state === 'open' && surroundings.now() - openedAt >= STABLE_MS) attempts = 0;
    end();
    attempts++;
    if (attempts > maxAttempts || (how === 'replaced' && !surroundings.visible())) return become('paused');
    timer = surroundings.setTimeout(connect, backoff(how === 'replaced' ? SLOWEST : attempts, surroundings.random));
    become('waiting');
  }

  connect();
  return {
    state: () => state,
    /** Connects without further delay unless it is open; `afresh` replaces an open connection too. */
    wake(afresh: boolean) {
      if (state === 'stopped' || (!afresh && (state === 'open' || state === 'connecting'))) return;
      attempts = 0;
      connect();
    },
    stop() {
      end();
      become('stopped');
    },
  };
}
