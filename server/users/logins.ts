/**
 * Sign-in, refresh, sign-out. Order of a sign-in: client, captcha, lock, password,
 * account, tenant; only then anything is said about the account.
 */
import { sql } from 'kysely';
import type { z } from 'zod';
import { DEFAULT_PASSWORD_KEY } from '#contract/users/passwords.rules.ts';
import { DEVICE_GRANT, type logins as routes } from '#contract/users/logins.ts';
import { semaphore } from '../jobs/semaphore.ts';
import type { Context, Dependencies, Reply } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { invalid, Refusal, unauthorized } from '../errors.ts';
import { bearer, type Handlers } from '../http/implement.ts';
import { hashToken, tenantRefusal, whyEnded } from '../http/session.ts';
import { logSignIn } from '../system/operation-logs.ts';
import { authoritiesOf, readAccount, tokenUser } from './accounts.ts';
import { askCaptcha, captchasOf, checkCaptcha, needTakenKind } from './captchas.ts';
import { authenticateClient, type Client } from './clients.ts';
import { alone, beginAttempt } from './login-limits.ts';
import { decryptPassword, hashPassword, outdated, verifyPassword } from './passwords.ts';
import { screenToken } from './screen-logins.ts';
import { endSessions, renewSession, repeatRenewal } from './sessions.ts';
import { admit, factsOf, json, logFailure, type Login } from './sign-ins.ts';
import { askSlider, checkSlider } from './sliders.ts';
import { smsCode, smsToken } from './sms-logins.ts';

const badCredentials = () => new Refusal(426, '用户名不存在或者密码错误', 'invalid_exception');

/** The account of a sign-in name, and whether the password is its own. Takes the same work when there is no such account. */
async function provePassword(
  deps: Dependencies,
  username: string,
  password: string,
): Promise<{ login: Login | undefined; right: boolean }> {
  const { rows } = await deps.logins.query<Omit<Login, 'username'>>({
    name: 'find_login',
    text: 'select * from app.find_login($1)',
    values: [username],
  });
  const login = rows[0] ? { ...rows[0], username } : undefined;
  return { login, right: await verifyPassword(password, login?.password_hash ?? null) };
}

type PasswordInput = Pick<z.output<typeof routes.token.input>, 'username' | 'password' | 'randomStr' | 'code' | 'token' | 'totp'>;

async function signIn(input: PasswordInput, client: Client, context: Context): Promise<Reply> {
  const { deps, request } = context;
  const username = input.username?.trim() ?? '';
  if (client.needsCaptcha) await needTakenKind(deps, input);
  const captcha = client.needsCaptcha ? await checkCaptcha(deps, input.randomStr, input.code, input.token) : null;
  if (username === '' || !input.password || username.includes('\0')) throw badCredentials();
  const password = client.encryptsPassword
    ? decryptPassword(input.password, deps.config.passwordKey ?? DEFAULT_PASSWORD_KEY)
    : input.password;
  const attempt = await beginAttempt(alone(deps.pool), deps.secrets, username, request.address);
  // A busy server or a lost database has judged nothing: the attempt does not count.
  const { login, right } = await provePassword(deps, username, password).catch(async (error: unknown) => {
    await attempt.withdrawn().catch(() => {});
    throw error;
  });
  if (!login || !right) {
    // Written for unknown names as well, so that both take as long; such a name may be a mistyped password and is not kept.
    await logFailure(deps, request, login, '登录', '用户名不存在或者密码错误');
    throw badCredentials();
  }
  const freshHash = outdated(login.password_hash as string) ? await hashPassword(password) : null;
  return admit(context, { client, login, title: '登录', attempt, again: async () => captcha?.again(), totp: input.totp, freshHash });
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
  const { rows } = await deps.pool.query<Refreshed>({
    name: 'find_refresh',
    text: 'select * from app.find_refresh($1)',
    values: [hashToken(token ?? '')],
  });
  const [found] = rows;
  if (!token || !found || found.client_id !== client.id) throw unauthorized('用户凭证已过期', 'invalid_grant');
  const { tenant_id: tenantId, session_id: sessionId } = found;
  const answer = await deps.inTenant(tenantId, async (tx) => {
    const account = await readAccount(tx, found.user_id);
    const open = account?.status === 0 && found.open;
    const tenant = await tx.row(
      db
        .selectFrom('tenants')
        .select(['status as tenant_status', sql<string | null>`app.closing_of(ends_at)`.as('tenant_ends_at')])
        .where('id', '=', tenantId),
    );
    const closed = open && tenant ? tenantRefusal(tenant, deps.now()) : null;
    if (closed) return closed;
    const renewed = open && !found.retired ? await renewSession(tx, deps, { account, client, refresh: token }) : null;
    if (renewed) return renewed;
    // Another tab was quicker, or the answer was lost.
    const repeated = open ? await repeatRenewal(tx, deps, { account, refresh: token }) : null;
    if (repeated?.early) return repeated.token;
    // Used up before: one of the two is a thief, neither stays.
    const hash = hashToken(token);
    const retired = () =>
      tx.row(db.selectFrom('retired_refresh_tokens').select('session_id').where('tenant_id', '=', tx.tenantId).where('hash', '=', hash));
    const reused = found.retired || (await retired()) !== undefined;
    if (reused && (await endSessions(tx, deps, { sessionId }, 'refresh token reused')).length > 0) {
      await logSignIn(tx, {
        ...factsOf(request),
        userId: found.user_id,
        username: found.username,
        title: '刷新令牌',
        failure: '刷新令牌被重复使用，会话已终止',
      });
    }
    return null;
  });
  sessions.forget({ sessionId });
  if (answer instanceof Refusal) throw answer;
  if (!answer) throw await whyEnded(deps, hashToken(token), 'invalid_grant');
  return json(answer);
}

const expiryOf = (tx: Tx, sessionId: number) =>
  tx.row<{ exp: number; client_id: string }>(sql`
    select extract(epoch from least(access_expires_at, absolute_expires_at))::bigint as exp, client_id
    from sessions where tenant_id = ${tx.tenantId} and id = ${sessionId}`);

/** A flood of sign-ins is turned away (429) before it reaches the database: it would leave nothing of it to the pages. */
const enter = semaphore(4, 20);

export const logins: Handlers<typeof routes> = {
  async token(input, context) {
    const known = () => authenticateClient(context.deps.logins, context.request.headers.authorization);
    if (input.grant_type === 'password') return enter(async () => signIn(input, await known(), context));
    const client = await known();
    if (input.grant_type === 'refresh_token') return refresh(input.refresh_token, client, context);
    if (input.grant_type === DEVICE_GRANT) return screenToken(input.device_code, client, context);
    throw invalid('不支持的授权类型');
  },

  async checkToken({ token }, { deps, request, sessions }) {
    const session = await sessions.find(token ?? '', request.address);
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
    const { rows } = await deps.pool.query<{ session_id: number; tenant_id: number; user_id: number; username: string }>({
      name: 'find_session',
      text: 'select * from app.find_session($1)',
      values: [hashToken(token)],
    });
    const [found] = rows;
    if (!found) return true;
    await deps.inTenant(found.tenant_id, async (tx) => {
      await endSessions(tx, deps, { sessionId: found.session_id }, 'logout');
      await logSignIn(tx, { ...factsOf(request), userId: found.user_id, username: found.username, title: '退出登录' });
    });
    sessions.forget({ sessionId: found.session_id });
    return true;
  },

  smsToken,
  smsCode,

  async ways(_input, { deps }) {
    return { sms: true, wechat: deps.config.wechat != null, screen: true, ...(await captchasOf(deps)) };
  },

  async captcha({ randomStr, type }, { deps }) {
    if (!randomStr || type === 'blockPuzzle') return json({ code: 0, msg: null, data: await askSlider(deps) });
    return { headers: { 'content-type': 'image/png', 'cache-control': 'no-store' }, body: await askCaptcha(deps, randomStr) };
  },
  checkSlider: ({ token, pointJson }, { deps }) => checkSlider(deps, token ?? '', pointJson ?? ''),
};
