/** Sign-in, refresh, sign-out. Order of a sign-in: client, captcha, lock, password, account, tenant; only then anything is said about the account. */
import { sql } from 'kysely';
import { DEFAULT_PASSWORD_KEY } from '#contract/users/passwords.rules.ts';
import type { logins as routes } from '#contract/users/logins.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Context, Dependencies, Reply } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { invalid, Refusal, unauthorized } from '../errors.ts';
import { bearer, type Handlers } from '../implement.ts';
import { hashToken, tenantRefusal } from '../session.ts';
import { logSignIn } from '../system/operation-logs.ts';
import { authoritiesOf, readAccount, tokenUser } from './accounts.ts';
import { askCaptcha, checkCaptcha } from './captchas.ts';
import { authenticateClient, type Client } from './clients.ts';
import { alone, beginAttempt, plainAddress } from './login-limits.ts';
import { decryptPassword, hashPassword, outdated, verifyPassword } from './passwords.ts';
import { endSessions, openSession, renewSession } from './sessions.ts';

const badCredentials = () => new Refusal(426, '用户名不存在或者密码错误', 'invalid_exception');
const json = (body: unknown): Reply => ({
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', pragma: 'no-cache' },
  body: JSON.stringify(body),
});

interface Login {
  tenant_id: number;
  user_id: number;
  password_hash: string | null;
  user_status: number;
  tenant_status: number;
  tenant_ends_at: string | null;
}

/** The account of a sign-in name, and whether the password is its own. Takes the same work when there is no such account. */
async function provePassword(deps: Dependencies, username: string, password: string): Promise<{ login: Login | undefined; right: boolean }> {
  const { rows } = await deps.pool.query({ name: 'find_login', text: 'select * from app.find_login($1)', values: [username] });
  const login = rows[0] as Login | undefined;
  return { login, right: await verifyPassword(password, login?.password_hash ?? null) };
}

async function signIn(input: { username?: string; password?: string; randomStr?: string; code?: string }, client: Client, context: Context): Promise<Reply> {
  const { deps, request } = context;
  const username = input.username?.trim() ?? '';
  if (client.needsCaptcha) await checkCaptcha(deps, input.randomStr, input.code);
  if (username === '' || !input.password || username.includes('\0')) throw badCredentials();
  const password = client.encryptsPassword ? decryptPassword(input.password, deps.config.passwordKey ?? DEFAULT_PASSWORD_KEY) : input.password;
  const attempt = await beginAttempt(alone(deps.pool), deps.secrets, username, request.address);
  // A busy server or a lost database has judged nothing: the attempt does not count.
  const { login, right } = await provePassword(deps, username, password).catch(async (error: unknown) => {
    await attempt.withdrawn().catch(() => {});
    throw error;
  });
  const facts = { address: plainAddress(request.address), userAgent: request.userAgent, requestId: request.id };
  if (!login || !right) {
    // Written for unknown names as well, so that both take as long; such a name may be a mistyped password and is not kept.
    const who = login ? { userId: login.user_id, username } : {};
    await deps.inTenant(login?.tenant_id ?? PLATFORM, (tx) => logSignIn(tx, { ...facts, ...who, title: '登录', failure: '用户名不存在或者密码错误' }));
    throw badCredentials();
  }
  await attempt.succeeded();
  const fresh = outdated(login.password_hash as string) ? await hashPassword(password) : null;
  const answer = await deps.inTenant(login.tenant_id, async (tx) => {
    const refusal = login.user_status === 0 ? tenantRefusal(login, deps.now()) : new Refusal(426, '用户帐号已被锁定', 'invalid_exception');
    const account = await readAccount(tx, login.user_id);
    const title = '登录';
    const who = { userId: login.user_id, username };
    if (refusal || !account) {
      await logSignIn(tx, { ...facts, ...who, title, failure: refusal?.message ?? '用户已删除' });
      return refusal ?? badCredentials();
    }
    if (fresh) await tx.run(db.updateTable('users').set({ password_hash: fresh }).where('tenant_id', '=', tx.tenantId).where('id', '=', account.id));
    await logSignIn(tx, { ...facts, ...who, title });
    return openSession(tx, deps, { account, client, address: facts.address, userAgent: facts.userAgent });
  });
  if (answer instanceof Refusal) throw answer;
  return json(answer);
}

interface Refreshed {
  tenant_id: number;
  session_id: number;
  user_id: number;
  username: string;
  client_id: string;
  retired: boolean;
  /** The person's account stands, wherever it is at home. */
  open: boolean;
}

async function refresh(token: string | undefined, client: Client, { deps, request, sessions }: Context): Promise<Reply> {
  const { rows } = await deps.pool.query({ name: 'find_refresh', text: 'select * from app.find_refresh($1)', values: [hashToken(token ?? '')] });
  const found = rows[0] as Refreshed | undefined;
  if (!token || !found || found.client_id !== client.id) throw unauthorized('用户凭证已过期', 'invalid_grant');
  const { tenant_id: tenantId, session_id: sessionId } = found;
  const answer = await deps.inTenant(tenantId, async (tx) => {
    const account = await readAccount(tx, found.user_id);
    const open = account?.status === 0 && found.open && !found.retired;
    const renewed = open ? await renewSession(tx, deps, { account, client, refresh: token }) : null;
    if (renewed) return renewed;
    // Used up before, or exchanged by somebody else a moment ago: one of the two is a thief, neither stays.
    const hash = hashToken(token);
    const retired = () => tx.row(db.selectFrom('retired_refresh_tokens').select('session_id').where('tenant_id', '=', tx.tenantId).where('hash', '=', hash));
    const reused = found.retired || (await retired()) !== undefined;
    if (reused && (await endSessions(tx, deps, { sessionId }, 'refresh token reused')).length > 0) {
      const facts = { address: plainAddress(request.address), userAgent: request.userAgent, requestId: request.id };
      await logSignIn(tx, { ...facts, userId: found.user_id, username: found.username, title: '刷新令牌', failure: '刷新令牌被重复使用，会话已终止' });
    }
    return null;
  });
  sessions.forget({ sessionId });
  if (!answer) throw unauthorized('用户凭证已过期', 'invalid_grant');
  return json(answer);
}

const expiryOf = (tx: Tx, sessionId: number) =>
  tx.row<{ exp: number; client_id: string }>(sql`
    select extract(epoch from least(access_expires_at, absolute_expires_at))::bigint as exp, client_id
    from sessions where tenant_id = ${tx.tenantId} and id = ${sessionId}`);

export const logins: Handlers<typeof routes> = {
  async token(input, context) {
    const client = await authenticateClient(context.deps.pool, context.request.headers.authorization);
    if (input.grant_type === 'password') return signIn(input, client, context);
    if (input.grant_type === 'refresh_token') return refresh(input.refresh_token, client, context);
    throw invalid('不支持的授权类型');
  },

  async checkToken({ token }, { deps, sessions }) {
    const session = await sessions.find(token ?? '');
    return deps.inTenant(session.tenantId, async (tx) => {
      const [account, expiry] = [await readAccount(tx, session.userId), await expiryOf(tx, session.id)];
      if (!account || !expiry) throw unauthorized();
      const { exp, client_id } = expiry;
      return json({
        exp,
        user_name: account.username,
        client_id,
        authorities: authoritiesOf(account),
        user_info: tokenUser(account, session.tenantId),
        active: true,
      });
    });
  },

  // A token that has run out still names its session, whose refresh token must die too; an unknown one is signed out already.
  async logout(_input, { deps, request, sessions }) {
    const token = bearer(String(request.headers.authorization ?? ''));
    if (!token) throw unauthorized('退出失败，token 为空');
    const { rows } = await deps.pool.query({ name: 'find_session', text: 'select * from app.find_session($1)', values: [hashToken(token)] });
    const found = rows[0] as { session_id: number; tenant_id: number; user_id: number; username: string } | undefined;
    if (!found) return true;
    await deps.inTenant(found.tenant_id, async (tx) => {
      await endSessions(tx, deps, { sessionId: found.session_id }, 'logout');
      const facts = { address: plainAddress(request.address), userAgent: request.userAgent, requestId: request.id };
      await logSignIn(tx, { ...facts, userId: found.user_id, username: found.username, title: '退出登录' });
    });
    sessions.forget({ sessionId: found.session_id });
    return true;
  },

  async captcha({ randomStr }, { deps }) {
    return { headers: { 'content-type': 'image/png', 'cache-control': 'no-store' }, body: await askCaptcha(deps, randomStr) };
  },
};
