/** Where a vendor may be reached: never at this machine or in its network, unless the operator allows the host. */
import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** A name turned out to mean an address of the inner network. */
export class InnerAddress extends Error {}

/** `POLL_PRIVATE_HOSTS`: hosts of the own network that may be reached all the same; none by default. */
export const privateHosts = (): string[] =>
  (process.env.POLL_PRIVATE_HOSTS ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean);

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

/** Looks a name up and refuses it when any of its addresses is inside; the connection goes to what was checked. */
const guarding =
  (resolver: typeof resolve): LookupFunction =>
  (hostname, options, done) => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      const found = addresses as unknown as { address: string; family: number }[];
      if (error) return done(error, '', 0);
      if (found.length === 0 || !found.every(({ address }) => isOuter(address))) return done(new InnerAddress(), '', 0);
      if (options.all) return done(null, found as never);
      done(null, found[0]!.address, found[0]!.family);
    });
  };

/**
 * Options for a connection to `hostname` that may only go to the open network; `host` is the name with its port, as the operator may have allowed it.
 * False when it is an address that may not be reached.
 */
export function guardedLookup(
  hostname: string,
  host: string,
  allowed: readonly string[],
  resolver: typeof resolve = resolve,
): { lookup?: LookupFunction } | false {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (allowed.includes(host.toLowerCase()) || allowed.includes(name)) return {};
  if (isIP(name) !== 0 && !isOuter(name)) return false;
  return { lookup: guarding(resolver) };
}
