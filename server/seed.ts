/** What every installation has from its first start: the platform's tenant, the clients, and in production one operator. */
import pg from 'pg';
import { seedPlatformParameters } from './system/platform-parameters.ts';
import { createTenantDefaults } from './tenants/tenant-defaults.ts';
import { addClient } from './users/clients.ts';
import { hashPassword, randomPassword } from './users/passwords.ts';
import type { Dependencies } from './context.ts';
import { connection } from './db/pool.ts';
import { db } from './db/tenant.ts';
import { target } from './dependencies.ts';

/**
 * The platform's tenant and the OAuth2 clients: `yian` is our own web, `pig` what
 * existing clients send; neither id nor secret is confidential.
 */
export async function seedBasics(deps: Dependencies): Promise<void> {
  await deps.inTenant(1, (tx) =>
    tx.run(
      db
        .insertInto('tenants')
        .values({ id: 1, name: '平台', code: 'platform' })
        .onConflict((on) => on.doNothing()),
    ),
  );
  await seedPlatformParameters(deps);
  // Only the owner registers clients.
  const owner = new pg.Client(connection(target(deps.config, deps.secrets, 'owner'), 'yian seed'));
  await owner.connect();
  try {
    await addClient(owner, { id: 'yian', secret: 'yian', encryptsPassword: false, needsCaptcha: true, description: '网页端' });
    await addClient(owner, { id: 'pig', secret: 'pig', encryptsPassword: true, needsCaptcha: true, description: '已有的客户端程序' });
  } finally {
    await owner.end();
  }
}

/**
 * Outside demonstration mode: one platform administrator on an empty installation.
 * Gives the one-time password, or null when the platform has an account.
 */
export async function seedOperator(deps: Dependencies): Promise<string | null> {
  const password = randomPassword();
  const password_hash = await hashPassword(password);
  return deps.inTenant(1, async (tx) => {
    if (await tx.row(db.selectFrom('users').select('id').where('tenant_id', '=', 1).limit(1))) return null;
    const roleIds = await createTenantDefaults(tx, 1);
    const user = (await tx.row(
      db
        .insertInto('users')
        .values({ tenant_id: 1, username: 'admin', name: '平台管理员', super_admin: true, must_change_password: true, password_hash })
        .returning('id'),
    )) as { id: number };
    await tx.run(db.insertInto('user_roles').values({ tenant_id: 1, user_id: user.id, role_id: roleIds.get('admin') as number }));
    return password;
  });
}
