/** Sign-in of a big screen (RFC 8628). Both codes are kept hashed; the session that comes of them may only read. */
import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { screenLogins as routes } from '#contract/users/screen-logins.ts';
import type { Context, Dependencies, Reply } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { hashToken, tenantRefusal } from '../http/session.ts';
import { logSignIn } from '../system/operation-logs.ts';
import { readAccount } from './accounts.ts';
import { authenticateClient, type Client } from './clients.ts';
import { openSession } from './sessions.ts';
import { factsOf, json } from './sign-ins.ts';

const SECONDS = 10 * 60;
const INTERVAL = 5;
/** RFC 8628's: no vowels, so no words. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

const hashUserCode = ({ secrets }: Dependencies, code: string) => createHmac('sha256', secrets.blind).update(`screen\0${code}`).digest();
const shown = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Where people go with the code: the address they know, else the one that the screen itself asked. */
function pageOf({ deps, request }: Context): string {
  const host = String(request.headers.host ?? '');
  return `${deps.config.publicUrl ?? (/^[\w.:[\]-]{1,100}$/.test(host) ? `http://${host}` : '')}/info/screen`;
}

/** RFC 8628 and RFC 6749 name the error; the rest is the envelope that clients of this product read. */
const refusal = (error: string, msg: string): Reply => json({ error, error_description: msg, code: 1, msg, data: error }, 400);
const REFUSALS: Record<string, Reply> = {
  pending: refusal('authorization_pending', '等待确认'),
  slow_down: refusal('slow_down', '查询过于频繁'),
  expired: refusal('expired_token', '登录代码已过期'),
  denied: refusal('access_denied', '登录请求已被拒绝'),
};

interface Polled {
  state: string;
  /** Whose session it becomes, once it is approved. */
  tenant_id: number | null;
  user_id: number | null;
}

/** What a waiting screen is told, and its tokens once it is let in. */
export async function screenToken(deviceCode: string | undefined, client: Client, { deps, request }: Context): Promise<Reply> {
  const values = [hashToken(deviceCode ?? ''), client.id];
  const { rows } = await deps.pool.query<Polled>({ name: 'poll_screen_code', text: 'select * from app.poll_screen_code($1, $2)', values });
  const { state, tenant_id, user_id } = rows[0]!;
  if (state !== 'approved' || tenant_id === null || user_id === null) return REFUSALS[state] as Reply;
  const token = await deps.inTenant(tenant_id, async (tx) => {
    const account = await readAccount(tx, user_id);
    const tenant = await tx.row<{ tenant_status: number; tenant_ends_at: string | null }>(
      sql`select status as tenant_status, app.closing_of(ends_at) as tenant_ends_at from tenants where id = ${tenant_id}`,
    );
    if (!account || account.status !== 0 || !tenant || tenantRefusal(tenant, deps.now())) return null;
    const facts = factsOf(request);
    await logSignIn(tx, { ...facts, title: '大屏登录', userId: account.id, username: account.username });
    return openSession(tx, deps, { account, client, address: facts.address, userAgent: facts.userAgent, scope: 'screen' });
  });
  return token ? json(token) : (REFUSALS.denied as Reply);
}

export const screenLogins: Handlers<typeof routes> = {
  async start(_input, context) {
    const { deps, request } = context;
    const client = await authenticateClient(deps.logins, request.headers.authorization);
    const deviceCode = randomBytes(32).toString('base64url');
    const userCode = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    const { address, userAgent } = factsOf(request);
    const values = [hashToken(deviceCode), hashUserCode(deps, userCode), client.id, address, userAgent, SECONDS];
    await deps.pool.query({ name: 'open_screen_code', text: 'select app.open_screen_code($1, $2, $3, $4, $5, $6)', values });
    const page = pageOf(context);
    return json({
      device_code: deviceCode,
      user_code: shown(userCode),
      verification_uri: page,
      verification_uri_complete: `${page}?code=${shown(userCode)}`,
      expires_in: SECONDS,
      interval: INTERVAL,
    });
  },

  async token({ device_code }, context) {
    return screenToken(device_code, await authenticateClient(context.deps.logins, context.request.headers.authorization), context);
  },

  async find({ user_code }, { deps, tx }) {
    const found = await tx.row<{ address: string | null; user_agent: string | null; created_at: string }>(
      sql`select address, user_agent, created_at from app.find_screen_code(${hashUserCode(deps, user_code)})`,
    );
    if (!found) throw notFound('大屏登录请求');
    return { userCode: shown(user_code), address: found.address, userAgent: found.user_agent, createTime: found.created_at };
  },

  async settle({ user_code, approve }, { deps, tx, session }) {
    const settled = await tx.row<{ settled: boolean }>(
      sql`select app.settle_screen_code(${hashUserCode(deps, user_code)}, ${session.userId}, ${approve}) as settled`,
    );
    if (!settled?.settled) throw notFound('大屏登录请求');
    return true;
  },
};
