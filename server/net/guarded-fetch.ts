/** Fetches a vendor's address: never one of this machine or its network, unless the operator allows the host; never longer, larger or elsewhere than asked. */
import { lookup as resolve } from 'node:dns';
import { request as plainRequest, type IncomingHttpHeaders } from 'node:http';
import { request as secureRequest } from 'node:https';
import { guardedLookup, InnerAddress } from '#server/net/outer-addresses.ts';

export interface Fetched {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

export interface FetchOptions {
  readonly headers: Record<string, string>;
  /** Hosts that may have private addresses. */
  readonly privateHosts: readonly string[];
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
  /** Of tests. */
  readonly resolver?: typeof resolve;
}

/** Said to staff as it is; `final`: it would be refused again. */
export class FetchRefused extends Error {
  readonly final: boolean;
  constructor(message: string, final = false) {
    super(message);
    this.final = final;
  }
}

const REFUSED = '拉取地址指向内部网络，不允许访问';

/** A GET; no redirection is followed. Rejects with `FetchRefused` when it may not or does not end well. */
export function guardedFetch(
  address: string,
  { headers, privateHosts, timeoutMs = 10_000, mostBytes = 2 * 1024 * 1024, resolver = resolve }: FetchOptions,
): Promise<Fetched> {
  return new Promise((settle, reject) => {
    const url = new URL(address);
    const guard = guardedLookup(url.hostname, url.host, privateHosts, resolver);
    if (guard === false) return reject(new FetchRefused(REFUSED, true));
    const dial = url.protocol === 'https:' ? secureRequest : plainRequest;
    const request = dial(url, {
      method: 'GET',
      headers: { accept: 'application/json', 'user-agent': 'yian-poller', ...headers },
      signal: AbortSignal.timeout(timeoutMs),
      // No connection is kept: what a name means is checked anew every time.
      agent: false,
      ...guard,
    });
    request.once('error', (error) => {
      if (error instanceof InnerAddress) return reject(new FetchRefused(REFUSED, true));
      reject(new FetchRefused(error.name === 'AbortError' || error.name === 'TimeoutError' ? '对方没有在时限内应答' : '无法连接对方'));
    });
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= mostBytes) return void chunks.push(chunk);
        request.destroy();
        reject(new FetchRefused('对方的应答过大', true));
      });
      response.once('error', () => reject(new FetchRefused('对方中断了应答')));
      response.once('end', () => {
        const bytes = Buffer.concat(chunks);
        settle({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes,
          get text() {
            return bytes.toString('utf8');
          },
        });
      });
    });
    request.end();
  });
}
