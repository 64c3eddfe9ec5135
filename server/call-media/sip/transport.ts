import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { parseSip, type SipMessage } from './message.ts';

export interface Place {
  address: string;
  port: number;
}
export const samePlace = (one: Place, other: Place): boolean => one.address === other.address && one.port === other.port;

/** The UDP socket of SIP. */
export class SipSocket {
  readonly #socket: Socket = createSocket('udp4');
  readonly #publicAddress: string | null;
  port = 0;
  /** Messages that were dropped because they are none. */
  malformed = 0;

  constructor(publicAddress: string | null, onMessage: (message: SipMessage, source: Place) => void, onError: (text: string) => void) {
    this.#publicAddress = publicAddress;
    this.#socket.on('message', (bytes, { address, port }) => {
      // Phones keep the way open with empty lines.
      if (bytes.length <= 4) return;
      const message = parseSip(bytes);
      if (message) onMessage(message, { address, port });
      else this.malformed += 1;
    });
    this.#socket.on('error', (error) => onError(`The socket of SIP: ${error.message}`));
  }

  listen(port: number, address: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.once('error', reject);
      this.#socket.bind(port, address, () => {
        this.#socket.off('error', reject);
        this.#socket.setRecvBufferSize(1 << 21);
        this.port = this.#socket.address().port;
        resolve();
      });
    });
  }

  send(bytes: Buffer, { address, port }: Place) {
    this.#socket.send(bytes, port, address);
  }

  /** Our address as this peer reaches it. */
  addressFor(peer: string): string {
    if (peer.startsWith('127.')) return '127.0.0.1';
    return this.#publicAddress ?? outerAddress();
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.close(() => resolve());
    });
  }
}

const outerAddress = () =>
  Object.values(networkInterfaces())
    .flat()
    .find((entry) => entry?.family === 'IPv4' && !entry.internal)?.address ?? '127.0.0.1';

/** The IPv4 address of a host. Rejects a name that has none. */
export const resolveHost = async (host: string): Promise<string> => (isIPv4(host) ? host : (await lookup(host, { family: 4 })).address);
