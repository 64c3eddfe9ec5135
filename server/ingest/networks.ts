/** Whether the address of a connection lies in networks that staff named. */
import { BlockList, isIP } from 'node:net';
import { plainAddress } from '../http/client-addresses.ts';

const lists = new WeakMap<readonly string[], BlockList>();

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether an address lies in one of the networks (CIDR, or single addresses); everything does when none is named. */
export function inNetworks(networks: readonly string[] | undefined, address: string): boolean {
  if (!networks || networks.length === 0) return true;
  let list = lists.get(networks);
  if (!list) {
    list = new BlockList();
    for (const network of networks) {
      const [net, bits] = network.split('/') as [string, string?];
      if (bits === undefined) list.addAddress(net, familyOf(net));
      else list.addSubnet(net, Number(bits), familyOf(net));
    }
    lists.set(networks, list);
  }
  const plain = plainAddress(address);
  return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
}
