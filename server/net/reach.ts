/**
 * Which peers a use of the network may reach. It is judged by the addresses that are
 * connected to, so that a name cannot mean another one a moment later.
 */
import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { OutboundError, outboundErrorOf } from './outbound-error.ts';
import { isOuter } from './outer-addresses.ts';

export type Resolver = typeof resolve;

export interface Peer {
  /** As it was named, in small letters and without brackets. */
  host: string;
  port: number;
  address: string;
  family: 4 | 6;
}

/** Whether a use may connect to this peer. */
export type Reach = (peer: Peer) => boolean;

/** For peers that the operator's own settings name: they may be anywhere, also in the operator's network. */
export const configured: Reach = () => true;

/** For peers that tenants name: the open network, and those of `allowed` (`host` or `host:port`) wherever they are. */
export const outerOr =
  (allowed: readonly string[]): Reach =>
  ({ host, port, address }) =>
    isOuter(address) || [host, `${host}:${port}`, `[${host}]`, `[${host}]:${port}`].some((name) => allowed.includes(name));

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '').toLowerCase();

/** A lookup that fails unless `reach` allows every address of the name. */
function checkedLookup(reach: Reach, port: number, resolver: Resolver): LookupFunction {
  return (hostname, options, done) => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      const found = addresses as unknown as { address: string; family: 4 | 6 }[];
      if (error) return done(error, '', 0);
      const host = bare(hostname);
      const allowed = found.length > 0 && found.every(({ address, family }) => reach({ host, port, address, family }));
      if (!allowed) return done(new OutboundError('forbidden'), '', 0);
      if (options.all) return done(null, found as never);
      done(null, found[0]!.address, found[0]!.family);
    });
  };
}

/**
 * Options of a connection to a host that connect it only where `reach` allows. Throws
 * OutboundError when the host is an address that it does not.
 */
export function guarded(reach: Reach, hostname: string, port: number, resolver: Resolver = resolve): { lookup: LookupFunction } {
  const host = bare(hostname);
  const family = isIP(host);
  // An address is connected to without a lookup.
  if (family !== 0 && !reach({ host, port, address: host, family: family as 4 | 6 })) throw new OutboundError('forbidden');
  return { lookup: checkedLookup(reach, port, resolver) };
}

/** The checked address of a host, for programs that connect themselves. Throws OutboundError. */
export function resolveGuarded(reach: Reach, hostname: string, port: number, resolver: Resolver = resolve): Promise<Peer> {
  return new Promise((settle, reject) => {
    const { lookup } = guarded(reach, hostname, port, resolver);
    const host = bare(hostname);
    const family = isIP(host);
    if (family !== 0) return settle({ host, port, address: host, family: family as 4 | 6 });
    lookup(host, {}, (error, address, found) => {
      if (error) return reject(outboundErrorOf(error));
      settle({ host, port, address: address as string, family: found === 6 ? 6 : 4 });
    });
  });
}
