/** An institution that takes people in: its administrator, a role to give, and what is known there of a person. `await invitingHouse()`. */
import { sql } from 'kysely';
import { invitations } from '#contract/onboarding/invitations.ts';
import { putClients } from './accounts.ts';
import { harness, type TestUser } from './harness.ts';

/** Starts it, called 松鹤院. */
export async function invitingHouse() {
  const t = await harness();
  await putClients(t);
  const house = await t.tenant('松鹤院');
  const admin = await t.user(house, { name: '院长' });
  /** A role of an institution; its id. */
  async function roleWith(permissions: string[], tenantId = house): Promise<number> {
    const holder = await t.user(tenantId, { permissions });
    const row = await t.deps.inTenant(tenantId, (tx) =>
      tx.row<{ role_id: number }>(sql`select role_id from user_roles where tenant_id = ${tenantId} and user_id = ${holder.userId}`),
    );
    return (row as { role_id: number }).role_id;
  }
  return {
    t,
    house,
    admin,
    role: await roleWith(['members_oldman_view']),
    roleWith,
    /** The newest invitation or application that the institution's list shows of a person. */
    listed: async (target: string) => (await t.route(invitations.page, admin, { target })).data.records[0],
    /** What a person is told of invitations, applications and institutions. */
    mine: async (as: TestUser) => (await t.route(invitations.mine, as)).data,
    /** The accounts that a user of another institution has here, with their roles. */
    rowsOf: (user: TestUser, tenantId = house) =>
      t.deps.inTenant(tenantId, (tx) =>
        tx.rows<{ id: number; roles: number[] }>(sql`
        select u.id, (select jsonb_agg(role_id) from user_roles r where r.tenant_id = u.tenant_id and r.user_id = u.id) as roles
        from users u where u.tenant_id = ${tenantId} and u.home_tenant_id = ${user.tenantId} and u.home_user_id = ${user.userId}
          and u.deleted_at is null`),
      ),
    /** A user of another institution who may do nothing. */
    outsider: async (name = '外人') => t.user(await t.tenant(), { permissions: [], name }),
  };
}
