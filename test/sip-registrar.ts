/** The registrar of a trunk, written without the server's code: asks who registers (RFC 3261, RFC 2617) and grants ten seconds. */
import { createHash, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const GRANTED_S = 10;

export interface Registrar {
  port: number;
  password: string;
  /** Of each REGISTER that was proved: the seconds that it asked for, and what was answered. */
  seen: { expires: number; status: number }[];
  close(): Promise<void>;
}

/** Starts one for this account on an address of this machine. */
export async function sipRegistrar(user: string, password: string, address: string): Promise<Registrar> {
  const socket = createSocket('udp4');
  const nonces = new Set<string>();
  const registrar: Registrar = {
    port: 0,
    password,
    seen: [],
    close: () => new Promise((resolve) => void socket.close(() => resolve())),
  };
  const isProved = (proof: string) => {
    const value = (name: string) => new RegExp(`[ ,]${name}="?([^",]*)`).exec(proof)?.[1] ?? '';
    // A nonce counts once.
    if (!nonces.delete(value('nonce')) || value('username') !== user) return false;
    const secret = md5(`${user}:carrier:${registrar.password}`);
    const chain = ['nonce', 'nc', 'cnonce', 'qop'].map(value).join(':');
    return md5(`${secret}:${chain}:${md5(`REGISTER:${value('uri')}`)}`) === value('response');
  };
  socket.on('message', (bytes, { address: from, port }) => {
    const text = bytes.toString();
    if (!text.startsWith('REGISTER ')) return;
    const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(text)?.[1]?.trim() ?? '';
    const proof = header('Authorization');
    const expires = Number(header('Expires'));
    const status = proof === '' ? 401 : isProved(proof) ? 200 : 403;
    if (proof !== '') registrar.seen.push({ expires, status });
    const nonce = randomBytes(8).toString('hex');
    if (status === 401) nonces.add(nonce);
    const more = {
      401: `WWW-Authenticate: Digest realm="carrier", nonce="${nonce}", qop="auth", algorithm=MD5\r\n`,
      200: `Contact: ${header('Contact')};expires=${Math.min(expires, GRANTED_S)}\r\n`,
      403: '',
    }[status];
    const copied = ['Via', 'From', 'Call-ID', 'CSeq'].map((name) => `${name}: ${header(name)}\r\n`).join('');
    const answer = `SIP/2.0 ${status} So\r\n${copied}To: ${header('To')};tag=registrar\r\n${more}Content-Length: 0\r\n\r\n`;
    socket.send(answer, port, from);
  });
  await new Promise<void>((resolve) => void socket.bind(0, address, resolve));
  registrar.port = (socket.address() as AddressInfo).port;
  return registrar;
}
