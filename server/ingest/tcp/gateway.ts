/**
 * The TCP server for bracket watches. It knows no database: devices come from the directory, events go to the sink, and a
 * device is answered only after the sink has committed.
 */
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { DeviceDirectory, KnownDevice } from '#server/ingest/events.ts';
import { createBacklog } from '#server/ingest/tcp/backlog.ts';
import { createFramer, MAX_FRAME } from '#server/ingest/tcp/framer.ts';
import type { Frame } from '#server/ingest/tcp/framer.ts';
import { gatewayLimits, noGatewayCounts } from '#server/ingest/tcp/gateway-limits.ts';
import type { GatewayCounts, GatewayLimits } from '#server/ingest/tcp/gateway-limits.ts';
import { createRefusals } from '#server/ingest/tcp/refusals.ts';
import { openSession, shortened } from '#server/ingest/tcp/session.ts';
import type { Session, SessionParts } from '#server/ingest/tcp/session.ts';

export interface WatchGatewayOptions extends Pick<SessionParts, 'sink' | 'clock' | 'log'> {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  readonly directory: DeviceDirectory;
  readonly limits?: Partial<GatewayLimits>;
}

export interface WatchGateway {
  readonly port: number;
  /** Live numbers for /metrics. */
  readonly counts: Readonly<GatewayCounts>;
  online(deviceKey: string): boolean;
  /**
   * Sends command content (see `watchCommands`) to a device that is connected here; false when it is not. Gives the index the
   * acknowledgement will carry, null in the dialects without one.
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
export async function startWatchGateway(options: WatchGatewayOptions): Promise<WatchGateway> {
  const limits = { ...gatewayLimits, ...options.limits };
  const counts = noGatewayCounts();
  const refusals = createRefusals(options.clock, limits);
  const parts: SessionParts = { ...options, limits, counts, backlog: createBacklog(limits, counts) };
  const { directory, log } = options;
  const sessions = new Map<string, Session>();
  const sockets = new Set<Socket>();
  // Longer than their sockets: what a watch sent before its network went away is still stored.
  const working = new Set<Session>();
  let stopping = false;

  async function lookUp(id: string, address: string): Promise<KnownDevice | null> {
    if (refusals.refused(id, address)) {
      counts.unknownIds++;
      counts.rateRefused++;
      return null;
    }
    try {
      const device = await directory.find(id);
      if (device) {
        refusals.known(id);
        return device;
      }
      counts.unknownIds++;
      refusals.unknown(id, address);
      log.info({ device: shortened(id) }, 'unregistered watch refused');
    } catch (error) {
      counts.directoryErrors++;
      log.warn({ device: shortened(id), error: error instanceof Error ? error.name : 'unknown' }, 'device look-up failed');
    }
    return null;
  }

  function open(socket: Socket, device: KnownDevice): Session {
    const session = openSession(socket, device, parts);
    working.add(session);
    if (socket.destroyed) {
      setImmediate(() => void session.idle().then(() => working.delete(session)));
      return session;
    }
    const old = sessions.get(device.key);
    sessions.set(device.key, session);
    counts.sessions = sessions.size;
    if (old) {
      counts.replaced++;
      old.drop();
    }
    socket.once('close', () => {
      if (sessions.get(device.key) === session) sessions.delete(device.key);
      counts.sessions = sessions.size;
      void session.idle().then(() => working.delete(session));
    });
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
    const framer = createFramer(counts, limits.firstFrameBytes);
    let session: Session | null = null;
    let held: Frame[] | null = null;
    let stranger = true;
    const silence = setTimeout(() => {
      counts.silent++;
      socket.destroy();
    }, limits.firstFrameMs);

    function met(): void {
      clearTimeout(silence);
      if (stranger) refusals.leave(address);
      stranger = false;
    }

    async function identify(frames: Frame[]): Promise<void> {
      held = frames;
      socket.pause();
      const device = await lookUp(frames[0]!.id, address);
      if (stopping) return;
      if (!device) {
        socket.destroy();
        return;
      }
      met();
      framer.limit = MAX_FRAME;
      session = open(socket, device);
      socket.resume();
      session.take(held);
      held = null;
    }

    function fail(error: unknown): void {
      log.error({ err: error }, 'watch connection failed');
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
      met();
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
  server.on('error', (error) => log.error({ err: error }, 'watch gateway'));

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
