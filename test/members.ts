/** Tenants and signed-in users in a database, made directly: sign-in has its own tests. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Route } from '#contract/http.ts';
import { contract } from '#contract/index.ts';
import type { Dependencies } from '#server/context.ts';
import { db } from '#server/db/tenant.ts';
import { departmentNames } from '#contract/stay/checkout-departments.rules.ts';
import { MEAL_ORDER_LATE } from '#contract/meals/meal-orders.ts';
import { CHECKOUT_ACCESS } from '#contract/stay/checkouts.ts';
import { CALL_VIEW } from '#contract/calls/call-records.ts';
import { SUPERVISE } from '#contract/calls/workbench.ts';
import { hashToken, newToken } from '#server/http/session.ts';

/** What is asked for within a route, by what its input names. */
const within = [...departmentNames.map(CHECKOUT_ACCESS.of), MEAL_ORDER_LATE, SUPERVISE, CALL_VIEW];

/** Every permission that a route of the contract asks for. */
export const everyPermission = () =>
  [
    ...new Set([
      ...(Object.values(contract) as Record<string, Route>[]).flatMap((routes) => Object.values(routes).map((route) => route.access)),
      ...within,
    ]),
  ].filter((access) => access !== 'public' && access !== 'session');

export interface TestUser {
  token: string;
  userId: number;
  tenantId: number;
  username: string;
}

type Members = Pick<Dependencies, 'inTenant' | 'secrets'>;

/** A new tenant's id; `parentId` makes it an institution of a group. The platform's tenant must be there. */
export async function addTenant({ inTenant }: Pick<Members, 'inTenant'>, name: string, parentId: number | null = null): Promise<number> {
  const code = `t${randomBytes(5).toString('hex')}`;
  const row = await inTenant(1, (tx) => tx.row(db.insertInto('tenants').values({ name, code, parent_id: parentId }).returning('id')));
  return (row as { id: number }).id;
}

export interface UserOptions {
  permissions?: string[];
  dataScope?: number;
  name?: string;
  departmentId?: number | null;
  skills?: string[];
}

let serial = 0;

/** A signed-in user with these permissions (all by default); no password is set. `now` in epoch ms. */
export async function addUser(
  { inTenant, secrets }: Members,
  tenantId: number,
  options: UserOptions = {},
  now = Date.now(),
): Promise<TestUser> {
  const { permissions = everyPermission(), dataScope = 0, name = `员工${++serial}`, departmentId = null, skills = [] } = options;
  const username = `u${randomBytes(6).toString('hex')}`;
  const token = newToken(secrets);
  const userId = await inTenant(tenantId, async (tx) => {
    const user = (await tx.row(
      db
        .insertInto('users')
        .values({ tenant_id: tenantId, username, name, department_id: departmentId, skills, phone: '13800000000' })
        .returning('id'),
    )) as { id: number };
    const role = (await tx.row(
      db.insertInto('roles').values({ tenant_id: tenantId, name: username, code: username, data_scope: dataScope }).returning('id'),
    )) as { id: number };
    await tx.run(db.insertInto('user_roles').values({ tenant_id: tenantId, user_id: user.id, role_id: role.id }));
    if (permissions.length) {
      const menus = await tx.rows(
        db
          .insertInto('menus')
          .values(permissions.map((permission) => ({ tenant_id: tenantId, name: permission, type: 1, permission })))
          .returning('id'),
      );
      await tx.run(db.insertInto('role_menus').values(menus.map((menu) => ({ tenant_id: tenantId, role_id: role.id, menu_id: menu.id }))));
    }
    const later = new Date(now + 8 * 3600_000).toISOString();
    await tx.run(
      db.insertInto('sessions').values({
        tenant_id: tenantId,
        user_id: user.id,
        client_id: 'test',
        access_hash: hashToken(token),
        refresh_hash: randomBytes(32),
        access_expires_at: later,
        refresh_expires_at: later,
        absolute_expires_at: later,
      }),
    );
    return user.id;
  });
  return { token, userId, tenantId, username };
}

/** Gives a user of a tenant the role of its administrators, which is made where there is none. */
export async function makeAdministrator(
  { inTenant }: Pick<Members, 'inTenant'>,
  tenantId: number,
  userId: number,
  code = 'admin',
): Promise<void> {
  await inTenant(tenantId, async (tx) => {
    await tx.run(
      sql`insert into roles (tenant_id, name, code, data_scope) values (${tenantId}, '机构管理员', ${code}, 0) on conflict do nothing`,
    );
    await tx.run(
      sql`insert into user_roles (tenant_id, user_id, role_id) select ${tenantId}, ${userId}, id from roles
        where tenant_id = ${tenantId} and code = ${code}`,
    );
  });
}

/** Makes a user of one tenant a member of another, with the role of its administrators where its code is given; the id there. */
export async function addMembership(deps: Pick<Members, 'inTenant'>, user: TestUser, tenantId: number, roleCode?: string): Promise<number> {
  const made = await deps.inTenant(tenantId, (tx) =>
    tx.row<{ id: number }>(
      sql`insert into users (tenant_id, username, name, home_tenant_id, home_user_id)
        values (${tenantId}, ${user.username}, '成员', ${user.tenantId}, ${user.userId}) returning id`,
    ),
  );
  const { id } = made as { id: number };
  if (roleCode) await makeAdministrator(deps, tenantId, id, roleCode);
  return id;
}
