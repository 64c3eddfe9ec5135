/**
 * Which addresses this server fetches pictures from: only those of CAMERA_NETWORKS, a list of host names, host:port and networks. A name
 * opens what it means in the outer network; an inner address is opened only by a network that is named (10.20.0.0/16, 192.168.1.64).
 */
import { environment } from '../config.ts';
import { BlockList, isIP } from 'node:net';
import { refused, type Refusal } from '../errors.ts';
import { OutboundError } from '../net/outbound-error.ts';
import { isOuter } from '../net/outer-addresses.ts';
import { resolveGuarded, type Peer, type Reach, type Resolver } from '../net/reach.ts';

const RTSP_PORT = 554;

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

/** The cameras that the operator allows; `text` is CAMERA_NETWORKS. */
export function camerasOf(text = environment.cameraNetworks()): Reach {
  const { names, networks } = readAllowed(text);
  return ({ host, port, address, family }) =>
    networks.check(address, family === 6 ? 'ipv6' : 'ipv4') || ((names.has(host) || names.has(`${host}:${port}`)) && isOuter(address));
}

/** The refusal of a camera that is not reached because of its address; null for other errors. */
export function addressRefusal(error: unknown): Refusal | null {
  if (!(error instanceof OutboundError)) return null;
  if (error.reason === 'forbidden') return refused('摄像头的地址不在允许的网络内，请联系平台管理员（CAMERA_NETWORKS）');
  return error.reason === 'unresolved' ? refused('找不到摄像头的地址，请检查网络或域名') : null;
}

/** The checked address of an RTSP camera: the connection goes there and nowhere else. Throws 422. `text` is CAMERA_NETWORKS. */
export async function targetOf(url: URL, text?: string, resolver?: Resolver): Promise<Peer> {
  try {
    return await resolveGuarded(camerasOf(text), url.hostname, Number(url.port) || RTSP_PORT, resolver);
  } catch (error) {
    throw addressRefusal(error) ?? error;
  }
}
