/**
 * Checks of ICE (RFC 8445) are sealed with the password of the leg they are for. werift answers those that are not, too, and would send
 * sound to who makes it believe that the browser has moved: here they are dropped before it sees them.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RTCPeerConnection } from 'werift';

const HEADER = 20;
const COOKIE = 0x2112a442;
const BINDING_REQUEST = 1;
const MESSAGE_INTEGRITY = 8;
const SEAL_BYTES = 20;

/** Whether a datagram is a request of STUN; sound and DTLS are not. */
const isRequest = (bytes: Buffer) =>
  bytes.length >= HEADER && bytes.readUInt32BE(4) === COOKIE && bytes.readUInt16BE(0) === BINDING_REQUEST;

/** Whether a message of STUN has this password's seal: HMAC-SHA1 of all before it, by a length that ends with it (RFC 8489, 14.5). */
export function isSealed(bytes: Buffer, password: string): boolean {
  for (let at = HEADER; at + 4 <= bytes.length;) {
    const length = bytes.readUInt16BE(at + 2);
    if (bytes.readUInt16BE(at) !== MESSAGE_INTEGRITY) {
      at += 4 + Math.ceil(length / 4) * 4;
      continue;
    }
    if (length !== SEAL_BYTES || at + 4 + SEAL_BYTES > bytes.length) return false;
    const sealed = Buffer.from(bytes.subarray(0, at));
    sealed.writeUInt16BE(at + 4 + SEAL_BYTES - HEADER, 2);
    const right = createHmac('sha1', password).update(sealed).digest();
    return timingSafeEqual(right, bytes.subarray(at + 4, at + 4 + SEAL_BYTES));
  }
  return false;
}

/** The parts of werift (its exact version is in package.json) that a datagram passes on its way in. */
interface Inside {
  localPassword: string;
  protocols: { transport?: { onData: (bytes: Buffer, source: unknown) => void } }[];
}

/** Drops what is not sealed from all sockets of a connection, once it has gathered them. Throws when werift is another inside. */
export function dropUnsealed(connection: RTCPeerConnection): void {
  for (const { connection: ice } of connection.iceTransports) {
    const { localPassword, protocols } = ice as unknown as Inside;
    for (const { transport } of protocols) {
      if (typeof transport?.onData !== 'function') throw new Error('werift has changed: its sockets are not found');
      const pass = transport.onData;
      transport.onData = (bytes, source) => {
        if (!isRequest(bytes) || isSealed(bytes, localPassword)) pass(bytes, source);
      };
    }
  }
}
