/** Who is refused without asking the directory. All memory here is bounded: a flood forgets the oldest entries first. */
import type { GatewayLimits } from '#server/ingest/tcp/gateway-limits.ts';

export interface Refusals {
  /** A connection without a known id begins; false when its address has too many of them. */
  enter(address: string): boolean;
  leave(address: string): void;
  /** True when this id, or its address, was refused too recently to ask again. */
  refused(id: string, address: string): boolean;
  known(id: string): void;
  unknown(id: string, address: string): void;
}

const MOST_ENTRIES = 50_000;

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MOST_ENTRIES) map.delete(map.keys().next().value!);
}

/** `clock` gives epoch ms. */
export function createRefusals(clock: () => number, limits: GatewayLimits): Refusals {
  const strangers = new Map<string, number>();
  const ids = new Map<string, number>();
  const addresses = new Map<string, { since: number; count: number }>();
  // A watch that was here before must get in although a stranger at the same carrier address misbehaves.
  const seen = new Map<string, true>();
  return {
    enter(address) {
      const count = strangers.get(address) ?? 0;
      if (count >= limits.strangersPerAddress) return false;
      strangers.set(address, count + 1);
      return true;
    },
    leave(address) {
      const count = strangers.get(address) ?? 0;
      if (count > 1) strangers.set(address, count - 1);
      else strangers.delete(address);
    },
    refused(id, address) {
      const now = clock();
      const until = ids.get(id);
      if (until !== undefined && until > now) return true;
      const entry = addresses.get(address);
      const crowded = entry !== undefined && now - entry.since < limits.refusalMs && entry.count >= limits.unknownPerAddress;
      return crowded && !seen.has(id);
    },
    known(id) {
      ids.delete(id);
      remember(seen, id, true);
    },
    unknown(id, address) {
      const now = clock();
      seen.delete(id);
      remember(ids, id, now + limits.refusalMs);
      const entry = addresses.get(address);
      if (entry && now - entry.since < limits.refusalMs) entry.count++;
      else remember(addresses, address, { since: now, count: 1 });
    },
  };
}
