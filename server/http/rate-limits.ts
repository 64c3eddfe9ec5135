/** Token buckets per caller and rate class, in memory of the process. Sign-in has its own lasting limits (server/users/logins.ts). */
import { BoundedMap } from '../bounded-map.ts';
import type { Rate } from '#contract/http.ts';
import { tooMany } from '../errors.ts';

/** Beside those of the contract: tokens that this installation did not give (server/http/session.ts), by network. */
type Class = Rate | 'unknown';

/** Requests a minute, and how many may come at once. */
const CLASSES: Record<Class, { perMinute: number; burst: number }> = {
  unknown: { perMinute: 30, burst: 20 },
  // By address, which the staff of a house share when a shift begins.
  login: { perMinute: 120, burst: 60 },
  open: { perMinute: 60, burst: 60 },
  read: { perMinute: 1200, burst: 300 },
  write: { perMinute: 240, burst: 120 },
  export: { perMinute: 10, burst: 5 },
  upload: { perMinute: 60, burst: 20 },
  // A hundred errors each: a person presses the button once.
  log: { perMinute: 6, burst: 6 },
};

interface Bucket {
  tokens: number;
  at: number;
}

const MOST = 50_000;

/**
 * A limiter of one process: call it with who asks and the class; throws 429 with
 * Retry-After when the bucket is empty, else gives what returns the place. `factor` widens all classes (tests, benchmarks).
 */
export function rateLimiter(now: () => number, factor = 1) {
  const buckets = new BoundedMap<string, Bucket>(MOST);
  return (who: string, rate: Class): (() => void) => {
    const { perMinute, burst } = CLASSES[rate];
    const key = `${rate}:${who}`;
    const at = now();
    const bucket = buckets.get(key) ?? { tokens: burst * factor, at };
    bucket.tokens = Math.min(burst * factor, bucket.tokens + (Math.max(0, at - bucket.at) / 60_000) * perMinute * factor);
    bucket.at = at;
    if (bucket.tokens < 1) throw tooMany(((1 - bucket.tokens) / (perMinute * factor)) * 60);
    bucket.tokens -= 1;
    buckets.set(key, bucket);
    return () => void (bucket.tokens += 1);
  };
}
