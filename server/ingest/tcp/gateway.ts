/**
 * The TCP server of one protocol. It knows no database: devices come from the directory, events go to the sink, and a device is
 * answered only after the sink has committed.
 */
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { DeviceDirectory, KnownDevice, Protocol } from '#server/ingest/events.ts';
import { createBacklog } from '#server/ingest/tcp/backlog.ts';
import { createFrameRates } from '#server/ingest/tcp/frame-rates.ts';
import { gatewayLimits, noGatewayCounts } from '#server/ingest/tcp/gateway-limits.ts';
import type { GatewayCounts, GatewayLimits } from '#server/ingest/tcp/gateway-limits.ts';
import type { TcpProtocol, WireFrame } from '#server/ingest/tcp/protocol.ts';
import { createRefusals } from '#server/ingest/tcp/refusals.ts';
import { openSession, shortened } from '#server/ingest/tcp/session.ts';
import type { Session, SessionParts } from '#server/ingest/tcp/session.ts';

export interface GatewayOptions<F extends WireFrame, M> extends Pick<SessionParts, 'sink' | 'parts' | 'clock' | 'log'> {
  readonly protocol: TcpProtocol<F, M>;
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  readonly directory: DeviceDirectory;
  readonly limits?: Partial<GatewayLimits>;
  /** What an unknown number means for whoever bought it; true when it is registered now. */
  readonly adopt?: (number: string, protocol: Protocol) => Promise<boolean>;
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
  /** Closes a device's connection, for example after it was moved to another tenant. */
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
  const sessions = new Map<string, Session<F>>();
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

  async function lookUp(id: string, address: string): Promise<KnownDevice | null> {
    if (refusals.refused(id, address)) {
      counts.unknownIds++;
      counts.rateRefused++;
      return null;
    }
    try {
      const device = (await registered(id)) ?? (await adopted(id));
      const speaks = device?.profile.protocol ?? protocol.name;
      if (device && speaks === protocol.name) {
        refusals.known(id);
        return device;
      }
      refusals.unknown(id, address);
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

  /** Makes a session the one of its device. */
  function enter(socket: Socket, session: Session<F>): void {
    if (socket.destroyed) return;
    const { key } = session.device;
    const old = sessions.get(key);
    sessions.set(key, session);
    counts.sessions = sessions.size;
    if (!old) return;
    counts.replaced++;
    old.drop();
  }

  function open(socket: Socket, device: KnownDevice, id: string, met: () => void): Session<F> {
    const onAdmitted = () => {
      met();
      enter(socket, session);
    };
    const session = openSession(socket, protocol, { device, id, onAdmitted }, parts);
    working.add(session);
    const rest = () => void session.idle().then(() => working.delete(session));
    if (socket.destroyed) setImmediate(rest);
    else
      socket.once('close', () => {
        if (sessions.get(device.key) === session) sessions.delete(device.key);
        counts.sessions = sessions.size;
        rest();
      });
    // Where an id is enough, the newcomer replaces the old connection before its first frame is stored.
    if (!protocol.admitted) onAdmitted();
    return session;
  }

  function serve(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    if (stopping || !refusals.enter(address)) {
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
    let stranger = true;
    const silence = setTimeout(() => {
      counts.silent++;
      socket.destroy();
    }, limits.firstFrameMs);

    function left(): void {
      clearTimeout(silence);
      if (stranger) refusals.leave(address);
      stranger = false;
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
      const device = await lookUp(id, address);
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
  server.maxConnections = limits.maxConnections;
  server.on('drop', () => counts.dropped++);
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
    online: (deviceKey) => sessions.has(deviceKey),
    send: (deviceKey, content) => sessions.get(deviceKey)?.send(content) ?? false,
    admit: (ids) => ids.forEach(refusals.known),
    disconnect: (deviceKey) => sessions.get(deviceKey)?.drop(),
    stop: () => (stopped ??= stop()),
  };
}
