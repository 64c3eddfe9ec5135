/** Proving once more who one is, before what is sensitive: the own password or a code of the own authenticator opens it for ten minutes. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { memberships } from '#contract/tenants/memberships.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { proofOf, type Proof } from '../http/policy.ts';
import { beginAttempt } from './login-limits.ts';
import { atHome, proveOwnPassword } from './own-account.ts';
import { readSecondFactor, spendTotp } from './second-factor-proofs.ts';

const PROVED_MS = 10 * 60_000;

/** Throws 422 unless `code` is one of the account's authenticator, counted like a sign-in; for who has no password, or not in mind. */
async function proveOwnCode({ deps, session, request }: Context, home: Tx, code: string): Promise<void> {
  const { userId } = session.home;
  const factor = await readSecondFactor(home, userId);
  const attempt = await beginAttempt(home, deps.secrets, session.username, request.address);
  if (!factor?.confirmed_at || !(await spendTotp(home, deps, userId, factor, code))) {
    // Commits the count of the failure, which a refusal would roll back.
    await home.last(sql`select 1`);
    throw refused('动态验证码不正确');
  }
  await attempt.succeeded();
}

/**
 * `user/panel/check`: with the right password or code the session counts as proved; without
 * either it is only said whether it does. 422 for a wrong one.
 */
export async function checkPanel({ password, totp }: z.output<typeof memberships.check.input>, context: Context): Promise<Proof> {
  if (password === undefined && totp === undefined) return proofOf(context);
  const { tx, session, deps } = context;
  await atHome(context, (home) =>
    password === undefined ? proveOwnCode(context, home, totp as string) : proveOwnPassword(context, home, password, '密码不正确'),
  );
  const until = new Date(deps.now() + PROVED_MS).toISOString();
  await tx.run(sql`update sessions set proved_until = ${until} where tenant_id = ${tx.tenantId} and id = ${session.id}`);
  return proofOf(context);
}
