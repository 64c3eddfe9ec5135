/** One's own account: password, phone, picture. They are kept where the account is at home, whichever tenant the person works in now. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { users } from '#contract/users/users.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { beginAttempt } from './login-limits.ts';
import { checkNewPassword } from './password-policies.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { checkPhoneCode } from './phone-codes.ts';
import { endSessions } from './sessions.ts';

/**
 * Runs `work` in the account's home tenant: in the request's transaction when that is
 * where it works, else in one of its own, committed first.
 */
export const atHome = <T>({ deps, session, tx }: Context, work: (tx: Tx) => Promise<T>): Promise<T> =>
  session.home.tenantId === session.tenantId ? work(tx) : deps.inTenant(session.home.tenantId, work);

/**
 * Throws 422 unless `password` is the account's own, and `also` holds; counted like a
 * sign-in, so that an open screen is no way to guess it.
 * `tx` is of the home tenant.
 */
export async function proveOwnPassword(
  { deps, session, request }: Context,
  tx: Tx,
  password: string,
  refusal: string,
  also: () => Promise<boolean> = async () => true,
): Promise<void> {
  const row = await tx.row<{ password_hash: string | null }>(
    db.selectFrom('users').select('password_hash').where('tenant_id', '=', tx.tenantId).where('id', '=', session.home.userId),
  );
  const attempt = await beginAttempt(tx, deps.secrets, session.username, request.address);
  if (!(await verifyPassword(password, row?.password_hash ?? null)) || !(await also())) {
    // Commits the count of the failure, which a refusal would roll back.
    await tx.last(sql`select 1`);
    throw refused(refusal);
  }
  await attempt.succeeded();
}

/**
 * The columns of a number that is not the account's yet: its owner has read the code
 * that was sent to it. Without a code, as clients of this wire send it, the number is kept unproved, so that it opens no sign-in elsewhere
 * and no reset, and only where no proved one would go. `home` is of the home tenant. Throws 422, 428.
 */
async function newPhone(
  input: { phone?: string | null | undefined; phoneCode?: string | null | undefined },
  { deps, session }: Context,
  home: Tx,
): Promise<object> {
  if (!input.phone || input.phone.includes('*')) return {};
  const own = await home.row<{ phone: string | null; phone_verified_at: string | null }>(
    db
      .selectFrom('users')
      .select(['phone', 'phone_verified_at'])
      .where('tenant_id', '=', home.tenantId)
      .where('id', '=', session.home.userId)
      .forUpdate(),
  );
  if (own?.phone === input.phone && !input.phoneCode) return {};
  if (!input.phoneCode) {
    if (own?.phone_verified_at) throw refused('原手机号已验证，可用于登录，修改需要填写发送到新手机号的验证码');
    return { phone: input.phone, phone_verified_at: null };
  }
  await checkPhoneCode(deps, { purpose: 'bind', phone: input.phone, code: input.phoneCode });
  return { phone: input.phone, phone_verified_at: sql`now()` };
}

/** `PUT user/edit`: `password` is the old one, needed to set `newpassword1`; every other session of the person then ends. */
export async function editOwnAccount(input: z.output<typeof users.edit.input>, context: Context): Promise<true> {
  const { tx, session, deps } = context;
  if (input.username && input.username !== session.username) throw refused('用户名不能修改');
  const change = (own: Tx, userId: number, values: object) =>
    own.run(
      db
        .updateTable('users')
        .set({ ...values, version: sql`version + 1`, updated_at: sql`now()` })
        .where('tenant_id', '=', own.tenantId)
        .where('id', '=', userId),
    );
  const shown = await atHome(context, async (home) => {
    if (input.newpassword1) {
      await proveOwnPassword(context, home, input.password ?? '', '原密码错误，修改个人信息失败');
      await checkNewPassword(home, session.username, input.newpassword1);
    }
    const seen = { ...(await newPhone(input, context, home)), ...(input.avatar ? { avatar: input.avatar } : {}) };
    const password = input.newpassword1 ? { password_hash: await hashPassword(input.newpassword1), must_change_password: false } : {};
    await change(home, session.home.userId, { ...password, ...seen });
    if (input.newpassword1) await endSessions(home, deps, { userId: session.home.userId, except: session.id }, 'password changed');
    return seen;
  });
  if (session.home.tenantId !== session.tenantId) await change(tx, session.userId, shown);
  context.afterCommit(() => context.sessions.forget({ tenantId: session.tenantId, userId: session.userId }));
  return true;
}
