/** Accounts with passwords for tests of signing in. */
import { request } from 'node:http';
import { db } from '#server/db/tenant.ts';
import { putClient } from '#server/users/clients.ts';
import { hashPassword } from '#server/users/passwords.ts';
import type { Harness, TestUser } from './harness.ts';

export const PASSWORD = 'tulip4827';
export const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

/** Clients `plain` (neither captcha nor cipher), `pig` (both) and `coded` (cipher only). */
export async function putClients({ owner }: Harness): Promise<void> {
  await putClient(owner, { id: 'plain', secret: 'plain', encryptsPassword: false, needsCaptcha: false });
  await putClient(owner, { id: 'pig', secret: 'pig', encryptsPassword: true, needsCaptcha: true });
  await putClient(owner, { id: 'coded', secret: 'coded', encryptsPassword: true, needsCaptcha: false });
}

/** Gives a user of the harness a password. */
export async function givePassword({ deps }: Harness, user: TestUser, password = PASSWORD): Promise<void> {
  const password_hash = await hashPassword(password);
  await deps.inTenant(user.tenantId, (tx) =>
    tx.run(db.updateTable('users').set({ password_hash }).where('tenant_id', '=', user.tenantId).where('id', '=', user.userId)),
  );
}

/** The user's sessions count as proved, as if the password had just been given at `user/panel/check`. */
export async function prove({ deps }: Harness, user: TestUser): Promise<void> {
  const proved_until = new Date(deps.now() + 600_000).toISOString();
  await deps.inTenant(user.tenantId, (tx) =>
    tx.run(db.updateTable('sessions').set({ proved_until }).where('tenant_id', '=', user.tenantId).where('user_id', '=', user.userId)),
  );
}

export interface TokenAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: any;
  text: string;
}

/**
 * Calls the token endpoint as clients do: query `query`, form body `form`; `from` is
 * the loopback address to call from, `path` another way in.
 */
export function token(
  t: Harness,
  {
    client = 'plain',
    query = {},
    form = {},
    from = '127.0.0.1',
    path = '/auth/oauth/token',
    cookie,
  }: {
    client?: string;
    query?: Record<string, string>;
    form?: Record<string, string>;
    from?: string;
    path?: string;
    cookie?: string | undefined;
  },
): Promise<TokenAnswer> {
  const body = new URLSearchParams(form).toString();
  const headers = {
    authorization: basic(client, client),
    'content-type': 'application/x-www-form-urlencoded',
    'tenant-id': '1',
    'content-length': Buffer.byteLength(body),
    ...(cookie ? { cookie } : {}),
  };
  return new Promise((resolve, reject) => {
    const call = request(
      `${t.url}${path}?${new URLSearchParams(query)}`,
      { method: 'POST', headers, localAddress: from, agent: false },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, body: JSON.parse(text) });
        });
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

export const signIn = (t: Harness, username: string, password = PASSWORD, from = '127.0.0.1') =>
  token(t, { query: { grant_type: 'password', scope: 'server' }, form: { username, password }, from });

/** Signs in with the code that was sent to a number. */
export const bySms = (t: Harness, phone: string, code: string, more: Record<string, string> = {}) =>
  token(t, { path: '/auth/mobile/token/sms', query: { mobile: `SMS@${phone}`, code, grant_type: 'mobile', ...more } });

export const refresh = (t: Harness, refresh_token: string, client = 'plain') =>
  token(t, { client, query: { grant_type: 'refresh_token', scope: 'server', refresh_token } });
