/** What to do when the database refuses: wait and try again, or give the frame up. */
import { databaseAway } from '../errors.ts';

// Deadlock, serialization, lock and statement timeouts, and everything of class 53: no memory, no connections, disk full.
const PASSING = new Set(['40001', '40P01', '55P03', '57014', '25P03']);

/** Whether the same work may succeed later: the data is not to blame. */
export function passing(error: unknown): boolean {
  const { code } = error as { code?: string };
  return databaseAway(error) || (code !== undefined && (PASSING.has(code) || code.startsWith('53') || code.startsWith('08')));
}

export class Stopped extends Error {
  constructor() {
    super('The ingest is stopping');
    this.name = 'Stopped';
  }
}

export interface Patience {
  /**
   * Runs `work` until it succeeds or fails for good; rejects with `Stopped` when `stop()` comes first.
   * Nothing is lost by trying twice: all our writes are idempotent.
   */
  insist<T>(work: () => Promise<T>): Promise<T>;
  stop(): void;
}

/**
 * Back-off of 50 ms to 2 s with jitter, so that writes flow again within seconds of the
 * database's return. `onRetry` is told once per failed attempt.
 */
export function patience(onRetry: (error: unknown, attempt: number) => void): Patience {
  const stopping = new AbortController();
  return {
    async insist(work) {
      for (let attempt = 0; ; attempt++) {
        try {
          return await work();
        } catch (error) {
          if (!passing(error)) throw error;
          onRetry(error, attempt);
          if (stopping.signal.aborted) throw new Stopped();
          await pause(Math.min(2000, 50 * 2 ** attempt) * (0.5 + Math.random() / 2), stopping.signal);
          if (stopping.signal.aborted) throw new Stopped();
        }
      }
    },
    stop: () => stopping.abort(),
  };
}

/** Resolves after `ms`, or at once when the signal comes. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
