/** The key in the address that a vendor posts to: for this one purpose, never logged, kept as a hash. */
import { createHash, randomBytes } from 'node:crypto';
import type { Secrets } from '../db/secrets.ts';
import { seal, unseal } from '../db/sealed.ts';

export const PUSH_PATH = '/tenant-device/push/';

/** 256 bits in 43 characters. */
export const newAddressKey = () => randomBytes(32).toString('base64url');
export const isAddressKey = (text: string) => /^[\w-]{43}$/.test(text);
export const addressHash = (key: string) => createHash('sha256').update(key).digest();

const place = (tenantId: number, id: number) => `device_integration_secrets:${tenantId}:${id}`;
export const sealSecret = (secrets: Pick<Secrets, 'seal'>, tenantId: number, id: number, secret: string) =>
  seal(secrets, place(tenantId, id), secret);
export const openSecret = (secrets: Pick<Secrets, 'seal'>, tenantId: number, id: number, sealed: Buffer) =>
  unseal(secrets, place(tenantId, id), sealed);
