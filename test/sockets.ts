/** Both sockets on a real HTTP server with sessions in a table of the test's own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Client, Versions, type IFrame } from '@stomp/stompjs';
import { WebSocket, type ClientOptions } from 'ws';
import type { ConnectionOptions, SocketSession } from '#server/realtime/connections.ts';
import { deviceSockets } from '#server/realtime/device-socket.ts';
import { stompServer } from '#server/realtime/stomp.ts';
import { routeUpgrades } from '#server/realtime/upgrades.ts';

export const lin: SocketSession = {
  sessionId: 1,
  userId: 11,
  username: '林护士',
  tenantId: 7,
  permissions: new Set(['warning_devicewarning_view', 'members_workorder_view']),
};
export const wang: SocketSession = { sessionId: 2, userId: 12, username: 'wang', tenantId: 7, permissions: lin.permissions };
export const stranger: SocketSession = { sessionId: 3, userId: 31, username: 'stranger', tenantId: 8, permissions: new Set() };

const leftovers: Array<() => unknown> = [];
/** Has something ended by endLeftovers(), so that a failing test does not keep its file from finishing. */
export const atEnd = (end: () => unknown) => void leftovers.push(end);
/** For after() or afterEach(): ends servers, clients and what else was left open, the last first. */
export async function endLeftovers() {
  for (const end of leftovers.splice(0).toReversed()) await end();
}

/** Starts the servers on `port` (a free one by default); `sessions` maps tokens to sessions and may be changed at any time. */
export async function serveSockets(options: Partial<ConnectionOptions> = {}, port = 0, allowedOrigins: string[] = []) {
  const sessions = new Map(
    [
      ['lin', lin],
      ['wang', wang],
      ['stranger', stranger],
    ].map(([token, session]) => [token as string, session as SocketSession]),
  );
  const common = {
    authenticate: async (token: string, tenant: string | undefined) => {
      const session = sessions.get(token);
      return session && (tenant ?? String(session.tenantId)) === String(session.tenantId) ? session : null;
    },
    stillValid: async ({ sessionId }: SocketSession) => [...sessions.values()].some((session) => session.sessionId === sessionId),
    ...options,
  };
  const stomp = stompServer(common);
  const devices = deviceSockets(common);
  const server = createServer((_, response) => void response.writeHead(404).end());
  const detach = routeUpgrades(server, [stomp.route, devices.route], allowedOrigins);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: chosen } = server.address() as AddressInfo;
  const close = async () => {
    detach();
    await Promise.all([stomp.close(), devices.close()]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  atEnd(close);
  return {
    stomp,
    devices,
    sessions,
    port: chosen,
    url: `ws://127.0.0.1:${chosen}`,
    close,
  };
}

/** Milliseconds that a test waits for something to be so; a busy machine needs a few. */
const PATIENCE_MS = 50_000;

/** Waits until something is so; throws instead of waiting for ever. */
export async function until(condition: () => boolean) {
  for (const end = performance.now() + PATIENCE_MS; !condition(); await new Promise((resolve) => setTimeout(resolve, 5)))
    if (performance.now() > end) throw new Error(`still not: ${condition.toString()}`);
  await turn();
}

/** A @stomp/stompjs client that has tried to connect: `errors` collects ERROR frames, `closed` resolves with the close code. */
export async function stompClient(
  url: string,
  token: string,
  settings: { tenant?: string; versions?: string[]; beat?: number; options?: ClientOptions } = {},
) {
  const errors: IFrame[] = [];
  let closeCode: number | null = null;
  let welcome: IFrame | null = null;
  const client = new Client({
    webSocketFactory: () => new WebSocket(`${url}/act/ws`, ['v12.stomp', 'v11.stomp'], settings.options) as never,
    connectHeaders: { Authorization: `Bearer ${token}`, ...(settings.tenant ? { 'TENANT-ID': settings.tenant } : {}) },
    reconnectDelay: 0,
    heartbeatIncoming: settings.beat ?? 0,
    heartbeatOutgoing: settings.beat ?? 0,
    onConnect: (frame) => (welcome = frame),
    onStompError: (error) => errors.push(error),
    onWebSocketClose: (event) => (closeCode = event.code),
  });
  if (settings.versions) client.stompVersions = new Versions(settings.versions);
  const stop = () => client.deactivate({ force: true });
  atEnd(stop);
  client.activate();
  await until(() => welcome !== null || closeCode !== null);
  return {
    client,
    errors,
    /** Headers of CONNECTED; null when refused. */
    welcome: (welcome as IFrame | null)?.headers ?? null,
    isOpen: () => closeCode === null,
    closed: async () => {
      await until(() => closeCode !== null);
      return closeCode;
    },
    /** Subscribes; resolves with the bodies received from then on once the server has confirmed. Null when it was denied. */
    async listen(destination: string) {
      const bodies: string[] = [];
      const receipt = `r-${destination}-${errors.length}`;
      const refusals = errors.length;
      let confirmed = false;
      client.watchForReceipt(receipt, () => (confirmed = true));
      client.subscribe(destination, ({ body }) => bodies.push(body), { receipt });
      await until(() => confirmed || errors.length > refusals);
      return confirmed ? bodies : null;
    },
    stop,
  };
}
