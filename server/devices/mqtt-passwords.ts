/** Passwords of devices: random and long, so that a plain hash keeps them; compared in constant time. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new password of 24 characters (some 130 bits), without those that are mistaken for others when typed into a device. */
export function newPassword(): string {
  return randomBytes(18)
    .toString('base64url')
    .replaceAll(/[-_lIO0]/g, 'x');
}

/** What is kept of a password; another one for every device, so that equal hashes tell nothing. */
export const passwordHash = (tenantId: number, deviceId: number, password: string) =>
  createHash('sha256').update(`${tenantId}:${deviceId}:${password}`).digest();

/** Whether a password is the one whose hash this is. */
export function isPassword(hash: Buffer, tenantId: number, deviceId: number, password: string): boolean {
  return timingSafeEqual(hash, passwordHash(tenantId, deviceId, password));
}
