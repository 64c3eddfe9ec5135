/** Secrets that the application must read again: AES-256-GCM, bound to the place where they are kept. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Secrets } from './secrets.ts';

const NONCE = 12;
const TAG = 16;

/** Nonce, tag and cipher text; `place` must be the same when it is opened. A `nonce` that is given is of this text alone. */
export function seal({ seal: key }: Pick<Secrets, 'seal'>, place: string, text: string, nonce: Buffer = randomBytes(NONCE)): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** The text. Throws when it was changed, moved, or sealed with another key. */
export function unseal({ seal: key }: Pick<Secrets, 'seal'>, place: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
}
