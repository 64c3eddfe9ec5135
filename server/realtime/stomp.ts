/**
 * STOMP 1.1/1.2 over plain WebSockets at /act/ws: CONNECT, SUBSCRIBE to one's own topics, receive. See docs/decisions/004.
 * There is nothing to send: SEND, transactions and acknowledgements are answered with ERROR.
 */
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { CLOSE_SESSION_ENDED, HEARTBEAT_MS, STOMP_PATH, eventsTopic, remindTopic, warningsTopic } from '#contract/realtime.ts';
import { SERVER_OPTIONS, keepConnections, type Connection, type ConnectionOptions, type SocketSession } from './connections.ts';
import { frame, frameReader, messageFrames, type StompFrame } from './stomp-frames.ts';
import type { UpgradeRoute } from './upgrades.ts';

/** Resolves to null when the token is unknown, expired, or not for that tenant; rejects when it cannot be told, now or to that address. */
export type Authenticate = (token: string, tenantIdHeader: string | undefined, address: string) => Promise<SocketSession | null>;

export interface StompOptions extends ConnectionOptions {
  authenticate: Authenticate;
}

/** Whether a session may know of what is sent. */
export type Hears = (session: SocketSession) => boolean;
export type TopicKind = 'remind' | 'warnings' | 'events';
export type StompServer = ReturnType<typeof stompServer>;

interface Client {
  connection: Connection;
  address: string;
  state: 'new' | 'authenticating' | 'ready' | 'over';
  /** Frames that came while authentication was under way. */
  waiting: StompFrame[] | null;
  /** By subscription id. */
  subscriptions: Map<string, Subscription>;
}

interface Subscription {
  readonly client: Client;
  readonly id: string;
  readonly destination: string;
}

const FRAME_LIMIT = 64 * 1024;
const MAX_SUBSCRIPTIONS = 20;
const MAX_ID = 64;
const KNOWN = new Set(['SEND', 'ACK', 'NACK', 'BEGIN', 'COMMIT', 'ABORT']);
const BEARER = /^Bearer ([\w.~+/=-]{1,512})$/i;

/** The access token of an Authorization header; null when there is none. */
export const bearer = (header: string | undefined): string | null => BEARER.exec(header ?? '')?.[1] ?? null;

/** The destination of a kind of topic; null for a reminder without a person. */
export function destination(tenantId: number, kind: TopicKind, username: string | null): string | null {
  if (kind === 'remind') return username === null ? null : remindTopic(tenantId, username);
  return kind === 'warnings' ? warningsTopic(tenantId) : eventsTopic(tenantId);
}

function allowed(session: SocketSession, wanted: string): boolean {
  const { tenantId, username } = session;
  return [remindTopic(tenantId, username), warningsTopic(tenantId), eventsTopic(tenantId)].includes(wanted);
}

/** Makes the server; `route` goes to routeUpgrades(). */
export function stompServer(options: StompOptions) {
  const heartbeatMs = options.heartbeatMs ?? HEARTBEAT_MS;
  const connections = keepConnections(options);
  const topics = new Map<string, Set<Subscription>>();
  let sequence = 0;
  const counters = { published: 0, delivered: 0, subscribed: 0, denied: 0, unauthenticated: 0, malformed: 0 };
  const sockets = new WebSocketServer({
    ...SERVER_OPTIONS,
    handleProtocols: (offered) => ['v12.stomp', 'v11.stomp'].find((name) => offered.has(name)) ?? false,
  });

  const reply = (client: Client, command: string, headers: Record<string, string>) =>
    connections.send(client.connection, frame(command, headers));

  function complain(client: Client, code: string, message: string, about?: StompFrame) {
    const headers: Record<string, string> = { message, code };
    const receipt = about?.headers.get('receipt');
    const subscription = about?.command === 'SUBSCRIBE' ? about.headers.get('id') : undefined;
    if (receipt !== undefined) headers['receipt-id'] = receipt;
    if (subscription !== undefined) headers.subscription = subscription;
    reply(client, 'ERROR', headers);
  }

  function fail(client: Client, code: string, message: string, about?: StompFrame, close = 1002) {
    if (client.state === 'over') return;
    complain(client, code, message, about);
    end(client);
    connections.leave(client.connection, close);
  }

  function end(client: Client) {
    client.state = 'over';
    client.waiting = null;
    for (const id of client.subscriptions.keys()) unsubscribe(client, id);
  }

  function unsubscribe(client: Client, id: string) {
    const subscription = client.subscriptions.get(id);
    if (!subscription) return;
    client.subscriptions.delete(id);
    const subscribers = topics.get(subscription.destination);
    subscribers?.delete(subscription);
    if (subscribers?.size === 0) topics.delete(subscription.destination);
  }

  async function connect(client: Client, request: StompFrame) {
    const versions = (request.headers.get('accept-version') ?? '').split(',').map((version) => version.trim());
    const version = ['1.2', '1.1'].find((known) => versions.includes(known));
    if (!version) return fail(client, 'version', '仅支持 STOMP 1.1 与 1.2', request);
    const token = bearer(request.headers.get('Authorization') ?? request.headers.get('authorization'));
    client.state = 'authenticating';
    let session: SocketSession | null = null;
    try {
      if (token)
        session = await options.authenticate(token, request.headers.get('TENANT-ID') ?? request.headers.get('tenant-id'), client.address);
    } catch {
      return fail(client, 'unavailable', '服务暂时不可用，请稍后重试', undefined, 1013);
    }
    if ((client.state as string) === 'over') return;
    if (!session) {
      counters.unauthenticated++;
      return fail(client, 'unauthenticated', '登录状态已失效', undefined, CLOSE_SESSION_ENDED);
    }
    if (!connections.identify(client.connection, session)) return end(client);
    const [, incoming] = (request.headers.get('heart-beat') ?? '0,0').split(',').map(Number);
    client.connection.beat = incoming ? '\n' : null;
    client.state = 'ready';
    reply(client, 'CONNECTED', { version, 'heart-beat': `${heartbeatMs},${heartbeatMs}`, server: 'yian' });
    const waiting = client.waiting ?? [];
    client.waiting = null;
    for (const next of waiting) receive(client, next);
  }

  function subscribe(client: Client, request: StompFrame) {
    const id = request.headers.get('id');
    const wanted = request.headers.get('destination');
    if (!id || id.length > MAX_ID || !wanted) return fail(client, 'malformed', '订阅缺少 id 或 destination', request);
    const { session } = client.connection;
    const refusal =
      !session || !allowed(session, wanted)
        ? '没有订阅权限'
        : (request.headers.get('ack') ?? 'auto') !== 'auto'
          ? '仅支持自动确认'
          : client.subscriptions.has(id)
            ? '订阅编号重复'
            : client.subscriptions.size >= MAX_SUBSCRIPTIONS
              ? '订阅过多'
              : null;
    if (refusal) {
      counters.denied++;
      return complain(client, 'denied', refusal, request);
    }
    counters.subscribed++;
    const subscription = { client, id, destination: wanted };
    client.subscriptions.set(id, subscription);
    topics.getOrInsertComputed(wanted, () => new Set()).add(subscription);
    acknowledge(client, request);
  }

  function acknowledge(client: Client, request: StompFrame) {
    const receipt = request.headers.get('receipt');
    if (receipt !== undefined) reply(client, 'RECEIPT', { 'receipt-id': receipt });
  }

  function receive(client: Client, request: StompFrame) {
    if (client.state === 'over' || client.connection.ws.readyState !== client.connection.ws.OPEN) return;
    const { command } = request;
    if (client.state === 'authenticating') return void (client.waiting ??= []).push(request);
    if (client.state === 'new') {
      if (command === 'CONNECT' || command === 'STOMP') return void connect(client, request);
      return fail(client, 'unauthenticated', '请先登录', undefined, 1002);
    }
    if (command === 'SUBSCRIBE') return subscribe(client, request);
    if (command === 'UNSUBSCRIBE') {
      unsubscribe(client, request.headers.get('id') ?? '');
      return acknowledge(client, request);
    }
    if (command === 'DISCONNECT') {
      acknowledge(client, request);
      end(client);
      return connections.leave(client.connection, 1000);
    }
    if (!KNOWN.has(command)) {
      counters.malformed++;
      return fail(client, 'malformed', '无法识别的指令', request);
    }
    counters.denied++;
    complain(client, 'denied', '不允许发送消息', request);
  }

  function accept(ws: WebSocket, socket: Duplex, address: string) {
    const connection = connections.admit(ws, socket);
    if (!connection) return;
    const client: Client = { connection, address, state: 'new', waiting: null, subscriptions: new Map() };
    const read = frameReader(FRAME_LIMIT, {
      // Every frame costs, however many share a WebSocket message: a refused one is answered.
      frame: (request) => {
        if (connections.spend(connection)) receive(client, request);
      },
      beat: () => {},
      broken: (reason) => {
        counters.malformed++;
        fail(client, 'malformed', reason);
      },
    });
    ws.on('message', (data: Buffer) => {
      if (client.state !== 'over' && connections.spend(connection)) read(data);
    });
    ws.on('close', () => end(client));
  }

  const route: UpgradeRoute = {
    matches: (path) => path === STOMP_PATH,
    upgrade: (request, socket, head, _url, address) => sockets.handleUpgrade(request, socket, head, (ws) => accept(ws, socket, address)),
  };

  return {
    route,
    /**
     * Sends `body` (text, or an object as JSON: ids only, no personal data) to the
     * subscribers in this process; gives how many were reached.
     * `hears` says which of them may know.
     */
    publish(tenantId: number, kind: TopicKind, username: string | null, body: string | object, hears?: Hears): number {
      const wanted = destination(tenantId, kind, username);
      counters.published++;
      const subscribers = wanted === null ? undefined : topics.get(wanted);
      return subscribers ? deliver(wanted!, subscribers, body, hears) : 0;
    },
    /** The same message on the events topic of every tenant that listens here. */
    announce(body: object) {
      for (const [wanted, subscribers] of topics) if (/^\/topic\/\d+\/events$/.test(wanted)) deliver(wanted, subscribers, body);
    },
    revoke: connections.revoke,
    recheck: connections.recheck,
    renew: (tenantId: number, userId: number | null) =>
      connections.renew(tenantId, userId, (token) => options.authenticate(token, undefined, '')),
    counters: () => ({ ...counters, ...connections.counters() }),
    close: connections.close,
  };

  function deliver(wanted: string, subscribers: Set<Subscription>, body: string | object, hears?: Hears): number {
    const frameFor = messageFrames(wanted, String(++sequence), typeof body === 'string' ? body : JSON.stringify(body));
    let reached = 0;
    for (const { client, id } of subscribers) {
      const { session } = client.connection;
      if ((!hears || (session && hears(session))) && connections.send(client.connection, frameFor(id))) reached++;
    }
    counters.delivered += reached;
    return reached;
  }
}
