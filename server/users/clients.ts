/** OAuth2 clients of the installation and their Basic credentials. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
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

/** A secret of 256 bits, shown once. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** A connection of the database's owner: only it may register clients so; the platform's page has a way of its own. */
export type Asks = Pick<ClientBase, 'query'>;

/** Registers or replaces a client: `pig` of existing clients encrypts the password and asks for a captcha. */
export async function putClient(
  owner: Asks,
  client: { id: string; secret: string; encryptsPassword: boolean; needsCaptcha: boolean },
): Promise<void> {
  await owner.query('select app.put_client($1, $2, $3, $4)', [
    client.id,
    hashSecret(client.secret),
    client.encryptsPassword,
    client.needsCaptcha,
  ]);
}

/** Registers a client that the installation comes with, unless it is there, or the platform deleted it. */
export async function addClient(
  owner: Asks,
  client: { id: string; secret: string; encryptsPassword: boolean; needsCaptcha: boolean; description: string },
): Promise<void> {
  const { id, secret, encryptsPassword, needsCaptcha, description } = client;
  await owner.query('select app.add_client($1, $2, $3, $4, $5)', [id, hashSecret(secret), encryptsPassword, needsCaptcha, description]);
}

interface Row {
  id: string;
  secret_hash: string;
  encrypts_password: boolean;
  needs_captcha: boolean;
  access_seconds: number;
  refresh_seconds: number;
}

/** The client of an id; null when there is none. */
export async function findClient(pool: Pool, id: string): Promise<Client | null> {
  const { rows } = await pool.query<Row>({ name: 'find_client', text: 'select * from app.find_client($1)', values: [id] });
  const [row] = rows;
  if (!row) return null;
  return {
    id: row.id,
    secretHash: row.secret_hash,
    encryptsPassword: row.encrypts_password,
    needsCaptcha: row.needs_captcha,
    accessSeconds: row.access_seconds,
    refreshSeconds: row.refresh_seconds,
  };
}

const REFUSED = '客户端信息错误，Basic认证失败';

/** The client that an `Authorization: Basic` header proves to be; throws 401. */
export async function authenticateClient(pool: Pool, header: string | string[] | undefined): Promise<Client> {
  const match = /^Basic\s+([A-Za-z0-9+/=_-]{1,400})$/i.exec(String(header ?? ''));
  const [id = '', secret] = Buffer.from(match?.[1] ?? '', 'base64')
    .toString('utf8')
    .split(/:(.*)/s);
  if (!match || id === '' || secret === undefined || id.includes('\0')) throw unauthorized(REFUSED);
  const client = await findClient(pool, id);
  const given = Buffer.from(hashSecret(secret));
  const stored = Buffer.from(client?.secretHash ?? '');
  if (!client || given.length !== stored.length || !timingSafeEqual(given, stored)) throw unauthorized(REFUSED);
  return client;
}
