/** What a new password must be in a tenant. */
import { asPasswordPolicy, policyProblem, type PasswordPolicy } from '#contract/users/passwords.rules.ts';
import { db, type Tx } from '../db/tenant.ts';
import { invalid, refused } from '../errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { verifyPassword } from './passwords.ts';

/** The policy that the tenant of `tx` has chosen: its parameter `PASSWORD_POLICY`. */
export async function passwordPolicy(tx: Tx): Promise<PasswordPolicy> {
  const row = await tx.row<{ value: string }>(
    db.selectFrom('parameters').select('value').where('tenant_id', '=', tx.tenantId).where('key', '=', 'PASSWORD_POLICY'),
  );
  return asPasswordPolicy(row?.value);
}

/** Whether a password is little more than the sign-in name, forwards or backwards. */
export function resembles(password: string, username: string): boolean {
  const [text, name] = [password.toLowerCase(), username.toLowerCase()];
  if (name.length < 3) return text === name;
  return [name, [...name].toReversed().join('')].some((one) => text.includes(one) || (text.length >= 6 && one.includes(text)));
}

/**
 * Throws 400 when the policy of the tenant of `tx` refuses a password, 422 when it is common, holds the sign-in name, or is the one
 * that the account of that name has in this tenant. `username` may be of an account that is yet to be made.
 */
export async function checkNewPassword(tx: Tx, username: string, password: string): Promise<void> {
  const problem = policyProblem(await passwordPolicy(tx), password);
  if (problem) throw invalid(problem);
  if (resembles(password, username)) throw refused('密码不能包含用户名');
  if (isCommonPassword(password)) throw refused('密码过于常见，请换一个不易被猜到的密码');
  const own = await tx.row<{ password_hash: string | null }>(
    db
      .selectFrom('users')
      .select('password_hash')
      .where('tenant_id', '=', tx.tenantId)
      .where((eb) => eb(eb.fn('lower', ['username']), '=', username.toLowerCase()))
      .where('home_user_id', 'is', null)
      .where('deleted_at', 'is', null),
  );
  if (own?.password_hash && (await verifyPassword(password, own.password_hash))) throw refused('新密码不能与原密码相同');
}
