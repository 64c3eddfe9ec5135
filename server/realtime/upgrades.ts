/** The one listener for WebSocket upgrades of an HTTP server: checks the origin, finds the route, refuses the rest. */
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { clientAddress } from '../http/client-addresses.ts';

export interface UpgradeRoute {
  matches: (path: string) => boolean;
  /** Takes over the socket; `url` is the parsed request target, `address` where the client is. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, url: URL, address: string) => void;
}

/** Answers an upgrade request with an HTTP error in the envelope of every other answer, and ends the connection. */
export function refuseUpgrade(socket: Duplex, status: number, msg: string) {
  const body = JSON.stringify({ code: 1, msg, data: null });
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** A browser always names its origin; a program that names none holds a token of its own and needs no protection from foreign pages. */
export function originAllowed(request: IncomingMessage, allowedOrigins: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

/**
 * Attaches the routes to a server. `allowedOrigins` are origins (`https://a.example`) beside the server's own host, `trustProxy` the
 * addresses and CIDRs of proxies whose `X-Forwarded-For` counts.
 * Gives a function that detaches them. Needs no state, so any number of processes may serve the same address.
 */
export function routeUpgrades(
  server: Server,
  routes: readonly UpgradeRoute[],
  allowedOrigins: readonly string[] = [],
  trustProxy: readonly string[] = [],
): () => void {
  const addressOf = clientAddress(trustProxy);
  const listener = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node hands the socket over bare: an error without a listener would end the process.
    socket.on('error', () => socket.destroy());
    if (!URL.canParse(request.url ?? '', 'http://host')) return refuseUpgrade(socket, 400, '请求地址无效');
    const url = new URL(request.url!, 'http://host');
    const route = routes.find(({ matches }) => matches(url.pathname));
    if (!route) return refuseUpgrade(socket, 404, '请求的资源不存在');
    if (!originAllowed(request, allowedOrigins)) return refuseUpgrade(socket, 403, '不允许的来源');
    route.upgrade(request, socket, head, url, addressOf(request));
  };
  server.on('upgrade', listener);
  return () => void server.off('upgrade', listener);
}
