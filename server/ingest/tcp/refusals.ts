/** Which ids are refused without asking the directory. All memory here is bounded: a flood forgets the oldest entries first. */
import { BoundedMap } from '../../bounded-map.ts';
import { originOf } from '#server/http/client-addresses.ts';
import type { GatewayLimits } from '#server/ingest/tcp/gateway-limits.ts';

export interface Refusals {
  /** True when this id was refused too recently to ask again. */
  refused(id: string): boolean;
  /**
   * True when its address showed so many unknown ids that those are not worth a question each
   * (whether a batch wants them). Known ids of the address are looked up all the same: carriers put many devices behind one.
   */
  crowded(address: string): boolean;
  known(id: string): void;
  unknown(id: string, address: string): void;
}

const MOST_ENTRIES = 50_000;

/** `clock` gives epoch ms. */
export function createRefusals(clock: () => number, limits: GatewayLimits): Refusals {
  const ids = new BoundedMap<string, number>(MOST_ENTRIES);
  const addresses = new BoundedMap<string, { since: number; count: number }>(MOST_ENTRIES);
  return {
    refused: (id) => (ids.get(id) ?? 0) > clock(),
    crowded(address) {
      const entry = addresses.get(originOf(address));
      return entry !== undefined && clock() - entry.since < limits.refusalMs && entry.count >= limits.unknownPerAddress;
    },
    known: (id) => void ids.delete(id),
    unknown(id, address) {
      const now = clock();
      const key = originOf(address);
      ids.delete(id);
      ids.set(id, now + limits.refusalMs);
      const entry = addresses.get(key);
      if (entry && now - entry.since < limits.refusalMs) entry.count++;
      else {
        addresses.delete(key);
        addresses.set(key, { since: now, count: 1 });
      }
    },
  };
}
