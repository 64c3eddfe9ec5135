/** Enrolling, renewing and giving up the second factor of one's own account. It is kept where the account is at home. */
import { randomInt } from 'node:crypto';
import { generateSecret, generateURI } from 'otplib';
import { sql } from 'kysely';
import type { secondFactors as routes } from '#contract/users/second-factors.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { systemTitle } from '../system/parameters.ts';
import { atHome, proveOwnPassword } from './own-account.ts';
import { hashRecoveryCode, placeOf, proveSecondFactor, readSecondFactor, spendTotp } from './second-factor-proofs.ts';
import { rightsChanged } from './rights.ts';
import { seal } from '../db/sealed.ts';
import { endSessions } from './sessions.ts';
import { target } from './user-rows.ts';

/** Without what is mistaken for something else; ten characters are 49 bits, and guesses are counted. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODES = 10;
const newCode = () => Array.from({ length: 10 }, (_, at) => (at === 5 ? '-' : '') + LETTERS[randomInt(LETTERS.length)]).join('');

async function renewCodes({ deps, session }: Context, home: Tx): Promise<string[]> {
  const { userId } = session.home;
  const codes = Array.from({ length: CODES }, newCode);
  await home.run(db.deleteFrom('recovery_codes').where('tenant_id', '=', home.tenantId).where('user_id', '=', userId));
  const rows = codes.map((code) => ({
    tenant_id: home.tenantId,
    user_id: userId,
    hash: hashRecoveryCode(deps, home.tenantId, userId, code),
  }));
  await home.run(db.insertInto('recovery_codes').values(rows));
  return codes;
}

async function remove(home: Tx, userId: number): Promise<void> {
  await home.run(db.deleteFrom('recovery_codes').where('tenant_id', '=', home.tenantId).where('user_id', '=', userId));
  await home.run(db.deleteFrom('second_factors').where('tenant_id', '=', home.tenantId).where('user_id', '=', userId));
}

const WRONG = '密码错误';

export const secondFactors: Handlers<typeof routes> = {
  state(_input, context) {
    const { session, tx } = context;
    return atHome(context, async (home) => {
      const factor = await readSecondFactor(home, session.home.userId);
      const left = await home.row<{ left: number }>(sql`
        select count(*)::int as left from recovery_codes
        where tenant_id = ${home.tenantId} and user_id = ${session.home.userId} and used_at is null`);
      const enabled = factor?.confirmed_at != null;
      const wanted = session.mustEnrol || (enabled && (await requires(tx, session)));
      return { enabled, required: wanted, enabledTime: factor?.confirmed_at ?? null, left: enabled ? (left?.left ?? 0) : 0 };
    });
  },

  enrol({ password }, context) {
    const { deps, session } = context;
    return atHome(context, async (home) => {
      await proveOwnPassword(context, home, password, WRONG);
      const secret = generateSecret();
      const sealed = seal(deps.secrets, placeOf(home.tenantId, session.home.userId), secret);
      const made = await home.run(
        db
          .insertInto('second_factors')
          .values({ tenant_id: home.tenantId, user_id: session.home.userId, secret: sealed })
          .onConflict((on) =>
            on
              .columns(['tenant_id', 'user_id'])
              .doUpdateSet({ secret: sealed, last_step: 0 })
              .where('second_factors.confirmed_at', 'is', null),
          ),
      );
      if (made === 0) throw conflict('两步验证已启用，请先停用');
      return { uri: generateURI({ issuer: await systemTitle(home), label: session.username, secret }), secret };
    });
  },

  async confirm({ code }, context) {
    const { deps, session } = context;
    const recoveryCodes = await atHome(context, async (home) => {
      const { userId } = session.home;
      const factor = await readSecondFactor(home, userId);
      if (!factor) throw refused('请先申请两步验证');
      if (factor.confirmed_at) throw conflict('两步验证已启用，请先停用');
      if (!(await spendTotp(home, deps, userId, factor, code))) throw refused('动态验证码错误，请确认手机时间准确后重试');
      await home.run(
        db
          .updateTable('second_factors')
          .set({ confirmed_at: sql`now()` })
          .where('tenant_id', '=', home.tenantId)
          .where('user_id', '=', userId),
      );
      await endSessions(home, deps, { userId, except: session.id }, 'second factor enabled');
      return renewCodes(context, home);
    });
    await rightsChanged(context, session.userId);
    return { recoveryCodes };
  },

  renew({ password }, context) {
    return atHome(context, async (home) => {
      await proveOwnPassword(context, home, password, WRONG);
      if (!(await readSecondFactor(home, context.session.home.userId))?.confirmed_at) throw refused('两步验证未启用');
      return { recoveryCodes: await renewCodes(context, home) };
    });
  },

  async disable({ password, code }, context) {
    const { deps, session } = context;
    await atHome(context, async (home) => {
      const { userId } = session.home;
      if (!(await readSecondFactor(home, userId))?.confirmed_at) throw refused('两步验证未启用');
      await proveOwnPassword(
        context,
        home,
        password,
        '密码或动态验证码错误',
        async () => (await proveSecondFactor(home, deps, userId, code)) === 'right',
      );
      await remove(home, userId);
    });
    await rightsChanged(context, session.userId);
    return true;
  },

  async reset({ id }, context) {
    const { deps, tx, session } = context;
    if (id === session.userId) throw refused('请在个人信息中停用自己的两步验证');
    const { home_user_id } = await target(context, id);
    if (home_user_id !== null) throw refused('该账号属于其他机构，不能在此重置');
    if (!(await readSecondFactor(tx, id))) throw refused('两步验证未启用');
    await remove(tx, id);
    await endSessions(tx, deps, { userId: id }, 'second factor reset');
    await rightsChanged(context, id);
    return true;
  },
};

/**
 * Whether the tenant asks this person for a second factor: parameter `TOTP_REQUIRED`, `admin` or `all` (app.find_session decides the same).
 */
async function requires(tx: Tx, session: Context['session']): Promise<boolean> {
  const row = await tx.row<{ value: string }>(
    db.selectFrom('parameters').select('value').where('tenant_id', '=', tx.tenantId).where('key', '=', 'TOTP_REQUIRED'),
  );
  if (row?.value === 'all') return true;
  return (
    row?.value === 'admin' && (session.superAdmin || session.permissions.has('sys_user_edit') || session.permissions.has('sys_role_perm'))
  );
}
