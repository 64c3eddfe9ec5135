/**
 * Every HTTP request to another system: to peers that its use may reach and to no other, never longer and never larger than asked.
 * No redirection is followed: a key would go to an address that was not judged. Errors are OutboundError.
 */
import {
  Agent as PlainAgent,
  request as plainRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { Transform, type Readable } from 'node:stream';
import { OutboundError, outboundErrorOf } from './outbound-error.ts';
import { configured, guarded, type Reach, type Resolver } from './reach.ts';

export interface OutboundOptions {
  readonly reach: Reach;
  /** From the beginning to the end of the answer. */
  readonly timeoutMs: number;
  /** How long the peer may say nothing; `timeoutMs` by default. */
  readonly silenceMs?: number;
  /** Of the answer; 1 MB by default. */
  readonly mostBytes?: number;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | URLSearchParams;
  /**
   * Keeps the connection for the next request; for peers of the operator only, and
   * requests that may be sent again when a kept connection breaks.
   */
  readonly keep?: boolean;
  /** Of tests. */
  readonly resolver?: Resolver;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** To be read or destroyed; ends in an OutboundError when the answer does not end well. */
  readonly body: Readable;
}

export interface WholeAnswer extends Omit<OutboundAnswer, 'body'> {
  readonly bytes: Buffer;
  readonly text: string;
}

const MOST_BYTES = 1024 * 1024;
const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
const kept = { 'http:': new PlainAgent({ keepAlive: true }), 'https:': new SecureAgent({ keepAlive: true }) };

/** Whether a status is good (2xx). */
export const isGood = ({ status }: { readonly status: number }): boolean => status >= 200 && status < 300;

/** Ends what is longer than it may be. */
function bounded(most: number): Transform {
  let size = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > most) done(new OutboundError('too large'));
      else done(null, chunk);
    },
  });
  // It may fail while no one reads it yet; who reads it then sees the error.
  body.on('error', () => {});
  return body;
}

function begin(address: string | URL, options: OutboundOptions): ClientRequest {
  const { reach, resolver, method = 'GET', headers = {}, body, keep = false, timeoutMs, silenceMs = timeoutMs } = options;
  const url = new URL(address);
  const { protocol } = url;
  if (protocol !== 'http:' && protocol !== 'https:') throw new OutboundError('unreachable', 'ERR_INVALID_PROTOCOL');
  const form = body instanceof URLSearchParams ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } : {};
  const dial = protocol === 'https:' ? secureRequest : plainRequest;
  const request = dial(url, {
    method,
    headers: { accept: '*/*', 'user-agent': 'yian', ...form, ...headers },
    timeout: silenceMs,
    // What is not kept is looked up and checked anew every time.
    agent: keep && reach === configured ? kept[protocol] : false,
    ...guarded(reach, url.hostname, Number(url.port) || PORTS[protocol]!, resolver),
  });
  request.end(body instanceof URLSearchParams ? body.toString() : body);
  return request;
}

/**
 * Asks, and gives the answer as soon as its head is there; the body is limited in time and size as it is read. Rejects with OutboundError.
 */
export function outboundStream(address: string | URL, options: OutboundOptions): Promise<OutboundAnswer> {
  return new Promise((settle, reject) => {
    let request: ClientRequest;
    try {
      request = begin(address, options);
    } catch (error) {
      return reject(outboundErrorOf(error));
    }
    let body: Transform | undefined;
    const fail = (error: OutboundError) => {
      if (body) return void body.destroy(error);
      clearTimeout(deadline);
      request.destroy();
      reject(error);
    };
    const late = () => fail(new OutboundError('timeout', 'TimeoutError'));
    const deadline = setTimeout(late, options.timeoutMs);
    request.once('timeout', late);
    request.on('error', (error) => fail(outboundErrorOf(error)));
    request.once('response', (response: IncomingMessage) => {
      const status = response.statusCode ?? 0;
      if (status >= 300 && status < 400 && status !== 304) return fail(new OutboundError('redirected', `status ${status}`, status));
      const made = bounded(options.mostBytes ?? MOST_BYTES);
      body = made;
      response.once('error', () => made.destroy(new OutboundError('broken')));
      made.once('close', () => {
        clearTimeout(deadline);
        if (!response.readableEnded) response.destroy();
      });
      settle({ status, headers: response.headers, body: response.pipe(made) });
    });
  });
}

/** Asks, and gives the whole answer. Rejects with OutboundError. */
export async function outbound(address: string | URL, options: OutboundOptions): Promise<WholeAnswer> {
  const { status, headers, body } = await outboundStream(address, options);
  const bytes = await wholeOf(body);
  return {
    status,
    headers,
    bytes,
    get text() {
      return bytes.toString('utf8');
    },
  };
}

/** All bytes of an answer's body, `most` at most. Rejects with OutboundError. */
export async function wholeOf(body: Readable, most = Infinity): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new OutboundError('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
