/** Answers to bytes that are no HTTP. They have the envelope and the headers of every other answer. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';

const body = (message: string) => JSON.stringify({ code: 1, msg: message, data: null });
const TYPE = 'application/json; charset=utf-8';
/** No answer of a call is kept by a browser or a proxy: it may tell of people. */
export const UNKEPT = 'no-store';

/** What Node's parser says, as status and text; everything else is 400. */
const PARSER: Record<string, readonly [number, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, '请求超时'],
  HPE_HEADER_OVERFLOW: [431, '请求头过大'],
};

/** Fastify's `clientErrorHandler`: answers on the bare socket and closes it. */
export const clientErrorHandler =
  (headers: Record<string, string>) =>
  (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const [status, message] = PARSER[error.code ?? ''] ?? [400, '请求格式不正确'];
    const text = body(message);
    const all = {
      ...headers,
      'cache-control': UNKEPT,
      'content-type': TYPE,
      'content-length': String(Buffer.byteLength(text)),
      connection: 'close',
    };
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}`);
    socket.destroySoon();
  };
