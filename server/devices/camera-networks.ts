/**
 * Which addresses this server fetches pictures from: only those of CAMERA_NETWORKS, a list of host names, host:port and networks. A name
 * opens what it means in the outer network; an inner address is opened only by a network that is named (10.20.0.0/16, 192.168.1.64).
 */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { refused } from '../errors.ts';
import { isOuter } from '../net/outer-addresses.ts';

export interface Target {
  /** What was looked up and checked: the connection goes there and nowhere else. */
  address: string;
  family: 4 | 6;
  port: number;
}

const PORTS: Record<string, number> = { 'http:': 80, 'https:': 443, 'rtsp:': 554 };

interface Allowed {
  names: Set<string>;
  networks: BlockList;
}

function readAllowed(text: string): Allowed {
  const allowed: Allowed = { names: new Set(), networks: new BlockList() };
  for (const entry of text.split(/[\s,]+/).filter(Boolean)) {
    const [base = '', bits] = entry.split('/');
    const family = isIP(base);
    if (family === 0) allowed.names.add(entry.toLowerCase());
    else if (bits === undefined) allowed.networks.addAddress(base, family === 4 ? 'ipv4' : 'ipv6');
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
      allowed.networks.addSubnet(base, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
  }
  return allowed;
}

/** Where an address of a camera leads. Throws 422 when the operator does not allow it. `text` is CAMERA_NETWORKS. */
export async function targetOf(url: URL, text = process.env.CAMERA_NETWORKS ?? '', resolve: typeof lookup = lookup): Promise<Target> {
  const { names, networks } = readAllowed(text);
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = Number(url.port) || PORTS[url.protocol] || 0;
  if (port === 0) throw refused('不支持的摄像头地址');
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host, { all: true }).catch(() => []);
  if (found.length === 0) throw refused('找不到摄像头的地址，请检查网络或域名');
  const named = names.has(host) || names.has(`${host}:${port}`);
  const open = ({ address, family }: { address: string; family: number }) =>
    networks.check(address, family === 6 ? 'ipv6' : 'ipv4') || (named && isOuter(address));
  if (!found.every(open)) throw refused('摄像头的地址不在允许的网络内，请联系平台管理员（CAMERA_NETWORKS）');
  const { address, family } = found[0]!;
  return { address, family: family === 6 ? 6 : 4, port };
}
