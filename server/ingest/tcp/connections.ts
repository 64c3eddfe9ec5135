/**
 * The connections of each device. A number is no credential, and a device that comes anew
 * may leave a dead connection behind: all are read and answered, one is the established one, which alone is told commands. Another takes
 * its place when it closed or fell silent, not by coming.
 */
import { BoundedMap } from '../../bounded-map.ts';
import type { GatewayCounts, GatewayLimits } from '#server/ingest/tcp/gateway-limits.ts';

export interface Connection {
  /** As staff read it. */
  readonly address: string;
  /** Ends it. */
  drop(): void;
}

interface Entry<C> {
  readonly connection: C;
  /** When it was heard last, or came; epoch ms. */
  heard: number;
  spoken: boolean;
}

interface Device<C> {
  readonly key: string;
  /** So long the device may say nothing, in ms. */
  readonly heartbeatMs: number;
  /** In the order of their coming. */
  readonly open: Map<C, Entry<C>>;
  established: C | null;
  /** Where the established one was that closed beside others: for a while its place is kept for who comes back from there. */
  kept: { readonly address: string; readonly until: number } | null;
  /** Whoever spoke last, also when it has closed since. */
  last: C | null;
}

export interface ConnectionsOptions<C> {
  /** Epoch ms. */
  readonly clock: () => number;
  readonly limits: Pick<GatewayLimits, 'connectionsPerDevice' | 'keptMs' | 'takeovers' | 'takeoverMs'>;
  readonly counts: Pick<GatewayCounts, 'sessions' | 'extra' | 'takeovers' | 'contested' | 'restless' | 'surplus' | 'replaced'>;
  /** Two connections of a device speak in turns: `other` spoke between two frames of `connection`. */
  onContested(connection: C, other: C): void;
  /** Its place was taken over too often: commands wait. */
  onRestless(connection: C): void;
}

export interface Connections<C> {
  /** Lets a connection in. `proven`: it has shown a credential, and replaces all others. */
  enter(key: string, connection: C, heartbeatMs: number, proven: boolean): void;
  leave(key: string, connection: C): void;
  /** A connection said something. */
  heard(key: string, connection: C): void;
  established(key: string): C | null;
  of(key: string): C[];
}

const MOST_REMEMBERED = 50_000;

export function createConnections<C extends Connection>(options: ConnectionsOptions<C>): Connections<C> {
  const { clock, limits, counts, onContested, onRestless } = options;
  const devices = new Map<string, Device<C>>();
  const takeovers = new BoundedMap<string, { since: number; count: number }>(MOST_REMEMBERED);

  const isSilent = (device: Device<C>, { heard }: Entry<C>) => clock() - heard > device.heartbeatMs;

  function count(): void {
    counts.sessions = devices.size;
  }

  function mayTakeOver(key: string): boolean {
    const now = clock();
    const entry = takeovers.get(key);
    if (entry && now - entry.since < limits.takeoverMs) return ++entry.count <= limits.takeovers;
    takeovers.delete(key);
    takeovers.set(key, { since: now, count: 1 });
    return true;
  }

  /** Gives the place to a connection that is alive, when it is free. */
  function settle(device: Device<C>, { connection }: Entry<C>): void {
    const { established, kept } = device;
    if (established === connection) return;
    const holder = established && device.open.get(established);
    if (holder && !isSilent(device, holder)) return;
    if (!holder && kept && kept.until > clock() && kept.address !== connection.address) return;
    device.kept = null;
    if (mayTakeOver(device.key)) {
      if (holder) counts.takeovers++;
      device.established = connection;
      return;
    }
    device.established = null;
    counts.restless++;
    onRestless(connection);
  }

  /**
   * Who goes where there are too many: what is silent, else the one longest unheard of
   * the address that has most. Never the newcomer, never the established one that speaks.
   */
  function surplus(device: Device<C>, newcomer: C): Entry<C> | undefined {
    const entries = [...device.open.values()];
    const others = entries
      .filter((entry) => entry.connection !== newcomer && (entry.connection !== device.established || isSilent(device, entry)))
      .sort((a, b) => a.heard - b.heard);
    const near = Map.groupBy(entries, ({ connection }) => connection.address);
    const crowd = ({ connection }: Entry<C>) => near.get(connection.address)!.length;
    const most = Math.max(...others.map(crowd));
    return others.find((entry) => isSilent(device, entry)) ?? others.find((entry) => crowd(entry) === most);
  }

  function leave(key: string, connection: C): void {
    const device = devices.get(key);
    if (!device?.open.delete(connection)) return;
    if (device.open.size > 0) counts.extra--;
    else devices.delete(key);
    count();
    if (device.established !== connection) return;
    device.established = null;
    if (device.open.size === 0) return;
    const near = [...device.open.values()].filter((entry) => entry.connection.address === connection.address);
    if (near.length > 0)
      settle(
        device,
        near.reduce((a, b) => (b.heard > a.heard ? b : a)),
      );
    else device.kept = { address: connection.address, until: clock() + limits.keptMs };
  }

  return {
    leave,
    enter(key, connection, heartbeatMs, proven) {
      const device = devices.get(key) ?? { key, heartbeatMs, open: new Map<C, Entry<C>>(), established: null, kept: null, last: null };
      devices.set(key, device);
      if (device.open.size > 0) counts.extra++;
      const entry = { connection, heard: clock(), spoken: false };
      device.open.set(connection, entry);
      count();
      if (proven) {
        device.established = connection;
        for (const other of device.open.keys()) {
          if (other === connection) continue;
          counts.replaced++;
          leave(key, other);
          other.drop();
        }
        return;
      }
      settle(device, entry);
      if (device.open.size <= limits.connectionsPerDevice) return;
      const gone = surplus(device, connection)?.connection;
      if (!gone) return;
      counts.surplus++;
      leave(key, gone);
      gone.drop();
    },
    heard(key, connection) {
      const device = devices.get(key);
      const entry = device?.open.get(connection);
      if (!device || !entry) return;
      const other = device.last;
      device.last = connection;
      const before = entry.spoken;
      entry.heard = clock();
      entry.spoken = true;
      if (other && other !== connection && before) {
        counts.contested++;
        onContested(connection, other);
      }
      settle(device, entry);
    },
    established: (key) => devices.get(key)?.established ?? null,
    of: (key) => [...(devices.get(key)?.open.keys() ?? [])],
  };
}
