/**
 * The TCP server of one protocol. It knows no database: devices come from the directory, events go to the sink, and a device is
 * answered only after the sink has committed.
 */
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { plainAddress } from '#server/http/client-addresses.ts';
import type { DeviceDirectory, KnownDevice, Protocol } from '#server/ingest/events.ts';
import { inNetworks } from '#server/ingest/networks.ts';
import { createBacklog } from '#server/ingest/tcp/backlog.ts';
import { createConnections } from '#server/ingest/tcp/connections.ts';
import { createFrameRates } from '#server/ingest/tcp/frame-rates.ts';
import { gatewayLimits, noGatewayCounts } from '#server/ingest/tcp/gateway-limits.ts';
import type { GatewayCounts, GatewayLimits } from '#server/ingest/tcp/gateway-limits.ts';
import type { TcpProtocol, WireFrame } from '#server/ingest/tcp/protocol.ts';
import { createRefusals } from '#server/ingest/tcp/refusals.ts';
import { openSession, shortened } from '#server/ingest/tcp/session.ts';
import type { Session, SessionParts } from '#server/ingest/tcp/session.ts';
import { createStrangers } from '#server/ingest/tcp/strangers.ts';

/** What staff should know of a device's connections; addresses as they are read. */
export type ConnectionNote =
  /** Two connections speak in turns; the one that is told commands comes first. */
  | { readonly kind: 'twice'; readonly addresses: readonly [string, string] }
  /** Refused: its type names networks, and this address is in none of them. */
  | { readonly kind: 'outside'; readonly address: string }
  /** Connections took over from one another so often that commands wait. */
  | { readonly kind: 'restless'; readonly address: string };

export interface GatewayOptions<F extends WireFrame, M> extends Pick<SessionParts, 'sink' | 'parts' | 'clock' | 'log'> {
  readonly protocol: TcpProtocol<F, M>;
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  readonly directory: DeviceDirectory;
  readonly limits?: Partial<GatewayLimits>;
  /** What an unknown number means for whoever bought it; true when it is registered now. */
  readonly adopt?: (number: string, protocol: Protocol) => Promise<boolean>;
  /** Hears what staff should know; must not throw, and bears being called for every frame. */
  readonly note?: (device: KnownDevice, note: ConnectionNote) => void;
}

export interface TcpGateway {
  readonly port: number;
  /** Live numbers for /metrics. */
  readonly counts: Readonly<GatewayCounts>;
  online(deviceKey: string): boolean;
  /**
   * Sends command content in the words of the protocol to a device that is connected here; false when it is not. Gives the index the
   * acknowledgement will carry, null in the protocols without one.
   */
  send(deviceKey: string, content: string | Buffer): { index: string | null } | false;
  /** Forgets that these ids were refused: their device has just been registered and shall not wait for the refusal to end. */
  admit(ids: readonly string[]): void;
  /** Closes a device's connections, for example after it was moved to another tenant. */
  disconnect(deviceKey: string): void;
  /** Stops accepting and reading, waits for commits in flight, answers them, closes. Bounded by `limits.stopMs`. */
  stop(): Promise<void>;
}

/** Starts listening; rejects when the port cannot be had. */
export async function startTcpGateway<F extends WireFrame, M>(options: GatewayOptions<F, M>): Promise<TcpGateway> {
  const limits = { ...gatewayLimits, ...options.limits };
  const counts = noGatewayCounts();
  const refusals = createRefusals(options.clock, limits);
  const parts: SessionParts = { ...options, limits, counts, backlog: createBacklog(limits, counts), rates: createFrameRates(limits) };
  const { protocol, directory, log } = options;
  const strangers = createStrangers(limits, counts);
  const connections = createConnections<Session<F>>({
    clock: options.clock,
    limits,
    counts,
    onContested(one, other) {
      const first = connections.established(one.device.key) === other ? other : one;
      options.note?.(one.device, { kind: 'twice', addresses: [first.address, (first === one ? other : one).address] });
    },
    onRestless: ({ device, address }) => options.note?.(device, { kind: 'restless', address }),
  });
  const sockets = new Set<Socket>();
  // Longer than their sockets: what a device sent before its network went away is still stored.
  const working = new Set<Session<F>>();
  let stopping = false;

  const spellings = (id: string) => [id, ...(protocol.spellings?.(id) ?? [])];

  async function registered(id: string): Promise<KnownDevice | null> {
    for (const spelling of spellings(id)) {
      const found = await directory.find(spelling);
      if (found) return found;
    }
    return null;
  }

  /** The device of a number that nobody entered, when its batch enters it by itself. */
  async function adopted(id: string): Promise<KnownDevice | null> {
    for (const spelling of options.adopt ? spellings(id) : []) if (await options.adopt?.(spelling, protocol.name)) return registered(id);
    return null;
  }

  /** Whether a device came from outside the networks that its type names. */
  function isOutside(device: KnownDevice, address: string): boolean {
    if (inNetworks(device.profile.networks, address)) return false;
    counts.foreignNetworks++;
    options.note?.(device, { kind: 'outside', address: plainAddress(address) });
    return true;
  }

  async function lookUp(id: string, address: string): Promise<KnownDevice | null> {
    if (refusals.refused(id)) {
      counts.unknownIds++;
      counts.rateRefused++;
      return null;
    }
    try {
      const crowded = refusals.crowded(address);
      const device = (await registered(id)) ?? (crowded ? null : await adopted(id));
      const speaks = device?.profile.protocol ?? protocol.name;
      if (device && speaks === protocol.name) {
        refusals.known(id);
        // Not remembered: the device itself may come from where it should a moment later.
        return isOutside(device, address) ? null : device;
      }
      if (crowded) counts.rateRefused++;
      else refusals.unknown(id, address);
      if (device) {
        counts.wrongProtocols++;
        log.warn({ device: shortened(id), speaks: protocol.name, registered: speaks }, 'device refused, its model speaks another protocol');
        return null;
      }
      counts.unknownIds++;
      log.info({ device: shortened(id), protocol: protocol.name }, 'unregistered device refused');
    } catch (error) {
      counts.directoryErrors++;
      log.warn({ device: shortened(id), error: error instanceof Error ? error.name : 'unknown' }, 'device look-up failed');
    }
    return null;
  }

  function open(socket: Socket, device: KnownDevice, id: string, met: () => void): Session<F> {
    const { key, profile } = device;
    const onAdmitted = () => {
      met();
      if (socket.destroyed) return;
      connections.enter(
        key,
        session,
        profile.heartbeatMs ?? protocol.heartbeatMs,
        protocol.admitted !== undefined && profile.authentication !== false,
      );
    };
    const who = {
      device,
      id,
      address: plainAddress(socket.remoteAddress ?? ''),
      isEstablished: () => connections.established(key) === session,
      onHeard: () => connections.heard(key, session),
      onAdmitted,
    };
    const session: Session<F> = openSession(socket, protocol, who, parts);
    working.add(session);
    const rest = () => void session.idle().then(() => working.delete(session));
    if (socket.destroyed) setImmediate(rest);
    else
      socket.once('close', () => {
        connections.leave(key, session);
        rest();
      });
    // Where an id is enough, it is among the device's connections before its first frame is stored.
    if (!protocol.admitted) onAdmitted();
    return session;
  }

  function serve(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const stranger = stopping ? null : strangers.enter(address, sockets.size, () => socket.destroy());
    if (!stranger) {
      counts.dropped++;
      socket.destroy();
      return;
    }
    counts.connections++;
    counts.open++;
    sockets.add(socket);
    const framer = protocol.framer(counts, Math.min(limits.firstFrameBytes, protocol.largestFrame));
    let session: Session<F> | null = null;
    let held: F[] | null = null;
    const silence = setTimeout(() => {
      counts.silent++;
      socket.destroy();
    }, limits.firstFrameMs);

    function left(): void {
      clearTimeout(silence);
      stranger?.leave();
    }

    function met(): void {
      left();
      framer.limit = protocol.largestFrame;
    }

    async function identify(frames: F[]): Promise<void> {
      const first = frames.findIndex((frame) => protocol.idOf(frame) !== null);
      counts.nameless += first < 0 ? frames.length : first;
      if (first < 0) return;
      held = first > 0 ? frames.slice(first) : frames;
      const id = protocol.idOf(held[0]!)!;
      socket.pause();
      stranger!.asked = true;
      const device = await lookUp(id, address);
      stranger!.asked = false;
      if (stopping) return;
      if (!device) {
        socket.destroy();
        return;
      }
      session = open(socket, device, id, met);
      socket.resume();
      session.take(held);
      held = null;
    }

    function fail(error: unknown): void {
      log.error({ err: error }, 'device connection failed');
      socket.destroy();
    }

    socket.on('data', (chunk) => {
      if (stopping || socket.destroyed) return;
      const frames = framer.push(chunk as Buffer);
      if (session) session.take(frames);
      else if (held) held.push(...frames);
      else if (frames.length > 0) identify(frames).catch(fail);
      if (!framer.overflow) return;
      counts.oversize++;
      socket.destroy();
    });
    socket.on('error', () => counts.socketErrors++);
    socket.once('close', () => {
      left();
      counts.open--;
      sockets.delete(socket);
    });
    socket.setTimeout(limits.idleMs, () => {
      counts.idle++;
      socket.destroy();
    });
  }

  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, serve);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', (error) => log.error({ err: error }, 'device gateway'));

  async function stop(): Promise<void> {
    stopping = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const over = new AbortController();
    const late = wait(limits.stopMs, null, { signal: over.signal }).catch(() => null);
    await Promise.race([Promise.all([...working].map((session) => session.finish())), late]);
    const gone = [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    // Unread bytes at closing time would reset the connection and take the last answers with them: read and throw away.
    for (const socket of sockets) {
      socket.end();
      socket.resume();
    }
    // A peer that does not close its half would keep us here.
    await Promise.race([closed, wait(500, null, { signal: over.signal }).catch(() => null)]);
    for (const socket of sockets) socket.destroy();
    await Promise.all([closed, ...gone]);
    over.abort();
  }

  let stopped: Promise<void> | null = null;
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    online: (deviceKey) => connections.of(deviceKey).length > 0,
    send: (deviceKey, content) => connections.established(deviceKey)?.send(content) ?? false,
    admit: (ids) => ids.forEach(refusals.known),
    disconnect: (deviceKey) => connections.of(deviceKey).forEach((session) => session.drop()),
    stop: () => (stopped ??= stop()),
  };
}
