/** OAuth2 clients of the installation and their Basic credentials. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { unauthorized } from '../errors.ts';

export interface Client {
  id: string;
  secretHash: string;
  encryptsPassword: boolean;
  needsCaptcha: boolean;
  /** Seconds. */
  accessSeconds: number;
  refreshSeconds: number;
}

/** How a client's secret is stored: SHA-256 in hex. Secrets of public clients are known to everybody anyway. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Registers or replaces a client: `pig` of existing clients encrypts the password and asks for a captcha. */
export async function putClient(pool: Pool, client: { id: string; secret: string; encryptsPassword: boolean; needsCaptcha: boolean }): Promise<void> {
  await pool.query('select app.put_client($1, $2, $3, $4)', [client.id, hashSecret(client.secret), client.encryptsPassword, client.needsCaptcha]);
}

const REFUSED = '客户端信息错误，Basic认证失败';

/** The client that an `Authorization: Basic` header proves to be; throws 401. */
export async function authenticateClient(pool: Pool, header: string | string[] | undefined): Promise<Client> {
  const match = /^Basic\s+([A-Za-z0-9+/=_-]{1,400})$/i.exec(String(header ?? ''));
  const [id = '', secret] = Buffer.from(match?.[1] ?? '', 'base64')
    .toString('utf8')
    .split(/:(.*)/s);
  if (!match || id === '' || secret === undefined || id.includes('\0')) throw unauthorized(REFUSED);
  const { rows } = await pool.query({ name: 'find_client', text: 'select * from app.find_client($1)', values: [id] });
  const row = rows[0] as
    | { id: string; secret_hash: string; encrypts_password: boolean; needs_captcha: boolean; access_seconds: number; refresh_seconds: number }
    | undefined;
  const given = Buffer.from(hashSecret(secret));
  const stored = Buffer.from(row?.secret_hash ?? '');
  if (!row || given.length !== stored.length || !timingSafeEqual(given, stored)) throw unauthorized(REFUSED);
  return {
    id: row.id,
    secretHash: row.secret_hash,
    encryptsPassword: row.encrypts_password,
    needsCaptcha: row.needs_captcha,
    accessSeconds: row.access_seconds,
    refreshSeconds: row.refresh_seconds,
  };
}
