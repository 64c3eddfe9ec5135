/** Short-lived signed addresses of files, for `<img>` and `<video>` which cannot send a bearer token. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../db/secrets.ts';

const STEP_MS = 5 * 60_000;
const LIFE_MS = 10 * 60_000;

const sign = ({ blind }: Secrets, tenantId: number, expires: number, path: string) =>
  createHmac('sha256', blind).update(`file-link\0${tenantId}\0${expires}\0${path}`).digest('base64url');

/** The path with `?t=`; good for 10 to 15 minutes. Within five minutes it is the same address, so that browsers may keep the picture. */
export function signedLink(secrets: Secrets, tenantId: number, path: string, now: number): string {
  const expires = Math.ceil(now / STEP_MS) * STEP_MS + LIFE_MS;
  return `${path}?t=${tenantId}.${expires}.${sign(secrets, tenantId, expires, path)}`;
}

/** The tenant whose file a `t` opens at epoch milliseconds `now`; null when it is forged, for another file or too old. */
export function tenantOfLink(secrets: Secrets, t: string, path: string, now: number): number | null {
  const match = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(t);
  if (!match) return null;
  const [tenantId, expires] = [Number(match[1]), Number(match[2])];
  const right = timingSafeEqual(Buffer.from(match[3] as string), Buffer.from(sign(secrets, tenantId, expires, path)));
  return right && expires > now ? tenantId : null;
}
