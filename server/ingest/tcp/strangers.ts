/**
 * Connections that have not shown yet whose they are. They are counted apart from those of
 * known devices, and where there is no room the oldest of them gives way to the newcomer: idle
 * connections never keep a device out, also not one that shares their address.
 */
import { originOf } from '#server/http/client-addresses.ts';
import type { GatewayCounts, GatewayLimits } from '#server/ingest/tcp/gateway-limits.ts';

export interface Stranger {
  /** True while its id is looked up: then it does not give way, or a fleet that comes at once would push itself out. */
  asked: boolean;
  /** It has shown whose it is, or is gone. May be called again. */
  leave(): void;
}

export interface Strangers {
  /** Takes a new connection; null when it has to go. `open` is how many connections there are beside it, `giveWay` ends this one. */
  enter(address: string, open: number, giveWay: () => void): Stranger | null;
}

interface Entry extends Stranger {
  giveWay(): void;
}

type Limits = Pick<GatewayLimits, 'maxConnections' | 'strangers' | 'strangersPerAddress'>;

/** The strangers of one gateway. Sets keep the order of arrival. */
export function createStrangers(limits: Limits, counts: Pick<GatewayCounts, 'gaveWay'>): Strangers {
  const all = new Set<Entry>();
  const perAddress = new Map<string, Set<Entry>>();

  /** Ends the oldest that may go; false when there is none. */
  function makeRoom(among: ReadonlySet<Entry>): boolean {
    for (const entry of among) {
      if (entry.asked) continue;
      counts.gaveWay++;
      entry.leave();
      entry.giveWay();
      return true;
    }
    return false;
  }

  return {
    enter(address, open, giveWay) {
      const key = originOf(address);
      const near = perAddress.get(key);
      if (near && near.size >= limits.strangersPerAddress) {
        if (!makeRoom(near)) return null;
      } else if ((all.size >= limits.strangers || open >= limits.maxConnections) && !makeRoom(all)) return null;
      const entry: Entry = {
        asked: false,
        giveWay,
        leave() {
          all.delete(entry);
          const own = perAddress.get(key);
          if (own?.delete(entry) && own.size === 0) perAddress.delete(key);
        },
      };
      all.add(entry);
      const own = perAddress.get(key) ?? new Set();
      perAddress.set(key, own.add(entry));
      return entry;
    },
  };
}
