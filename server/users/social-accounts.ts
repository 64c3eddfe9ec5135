/** Sign-in by WeChat, binding and unbinding. What comes back from WeChat counts only in the browser that went there. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { socialAccounts as routes } from '#contract/users/social-accounts.ts';
import type { Context, Dependencies, RequestFacts } from '../context.ts';
import { db } from '../db/tenant.ts';
import { conflict, Refusal, refused, unauthorized } from '../errors.ts';
import type { WechatSettings } from '../integration-settings.ts';
import type { Handlers } from '../http/implement.ts';
import { authenticateClient } from './clients.ts';
import { alone, beginAttempt } from './login-limits.ts';
import { atHome } from './own-account.ts';
import { admit, logFailure, type Login } from './sign-ins.ts';
import { connectAddress, personOf } from './wechat.ts';

const COOKIE = 'yian_social';
const SECONDS = 10 * 60;
const TITLE = '微信登录';
const UNBOUND = '未绑定登录账号，请使用密码登录后绑定';

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\0')).digest();

async function put(deps: Dependencies, purpose: string, key: Buffer, answer: string): Promise<void> {
  await deps.pool.query({ name: 'put_code', text: 'select app.put_code($1, $2, $3, $4)', values: [purpose, key, answer, SECONDS] });
}

async function take(deps: Dependencies, purpose: string, key: Buffer): Promise<string | null> {
  const { rows } = await deps.pool.query<{ answer: string | null }>({
    name: 'take_code',
    text: 'select app.take_code($1, $2) as answer',
    values: [purpose, key],
  });
  return rows[0]!.answer;
}

function settingsOf({ config }: Dependencies): { wechat: WechatSettings; publicUrl: string } {
  if (!config.wechat || !config.publicUrl) throw refused('微信登录未开通');
  return { wechat: config.wechat, publicUrl: config.publicUrl };
}

const cookieOf = ({ headers }: RequestFacts) =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9a-f]{32})(?:;|$)`).exec(String(headers.cookie ?? ''))?.[1] ?? '';

/**
 * Who a code of WeChat stands for. The nonce must have been given to this browser, for this; `again` keeps the answer for whoever is asked
 * for a second factor, because WeChat takes a code only once. Throws 401, of a binding 422.
 */
async function personBehind({ deps, request }: Context, purpose: 'login' | 'bind', code: string, nonce: string | undefined) {
  const { wechat } = settingsOf(deps);
  // Pages take 401 for the end of the session, which a failed binding is not.
  const refusal = purpose === 'login' ? unauthorized : refused;
  const cookie = cookieOf(request);
  const proved = keyOf('proved', purpose, code, cookie);
  const known = cookie ? await take(deps, 'social-person', proved) : null;
  if (known === null && (!cookie || !nonce || (await take(deps, 'social-nonce', keyOf(nonce, cookie))) !== purpose))
    throw refusal('登录请求已失效，请重新扫码');
  const person =
    known ??
    (await personOf(wechat, code).catch((error: unknown) => {
      throw error instanceof Refusal && error.status === 401 ? refusal(error.message) : error;
    }));
  return { person, again: () => put(deps, 'social-person', proved, person) };
}

const onlyWechat = (state: string | undefined) => {
  if (state !== 'WX') throw refused('该登录方式未开通');
};

export const socialAccounts: Handlers<typeof routes> = {
  async start({ for: purpose }, { deps }) {
    const { wechat, publicUrl } = settingsOf(deps);
    const [nonce, cookie] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
    await put(deps, 'social-nonce', keyOf(nonce, cookie), purpose);
    const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
    return {
      status: 302,
      headers: {
        location: connectAddress(wechat, publicUrl, `${purpose}.${nonce}`),
        'set-cookie': `${COOKIE}=${cookie}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`,
        'cache-control': 'no-store',
      },
      body: '',
    };
  },

  async token({ mobile, nonce, totp }, context) {
    const { deps, request } = context;
    const client = await authenticateClient(deps.logins, request.headers.authorization);
    const [, state, code = ''] = /^([A-Z]+)@(.+)$/.exec(mobile ?? '') ?? [];
    onlyWechat(state);
    const { person, again } = await personBehind(context, 'login', code, nonce).catch(async (error: unknown) => {
      if (error instanceof Refusal && error.status === 401) await logFailure(deps, request, undefined, TITLE, error.message);
      throw error;
    });
    const { rows } = await deps.logins.query<Login>({
      name: 'find_social_login',
      text: 'select * from app.find_social_login($1, $2)',
      values: ['WX', person],
    });
    const [login] = rows;
    if (!login) {
      await logFailure(deps, request, undefined, TITLE, UNBOUND);
      // The status of the specification's error catalogue.
      throw new Refusal(417, UNBOUND, 'unbound');
    }
    const attempt = await beginAttempt(alone(deps.pool), deps.secrets, login.username, request.address);
    return admit(context, { client, login, title: TITLE, attempt, again, totp });
  },

  own(_input, context) {
    return atHome(context, async (home) => {
      const row = await home.row<{ created_at: string }>(
        db
          .selectFrom('social_accounts')
          .select('created_at')
          .where('tenant_id', '=', home.tenantId)
          .where('user_id', '=', context.session.home.userId)
          .where('provider', '=', 'WX'),
      );
      return [
        {
          state: 'WX' as const,
          name: '微信',
          available: context.deps.config.wechat != null,
          bound: row !== undefined,
          bindTime: row?.created_at ?? null,
        },
      ];
    });
  },

  async bind({ state, code, nonce }, context) {
    onlyWechat(state);
    const { person } = await context.tx.outside(() => personBehind(context, 'bind', code, nonce));
    await atHome(context, async (home) => {
      const made = await home.run(
        db
          .insertInto('social_accounts')
          .values({ tenant_id: home.tenantId, user_id: context.session.home.userId, provider: 'WX', subject: person })
          .onConflict((on) => on.doNothing()),
      );
      if (made === 0) throw conflict('该微信或该账号已有绑定，请先解绑');
    });
    return true;
  },

  async unbind({ state }, context) {
    onlyWechat(state);
    await atHome(context, async (home) => {
      const gone = await home.run(sql`
        delete from social_accounts
        where tenant_id = ${home.tenantId} and user_id = ${context.session.home.userId} and provider = ${state}`);
      if (gone === 0) throw refused('该账号未绑定微信');
    });
    return true;
  },
};
