/** Fetches a vendor's address: never one of this machine or its network, unless the operator allows the host; never longer, larger or elsewhere than asked. */
import { lookup as resolve } from 'node:dns';
import { request as plainRequest, type IncomingHttpHeaders } from 'node:http';
import { request as secureRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export interface Fetched {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
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

/** Said to staff as it is. */
export class FetchRefused extends Error {}

const inner = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inner.addSubnet(net, bits, 'ipv4');

/** The outer addresses of the newer kind are 2000::/3; tunnels inside of it carry older addresses, which may be anything. */
const outer = new BlockList();
outer.addSubnet('2000::', 3, 'ipv6');
const tunnels = new BlockList();
tunnels.addSubnet('2001::', 23, 'ipv6');
tunnels.addSubnet('2001:db8::', 32, 'ipv6');
tunnels.addSubnet('2002::', 16, 'ipv6');

/** Whether an address is of the open network. */
export function isOuter(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  if (isIP(plain) === 4) return !inner.check(plain, 'ipv4');
  return isIP(plain) === 6 && outer.check(plain, 'ipv6') && !tunnels.check(plain, 'ipv6');
}

const REFUSED = '拉取地址指向内部网络，不允许访问';

/** Looks a name up and refuses it when any of its addresses is inside; the connection goes to what was checked. */
const guarding =
  (resolver: typeof resolve): LookupFunction =>
  (hostname, options, done) => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      const found = addresses as unknown as { address: string; family: number }[];
      if (error) return done(error, '', 0);
      if (found.length === 0 || !found.every(({ address }) => isOuter(address))) return done(new FetchRefused(REFUSED), '', 0);
      if (options.all) return done(null, found as never);
      done(null, found[0]!.address, found[0]!.family);
    });
  };

/** A GET; no redirection is followed. Rejects with `FetchRefused` when it may not or does not end well. */
export function guardedFetch(
  address: string,
  { headers, privateHosts, timeoutMs = 10_000, mostBytes = 2 * 1024 * 1024, resolver = resolve }: FetchOptions,
): Promise<Fetched> {
  return new Promise((settle, reject) => {
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const allowed = privateHosts.includes(url.host.toLowerCase()) || privateHosts.includes(host.toLowerCase());
    if (!allowed && isIP(host) !== 0 && !isOuter(host)) return reject(new FetchRefused(REFUSED));
    const dial = url.protocol === 'https:' ? secureRequest : plainRequest;
    const request = dial(url, {
      method: 'GET',
      headers: { accept: 'application/json', 'user-agent': 'yian-poller', ...headers },
      signal: AbortSignal.timeout(timeoutMs),
      // No connection is kept: what a name means is checked anew every time.
      agent: false,
      ...(allowed ? {} : { lookup: guarding(resolver) }),
    });
    request.once('error', (error) => {
      if (error instanceof FetchRefused) return reject(error);
      reject(new FetchRefused(error.name === 'AbortError' || error.name === 'TimeoutError' ? '对方没有在时限内应答' : '无法连接对方'));
    });
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= mostBytes) return void chunks.push(chunk);
        request.destroy();
        reject(new FetchRefused('对方的应答过大'));
      });
      response.once('error', () => reject(new FetchRefused('对方中断了应答')));
      response.once('end', () => settle({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') }));
    });
    request.end();
  });
}
