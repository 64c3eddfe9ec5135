/**
 * The device socket at /tenant-device/websocket/{userId}: warnings as JSON for the person who is signed in.
 * A browser cannot send headers here, so it shows its token as a sub-protocol.
 * A client that shows nothing says its token in its first message (docs/decisions/044-first-message.md).
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { BEARER_PROTOCOL, DEVICE_PATH, DEVICE_PROTOCOL, readMessage, type RealtimeMessage } from '#contract/realtime.ts';
import {
  SERVER_OPTIONS,
  keepConnections,
  textMessage,
  type Connection,
  type ConnectionOptions,
  type SocketSession,
} from './connections.ts';
import { bearer, type Authenticate, type Hears } from './stomp.ts';
import { refuseUpgrade, type UpgradeRoute } from './upgrades.ts';

export interface DeviceSocketOptions extends ConnectionOptions {
  authenticate: Authenticate;
}

export type DeviceSockets = ReturnType<typeof deviceSockets>;

const PATH = new RegExp(`^${DEVICE_PATH}([1-9]\\d{0,15})$`);
const AUTHENTICATION_MS = 5000;
/** How a connection is closed that did not prove who it is. */
const UNPROVED = 1008;

/** The access token among the offered sub-protocols, or of the Authorization header of a program. */
function offeredToken(request: IncomingMessage): string | null {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const carrier = offered.find((name) => name.startsWith(BEARER_PROTOCOL));
  return bearer(carrier ? `Bearer ${carrier.slice(BEARER_PROTOCOL.length)}` : request.headers.authorization);
}

/** The token in a first message: `{"type":"auth","token":"…"}`, the bare token, or either with `Bearer `; null for anything else. */
export function firstToken(text: string): string | null {
  const said = readMessage(text);
  const token = said ? (said.type === 'auth' && 'token' in said && typeof said.token === 'string' ? said.token : '') : text;
  const bare = token.trim().replace(/^Bearer +/i, '');
  return /^[\w.~+/=-]{1,512}$/.test(bare) ? bearer(`Bearer ${bare}`) : null;
}

/** What to answer to a message of the page; keep-alives come as the word or as JSON. */
export function answer(text: string): string {
  if (text === 'ping') return 'pong';
  if (readMessage(text)?.type === 'ping') return '{"type":"pong"}';
  return '{"type":"error","msg":"不支持的消息"}';
}

/** Makes the server; `route` goes to routeUpgrades(). */
export function deviceSockets(options: DeviceSocketOptions) {
  const connections = keepConnections(options);
  const tenants = new Map<number, Set<Connection>>();
  const counters = { published: 0, delivered: 0, denied: 0, unauthenticated: 0, malformed: 0 };
  const sockets = new WebSocketServer({
    ...SERVER_OPTIONS,
    handleProtocols: (offered) => (offered.has(DEVICE_PROTOCOL) ? DEVICE_PROTOCOL : false),
  });

  function prove(token: string | null, request: IncomingMessage, address: string): Promise<SocketSession | null> {
    const tenant = request.headers['tenant-id'];
    return token ? options.authenticate(token, Array.isArray(tenant) ? tenant[0] : tenant, address) : Promise.resolve(null);
  }

  /**
   * Takes in a client that showed nothing: it is one of the anonymous connections, which
   * are few and cut after 5 s, until its first message proves who it is.
   */
  function waitForToken(ws: WebSocket, socket: Duplex, userId: number, request: IncomingMessage, address: string) {
    const connection = connections.admit(ws, socket);
    if (!connection) return;
    ws.once('message', async (data: Buffer, isBinary: boolean) => {
      // One message decides, so that a connection is one guess.
      const token = isBinary || !connections.spend(connection) ? null : firstToken(data.toString());
      const session = await prove(token, request, address).catch(() => undefined);
      if (session === undefined) return connections.leave(connection, 1013);
      if (session?.userId !== userId) {
        counters[session ? 'denied' : 'unauthenticated']++;
        return connections.leave(connection, UNPROVED);
      }
      if (!join(connection, session)) return;
      connections.send(connection, '{"type":"auth","msg":"已登录"}');
    });
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL, address: string) {
    const impatience = setTimeout(() => socket.destroy(), AUTHENTICATION_MS);
    try {
      const userId = Number(PATH.exec(url.pathname)?.[1]);
      if (!userId) return refuseUpgrade(socket, 400, '用户编号无效');
      if (!request.headers.authorization && !request.headers['sec-websocket-protocol'])
        return void sockets.handleUpgrade(request, socket, head, (ws) => waitForToken(ws, socket, userId, request, address));
      const session = await prove(offeredToken(request), request, address);
      if (!session) {
        counters.unauthenticated++;
        return refuseUpgrade(socket, 401, '登录状态已失效');
      }
      if (session.userId !== userId) {
        counters.denied++;
        return refuseUpgrade(socket, 403, '不能使用他人的连接');
      }
      sockets.handleUpgrade(request, socket, head, (ws) => accept(ws, socket, session));
    } catch {
      refuseUpgrade(socket, 503, '服务暂时不可用，请稍后重试');
    } finally {
      clearTimeout(impatience);
    }
  }

  function accept(ws: WebSocket, socket: Duplex, session: SocketSession) {
    const connection = connections.admit(ws, socket);
    if (connection) join(connection, session);
  }

  /** Gives a connection its owner and begins to serve it; false when the session has ended meanwhile. */
  function join(connection: Connection, session: SocketSession): boolean {
    if (!connections.identify(connection, session)) return false;
    const { ws } = connection;
    const members = tenants.getOrInsertComputed(session.tenantId, () => new Set());
    members.add(connection);
    ws.on('close', () => {
      members.delete(connection);
      if (members.size === 0 && tenants.get(session.tenantId) === members) tenants.delete(session.tenantId);
    });
    ws.on('message', (data: Buffer, isBinary: boolean) => {
      if (!connections.spend(connection)) return;
      const reply = isBinary ? answer('') : answer(data.toString());
      if (reply.startsWith('{"type":"error"')) counters.malformed++;
      connections.send(connection, reply);
    });
    return true;
  }

  function deliver(members: Iterable<Connection>, userId: number | null, message: RealtimeMessage, hears?: Hears): number {
    const bytes = textMessage(JSON.stringify(message));
    let reached = 0;
    for (const connection of members) {
      const { session } = connection;
      if ((userId !== null && session?.userId !== userId) || (hears && !(session && hears(session)))) continue;
      if (connections.send(connection, bytes)) reached++;
    }
    counters.delivered += reached;
    return reached;
  }

  const route: UpgradeRoute = {
    matches: (path) => path.startsWith(DEVICE_PATH),
    upgrade: (request, socket, head, url, address) => void upgrade(request, socket, head, url, address),
  };

  return {
    route,
    /**
     * Sends a message to one person, or to everybody of the tenant when `userId` is
     * null; gives how many sockets of this process were reached.
     * `hears` says which of them may know.
     */
    publish(tenantId: number, userId: number | null, message: RealtimeMessage, hears?: Hears): number {
      counters.published++;
      return deliver(tenants.get(tenantId) ?? [], userId, message, hears);
    },
    /** The same message to everybody. */
    announce(message: RealtimeMessage) {
      for (const members of tenants.values()) deliver(members, null, message);
    },
    revoke: connections.revoke,
    recheck: connections.recheck,
    renew: (tenantId: number, userId: number | null) =>
      connections.renew(tenantId, userId, (token) => options.authenticate(token, undefined, '')),
    counters: () => ({ ...counters, ...connections.counters() }),
    close: connections.close,
  };
}
