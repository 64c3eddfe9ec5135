/** What one's own account needs before PUT user/edit (server/users/own-account.ts). */
import { sql } from 'kysely';
import { passwordRule } from '#contract/users/passwords.rules.ts';
import type { ownAccounts as routes } from '#contract/users/own-accounts.ts';
import type { Handlers } from '../http/implement.ts';
import { atHome } from './own-account.ts';
import { passwordPolicy } from './password-policies.ts';
import { sendPhoneCode } from './phone-codes.ts';

interface Profile {
  username: string;
  name: string;
  phone: string | null;
  avatar: string | null;
  tenantName: string;
  deptName: string | null;
  roleNames: string[];
  createTime: string;
}

export const ownAccounts: Handlers<typeof routes> = {
  async profile(_input, context) {
    const { tx, session } = context;
    // A session ends with its account's row.
    const profile = (await tx.row<Profile>(sql`
      select u.username, u.name, u.phone, u.avatar, u.created_at as "createTime", t.name as "tenantName", d.name as "deptName",
        coalesce((select jsonb_agg(r.name order by r.id) from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
          where ur.tenant_id = u.tenant_id and ur.user_id = u.id), '[]') as "roleNames"
      from users u join tenants t on t.id = u.tenant_id left join departments d on d.tenant_id = u.tenant_id and d.id = u.department_id
      where u.tenant_id = ${tx.tenantId} and u.id = ${session.userId}`)) as Profile;
    const own = await atHome(context, (home) =>
      home.row<{ verified: boolean }>(
        sql`select phone_verified_at is not null as verified from users where tenant_id = ${home.tenantId} and id = ${session.home.userId}`,
      ),
    );
    return { ...profile, phoneVerified: own?.verified === true };
  },

  async passwordPolicy(_input, context) {
    const policy = await atHome(context, passwordPolicy);
    return { policy, rule: passwordRule(policy) };
  },
  async phoneCode({ phone }, { deps, request, tx }) {
    await tx.outside(() => sendPhoneCode(deps, { purpose: 'bind', phone, address: request.address }));
    return true;
  },
};
