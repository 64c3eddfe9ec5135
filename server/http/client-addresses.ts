/** Where requests come from: the address behind our proxies, and what shares a count of failures. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** An address without zone, and an IPv4 address that came mapped into IPv6 as what it is. */
export const plainAddress = (address: string) => address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');

/** The network that shares a lock: /24 of IPv4, /64 of IPv6. */
export function networkOf(given: string): string {
  const address = plainAddress(given);
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(address)) return '0.0.0.0/32';
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const groups = tail === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** What shares a count where staff of one house must not: an IPv4 address, the /64 of an IPv6 address. */
export const originOf = (address: string) => (isIPv6(plainAddress(address)) ? networkOf(address) : plainAddress(address));

/** The names that Fastify knows for networks of proxies, beside addresses and CIDRs. */
const NETWORKS: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Where a request came from: the nearest address that is no proxy of ours, as Fastify tells it of other requests. */
export function clientAddress(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const proxies = new BlockList();
  for (const one of trustProxy.flatMap((name) => NETWORKS[name] ?? [name])) {
    const [net = '', bits] = one.split('/');
    const family = isIPv6(net) ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(net, family);
    else proxies.addSubnet(net, Number(bits), family);
  }
  const ours = (address: string) => isIP(address) !== 0 && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  return ({ socket, headers }) => {
    const hops = [...String(headers['x-forwarded-for'] ?? '').split(','), socket.remoteAddress ?? '']
      .map((hop) => plainAddress(hop.trim()))
      .filter(Boolean);
    return hops.findLast((hop, index) => index === 0 || !ours(hop)) ?? '';
  };
}
