/** What every way of signing in ends with: lock, account, tenant, second factor, log, session. One guard, one set of words. */
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Token } from '#contract/users/logins.ts';
import type { Context, Dependencies, Reply, RequestFacts } from '../context.ts';
import { db } from '../db/tenant.ts';
import { Refusal } from '../errors.ts';
import { tenantRefusal } from '../http/session.ts';
import { logSignIn, type SignInFacts } from '../system/operation-logs.ts';
import { readAccount } from './accounts.ts';
import type { Client } from './clients.ts';
import { plainAddress } from '../http/client-addresses.ts';
import type { Attempt } from './login-limits.ts';
import { markVerified } from './phone-accounts.ts';
import { proveSecondFactor } from './second-factor-proofs.ts';
import { openSession } from './sessions.ts';

/** An account, at home, that somebody claims to be. */
export interface Login {
  tenant_id: number;
  user_id: number;
  username: string;
  password_hash: string | null;
  user_status: number;
  tenant_status: number;
  tenant_ends_at: string | null;
}

/** OAuth2's own JSON, never kept by anybody. */
export const json = (body: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', pragma: 'no-cache' },
  body: JSON.stringify(body),
});

export const factsOf = (request: RequestFacts) => ({
  address: plainAddress(request.address),
  userAgent: request.userAgent,
  requestId: request.id,
});

/**
 * Writes the log row of a failure: in the account's tenant, or in the platform's when there is
 * none. What a visitor typed as a name is kept only if it is one.
 */
export async function logFailure(
  deps: Dependencies,
  request: RequestFacts,
  login: Login | undefined,
  title: string,
  failure: string,
): Promise<void> {
  const who = login ? { userId: login.user_id, username: login.username } : {};
  await deps.inTenant(login?.tenant_id ?? PLATFORM, (tx) => logSignIn(tx, { ...factsOf(request), ...who, title, failure }));
}

interface Proved {
  client: Client;
  login: Login;
  /** Of the log row. */
  title: string;
  /** Of the account, begun before the proof; a wrong second factor leaves it counted. */
  attempt: Attempt;
  /** Makes the first proof good once more when the second factor is still to come. */
  again(): Promise<void>;
  totp: string | undefined;
  /** The number by which the person came in: the account's own, which is proved now. */
  phone?: string;
  /** A hash of today's cost for a password that has an older one. */
  freshHash?: string | null;
}

type Outcome = { token: Token } | { refusal: Refusal; counted: boolean; again: boolean };

/**
 * Lets in the user who proved to be `login`. Throws 426 (locked), 401 (tenant frozen or
 * expired), 428 with data `totp_required` or `totp_invalid`:
 * the caller then sends the same once more, with `totp`.
 */
export async function admit(
  { deps, request }: Context,
  { client, login, title, attempt, again, totp, phone, freshHash }: Proved,
): Promise<Reply> {
  const facts = factsOf(request);
  const outcome = await deps.inTenant(login.tenant_id, async (tx): Promise<Outcome> => {
    const who: Omit<SignInFacts, 'failure'> = { ...facts, title, userId: login.user_id, username: login.username };
    const refusal = login.user_status === 0 ? tenantRefusal(login, deps.now()) : new Refusal(426, '用户帐号已被锁定', 'invalid_exception');
    const account = await readAccount(tx, login.user_id);
    if (refusal || !account) {
      await logSignIn(tx, { ...who, failure: refusal?.message ?? '用户已删除' });
      return { refusal: refusal ?? new Refusal(426, '用户名不存在或者密码错误', 'invalid_exception'), counted: false, again: false };
    }
    const proof = await proveSecondFactor(tx, deps, account.id, totp);
    if (proof === 'missing') return { refusal: new Refusal(428, '请输入动态验证码', 'totp_required'), counted: false, again: true };
    if (proof === 'wrong') {
      await logSignIn(tx, { ...who, failure: '动态验证码错误' });
      return { refusal: new Refusal(428, '动态验证码错误', 'totp_invalid'), counted: true, again: true };
    }
    if (freshHash)
      await tx.run(
        db.updateTable('users').set({ password_hash: freshHash }).where('tenant_id', '=', tx.tenantId).where('id', '=', account.id),
      );
    if (phone) await markVerified(tx, account.id, phone);
    await logSignIn(tx, who);
    return { token: await openSession(tx, deps, { account, client, address: facts.address, userAgent: facts.userAgent }) };
  });
  if ('token' in outcome) {
    await attempt.succeeded();
    return json(outcome.token);
  }
  if (!outcome.counted) await attempt.withdrawn();
  if (outcome.again) await again();
  throw outcome.refusal;
}
