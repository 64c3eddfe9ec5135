/**
 * The living WebSocket connections of one process, whatever is spoken on them: who they belong to, how many a person may have,
 * whether they still breathe, whether they read what is sent, and whether their session still stands.
 */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { CLOSE_REPLACED, CLOSE_SESSION_ENDED, HEARTBEAT_MS } from '#contract/realtime.ts';

export interface SocketSession {
  sessionId: number;
  userId: number;
  username: string;
  tenantId: number;
  /** What the person may call; read again when rights change. */
  permissions: ReadonlySet<string>;
  /** By which the rights are read again; tests' sockets may have none. */
  token?: string;
}

export interface Connection {
  readonly ws: WebSocket;
  /** What `ws` writes to. */
  readonly socket: Duplex;
  session: SocketSession | null;
  /** Monotonic milliseconds of the last byte, frame or pong received. */
  heardAt: number;
  /** What the peer may still send: refilled once a second up to `BURST`. */
  allowance: number;
  /** Text to send at every heart-beat, null when the peer wants none. */
  beat: string | null;
  /** Every slot beats at another moment, so that thousands of sockets do not stall the loop together. */
  readonly slot: number;
}

export interface ConnectionOptions {
  /**
   * Whether the session still stands; asked every `recheckMs`. A rejection keeps the connection: an unreachable database proves nothing.
   */
  stillValid: (session: SocketSession) => Promise<boolean>;
  heartbeatMs?: number;
  recheckMs?: number;
  maxPerUser?: number;
  maxBufferedBytes?: number;
  /** Connections that have not said who they are: how long, and how many at once. */
  anonymousMs?: number;
  maxAnonymous?: number;
}

export type Connections = ReturnType<typeof keepConnections>;

const SLOTS = 5;
const BURST = 60;
/** What both WebSocket servers are made with. A peer that does not answer a close is cut after `closeTimeout`. */
export const SERVER_OPTIONS = {
  noServer: true,
  maxPayload: 64 * 1024,
  perMessageDeflate: false,
  clientTracking: false,
  closeTimeout: 3000,
};

/** Longer than any authentication may take: a session revoked while it signs in must not slip through. */
const REVOKED_MEMORY_MS = 60_000;

const ownerOf = (session: SocketSession) => `${session.tenantId}:${session.userId}`;

/** A text as the bytes of one WebSocket message, to be written to many sockets: half the work of sending it anew to each. */
export function textMessage(text: string): Buffer {
  const body = Buffer.from(text);
  const size = body.length;
  const head =
    size < 126
      ? [size]
      : size < 65_536
        ? [126, size >> 8, size & 255]
        : [127, 0, 0, 0, 0, ...Buffer.from([size >>> 24, size >>> 16, size >>> 8, size])];
  return Buffer.concat([Buffer.from([0x81, ...head]), body]);
}

/** Starts the book of connections with its timers; `close()` ends both. */
export function keepConnections(options: ConnectionOptions) {
  const heartbeatMs = options.heartbeatMs ?? HEARTBEAT_MS;
  const maxBuffered = options.maxBufferedBytes ?? 1024 * 1024;
  const all = new Set<Connection>();
  const anonymous = new Map<Connection, number>();
  const byOwner = new Map<string, Set<Connection>>();
  const revoked = new Map<number, number>();
  const counters = { opened: 0, sent: 0, slow: 0, silent: 0, replaced: 0, revoked: 0, floods: 0, refused: 0 };
  let slots = 0;
  let closed = false;

  function forget(connection: Connection) {
    all.delete(connection);
    anonymous.delete(connection);
    if (!connection.session) return;
    const owner = ownerOf(connection.session);
    const own = byOwner.get(owner);
    own?.delete(connection);
    if (own?.size === 0) byOwner.delete(owner);
  }

  /** Takes a fresh socket in; null (and the socket is closed) when too many have not signed in yet. */
  function admit(ws: WebSocket, socket: Duplex): Connection | null {
    ws.on('error', () => {}); // 'close' follows; without a listener a broken frame would end the process.
    if (closed || anonymous.size >= (options.maxAnonymous ?? 2000)) {
      counters.refused++;
      ws.close(1013);
      return null;
    }
    const now = performance.now();
    const connection: Connection = { ws, socket, session: null, heardAt: now, allowance: BURST, beat: null, slot: slots++ % SLOTS };
    all.add(connection);
    anonymous.set(connection, now);
    counters.opened++;
    const heard = () => {
      connection.heardAt = performance.now();
    };
    ws.on('pong', heard);
    ws.on('ping', () => spend(connection));
    ws.on('message', heard);
    ws.on('close', () => forget(connection));
    return connection;
  }

  /** Pays for one thing received; false (and the socket is cut) when the peer floods. */
  function spend(connection: Connection): boolean {
    if (connection.ws.readyState !== connection.ws.OPEN) return false;
    connection.allowance--;
    if (connection.allowance >= 0) return true;
    counters.floods++;
    leave(connection, 1008);
    return false;
  }

  /** Names the owner. His oldest connection goes when he has too many. False when the session was revoked meanwhile. */
  function identify(connection: Connection, session: SocketSession): boolean {
    if (revoked.has(session.sessionId) || !all.has(connection)) {
      leave(connection, CLOSE_SESSION_ENDED);
      return false;
    }
    anonymous.delete(connection);
    connection.session = session;
    const own = byOwner.getOrInsertComputed(ownerOf(session), () => new Set());
    own.add(connection);
    if (own.size > (options.maxPerUser ?? 5)) {
      const [oldest] = own;
      counters.replaced++;
      leave(oldest!, CLOSE_REPLACED);
    }
    return true;
  }

  /**
   * Sends a text, or the bytes of textMessage(), unless the peer has stopped reading:
   * then it is cut, so that its backlog does not become ours.
   */
  function send(connection: Connection, data: string | Buffer): boolean {
    const { ws, socket } = connection;
    if (ws.readyState !== ws.OPEN) return false;
    if (ws.bufferedAmount > maxBuffered) {
      counters.slow++;
      forget(connection);
      ws.terminate();
      return false;
    }
    // Whole frames may go past `ws`: without compression it keeps no queue of its own that they could overtake.
    if (typeof data === 'string') ws.send(data);
    else socket.write(data);
    counters.sent++;
    return true;
  }

  /** Closes politely; the socket is out of every list at once. A peer that does not answer the close is cut by ws's closeTimeout. */
  function leave(connection: Connection, code: number) {
    forget(connection);
    connection.ws.close(code);
  }

  /** Ends every connection of a session, now and for logins still under way. */
  function revoke(sessionId: number) {
    revoked.set(sessionId, performance.now());
    for (const connection of all) {
      if (connection.session?.sessionId !== sessionId) continue;
      counters.revoked++;
      leave(connection, CLOSE_SESSION_ENDED);
    }
  }

  /** Asks for every session whether it still stands, and ends those that do not. */
  async function recheck() {
    const sessions = new Map<number, SocketSession>();
    for (const { session } of all) if (session) sessions.set(session.sessionId, session);
    for (const [sessionId, session] of sessions) {
      const stands = await options.stillValid(session).catch(() => true);
      if (!stands) revoke(sessionId);
    }
  }

  /**
   * Reads the rights of a tenant's connections again, or with `userId` one person's. What
   * cannot be read now keeps its rights until the next recheck.
   */
  async function renew(tenantId: number, userId: number | null, read: (token: string) => Promise<SocketSession | null>) {
    for (const connection of all) {
      const { session } = connection;
      if (session?.tenantId !== tenantId || (userId !== null && session.userId !== userId) || session.token === undefined) continue;
      const fresh = await read(session.token).catch(() => session);
      if (fresh) connection.session = { ...session, permissions: fresh.permissions };
      else leave(connection, CLOSE_SESSION_ENDED);
    }
  }

  let visitedAt = performance.now();
  let visits = 0;
  function visit() {
    const now = performance.now();
    // After a pause of this very process everybody looks silent; nobody is to blame.
    const paused = now - visitedAt > 2 * heartbeatMs;
    visitedAt = now;
    const slot = visits++ % SLOTS;
    for (const connection of all) {
      if (paused) connection.heardAt = now;
      if (connection.slot !== slot) continue;
      connection.allowance = Math.min(BURST, connection.allowance + heartbeatMs / 1000);
      const silence = now - connection.heardAt;
      if (silence > 3 * heartbeatMs) {
        counters.silent++;
        forget(connection);
        connection.ws.terminate();
        continue;
      }
      if (connection.beat !== null) send(connection, connection.beat);
      // Hidden pages have their timers throttled to one a minute, but a browser answers this ping without JavaScript.
      if (silence > 1.2 * heartbeatMs && connection.ws.readyState === connection.ws.OPEN) connection.ws.ping();
    }
    for (const [connection, since] of anonymous) {
      if (now - since > (options.anonymousMs ?? 5000)) leave(connection, 1008);
    }
    for (const [sessionId, at] of revoked) if (now - at > REVOKED_MEMORY_MS) revoked.delete(sessionId);
  }

  const visitor = setInterval(visit, heartbeatMs / SLOTS);
  let rechecking = false;
  const rechecker = setInterval(async () => {
    if (rechecking) return;
    rechecking = true;
    await recheck();
    rechecking = false;
  }, options.recheckMs ?? 30_000);

  return {
    admit,
    spend,
    identify,
    send,
    leave,
    revoke,
    recheck,
    renew,
    counters: () => ({ ...counters, open: all.size, anonymous: anonymous.size }),
    /** Says goodbye to everybody (1001) and cuts those who do not answer within a second. */
    async close() {
      closed = true;
      clearInterval(visitor);
      clearInterval(rechecker);
      const left = [...all];
      if (left.length === 0) return;
      const gone = Promise.all(left.map(({ ws }) => new Promise((resolve) => ws.once('close', resolve))));
      for (const connection of left) leave(connection, 1001);
      const cut = setTimeout(() => left.forEach(({ ws }) => ws.terminate()), 1000);
      await gone;
      clearTimeout(cut);
    },
  };
}
