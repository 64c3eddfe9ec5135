/** Work that one process does for all: whoever holds the lock does it, the others wait for it. */
import pg from 'pg';
import { connection, type Target } from '../db/pool.ts';

/** Numbers that nobody else locks. */
export const leaderLocks = { poller: 7_209_014_554, subscriber: 7_209_014_555 } as const;

/** Holds one lock for as long as its connection lives; `onLost` hears when that ends by itself. */
export function leadership(database: Target, work: keyof typeof leaderLocks, onLost: () => void = () => {}) {
  let holder: pg.Client | null = null;
  let over = false;
  return {
    get leading() {
      return holder !== null;
    },
    /** Whether this process does the work now; tries to when nobody does. Never rejects. */
    async leads(): Promise<boolean> {
      if (holder) return true;
      const client = new pg.Client(connection(database, `yian ${work}`));
      client.on('error', () => {
        if (holder !== client) return;
        holder = null;
        onLost();
      });
      try {
        await client.connect();
        const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [leaderLocks[work]]);
        if (rows[0]!.mine && !over) {
          holder = client;
          return true;
        }
      } catch {
        // Asked again with the next turn.
      }
      await client.end().catch(() => {});
      return false;
    },
    /** Gives the lock back, for good. */
    async resign(): Promise<void> {
      over = true;
      const last = holder;
      holder = null;
      await last?.end().catch(() => {});
    },
  };
}

const LONGEST_PAUSE_S = 3600;

/** Seconds until the next attempt: `everySeconds`, doubled with every failure up to `longest`, with a jitter of a tenth. */
export function pauseOf(everySeconds: number, failures: number, random: number, longest = LONGEST_PAUSE_S): number {
  const pause = failures === 0 ? everySeconds : Math.min(Math.max(longest, everySeconds), everySeconds * 2 ** Math.min(failures, 12));
  return pause * (0.95 + random * 0.1);
}
