/** The bounds of what vendors push, and what is counted for /metrics. */
import { BoundedMap } from '../../bounded-map.ts';

export const pushLimits = {
  bodyBytes: 256 * 1024,
  /** Bodies of all deliveries under way; above it they are asked to come back. */
  totalBytes: 32 * 1024 * 1024,
  maxConnections: 2000,
  requestMs: 15_000,
  /** Deliveries of one integration: at once, and a second from then on. */
  burst: 1000,
  perSecond: 200,
  /** Wrong keys of one address a minute; then it is not asked for any more. */
  wrongKeys: 30,
  stopMs: 6000,
};
export type PushLimits = typeof pushLimits;

export const noPushCounts = () => ({
  requests: 0,
  waiting: 0,
  waitingBytes: 0,
  stored: 0,
  strangers: 0,
  unreadable: 0,
  wrongKeys: 0,
  wrongSignatures: 0,
  replayed: 0,
  foreignAddresses: 0,
  oversize: 0,
  throttled: 0,
  shed: 0,
  failed: 0,
});
export type PushCounts = ReturnType<typeof noPushCounts>;

interface Bucket {
  tokens: number;
  at: number;
}

/** A bounded set of token buckets. `now` in ms. */
export function buckets(burst: number, perSecond: number, now: () => number, most = 20_000) {
  const all = new BoundedMap<string, Bucket>(most);
  function filled(name: string): Bucket {
    const time = now();
    const bucket = all.get(name) ?? { tokens: burst, at: time };
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, time - bucket.at) / 1000) * perSecond);
    bucket.at = time;
    return bucket;
  }
  const missing = ({ tokens }: Bucket) => (tokens < 1 ? (1 - tokens) / perSecond : 0);
  return {
    /** In how many seconds there is a token; 0 when there is one, which stays. */
    wait: (name: string) => (all.has(name) ? missing(filled(name)) : 0),
    /** Takes a token and gives 0, or in how many seconds there is one. */
    take(name: string): number {
      const bucket = filled(name);
      all.set(name, bucket);
      const seconds = missing(bucket);
      if (seconds === 0) bucket.tokens--;
      return seconds;
    },
  };
}
