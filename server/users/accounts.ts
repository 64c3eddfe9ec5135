/** One account with its roles and permissions, as sign-in and `user/info` show it. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { PLATFORM, tenantLevelOf } from '#contract/tenants/tenants.ts';
import type { TokenUser } from '#contract/users/logins.ts';
import type { UserInfo } from '#contract/users/users.ts';
import { db, type Tx } from '../db/tenant.ts';
import { withSpellings } from '../http/permissions.ts';

export interface Account {
  id: number;
  username: string;
  name: string;
  phone: string | null;
  avatar: string | null;
  department_id: number | null;
  status: number;
  super_admin: boolean;
  must_change_password: boolean;
  created_at: string;
  updated_at: string;
  role_ids: number[];
  permissions: string[];
}

interface Tenant {
  id: number;
  name: string;
  logo: string | null;
  parent_id: number | null;
  package_code: string | null;
  index_version: number;
  ends_at: string | null;
}

/** The account in the transaction's tenant; undefined when it is gone. */
export async function readAccount(tx: Tx, userId: number): Promise<Account | undefined> {
  const account = await tx.row<Account>(sql`
    select u.id, u.username, u.name, u.phone, u.avatar, u.department_id, u.status, u.super_admin, u.must_change_password, u.created_at,
      u.updated_at,
      coalesce((select jsonb_agg(ur.role_id order by ur.role_id) from user_roles ur where ur.tenant_id = u.tenant_id and ur.user_id = u.id),
        '[]') as role_ids,
      coalesce((select jsonb_agg(distinct m.permission) from user_roles ur
        join role_menus rm on rm.tenant_id = ur.tenant_id and rm.role_id = ur.role_id
        join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id and m.permission is not null
          and (t.features is null or m.permission = any(t.features))), '[]') as permissions
    from users u join tenants t on t.id = u.tenant_id where u.tenant_id = ${tx.tenantId} and u.id = ${userId} and u.deleted_at is null`);
  return account && { ...account, permissions: withSpellings(account.permissions) };
}

/** `ROLE_{id}` of every role, then every permission: what clients build their map of rights from. */
export const authoritiesOf = (account: Pick<Account, 'role_ids' | 'permissions'>) => [
  ...account.role_ids.map((id) => `ROLE_${id}`),
  ...account.permissions,
];

/** The `user_info` of a token answer. */
export function tokenUser(account: Account, tenantId: number): z.output<typeof TokenUser> {
  return {
    id: account.id,
    username: account.username,
    password: null,
    name: account.name,
    deptId: account.department_id,
    phone: account.phone,
    avatar: account.avatar,
    tenantId,
    enabled: true,
    accountNonExpired: true,
    accountNonLocked: account.status === 0,
    credentialsNonExpired: !account.must_change_password,
    authorities: authoritiesOf(account).map((authority) => ({ authority })),
  };
}

/** `user/info`: the wire's sysUser with the product's own fields; undefined when the account is gone. */
export async function userInfo(tx: Tx, userId: number): Promise<z.output<typeof UserInfo> | undefined> {
  const account = await readAccount(tx, userId);
  const tenants = await tx.rows<Tenant>(
    db
      .selectFrom('tenants')
      .select(['id', 'name', 'logo', 'parent_id', 'package_code', 'index_version', 'ends_at'])
      .where((eb) => eb.or([eb('id', '=', tx.tenantId), eb('parent_id', '=', tx.tenantId)]))
      .where('deleted_at', 'is', null)
      .orderBy('id'),
  );
  const tenant = tenants.find(({ id }) => id === tx.tenantId);
  if (!account || !tenant) return undefined;
  return {
    sysUser: {
      userId: account.id,
      username: account.username,
      name: account.name,
      nickName: account.name,
      phone: account.phone,
      avatar: account.avatar,
      deptId: account.department_id,
      tenantId: tenant.id,
      tenantName: tenant.name,
      tenantLogo: tenant.logo,
      ptenantId: tenant.parent_id ?? PLATFORM,
      tenantIds: tenants.map(({ id }) => id),
      packageCode: tenant.package_code,
      superAdmin: account.super_admin ? 1 : 0,
      shopping: account.super_admin,
      tenantLevel: tenantLevelOf(tenant.parent_id),
      endTime: tenant.ends_at,
      mustChangePassword: account.must_change_password,
      mustEnrol: false,
      authorities: authoritiesOf(account),
      lockFlag: account.status === 0 ? '0' : '9',
      delFlag: '0',
      wxOpenid: null,
      miniOpenid: null,
      qqOpenid: null,
      giteeLogin: null,
      oscId: null,
      createTime: account.created_at,
      updateTime: account.updated_at,
    },
    permissions: account.permissions,
    roles: account.role_ids,
    tenantName: tenant.name,
    tenantLogo: tenant.logo,
    indexVersion: tenant.index_version,
  };
}
